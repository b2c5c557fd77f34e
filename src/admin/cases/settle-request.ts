/** What an operator decides about a case, read from a body with all faults at once. Pure. */
import {
  isMerchantCode,
  isMerchantOrderId,
  type MerchantCode,
  type MerchantOrderId,
} from '../../foundation/identifiers.ts'
import { type Money, negate } from '../../foundation/money.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject, readMoney } from '../../intake/requests.ts'

const MAX_PARTS = 100
const LINE = /^[^\p{Cc}\p{Cs}]{1,140}$/u
const NOTE = /^[^\p{Cc}\p{Cs}]{1,500}$/u

export interface AssignmentRequest {
  readonly to: { readonly merchantId: MerchantCode; readonly id: MerchantOrderId }
  readonly money: Money | undefined
  readonly acceptDifference: boolean
}

/** Collects what is wrong while it reads. */
export class SettleReading {
  readonly faults: Fault[] = []
  readonly #body: Body
  readonly #imprecise: readonly string[]

  constructor(body: Body, imprecise: readonly string[]) {
    this.#body = body
    this.#imprecise = imprecise
  }

  #say(path: string, code: Fault['code'], message: string): undefined {
    this.faults.push({ path, code, message })
  }

  /** In major units; below zero for a case of missing money. Left out: all that is left. */
  money(object: Body = this.#body, parent = ''): Money | undefined {
    const given = object.money
    if (given === undefined) return undefined
    const path = `${parent}/money`
    const isMissing = isObject(given) && typeof given.amount === 'number' && given.amount < 0
    const value = isMissing ? { ...given, amount: -Number(given.amount) } : given
    const money = readMoney(value, path, this.#imprecise, 'ledger')
    if (!money.ok) {
      this.faults.push(...money.failure)
      return undefined
    }
    if (!isMissing) return money.value
    const { currency, amountMinor } = money.value
    return { currency, amountMinor: negate(amountMinor) }
  }

  part(): number | undefined {
    const { part } = this.#body
    if (part === undefined) return undefined
    if (typeof part === 'number' && Number.isInteger(part) && part >= 1) return part
    return this.#say('/part', 'OUT_OF_RANGE', 'must be a whole number from 1')
  }

  merchantCode(object: Body = this.#body, parent = ''): MerchantCode | undefined {
    const { merchantCode: code } = object
    if (typeof code === 'string' && isMerchantCode(code)) return code
    const path = `${parent}/merchantCode`
    return this.#say(path, code === undefined ? 'REQUIRED' : 'INVALID_FORMAT', "must be a merchant's code")
  }

  assignment(object: Body = this.#body, parent = ''): AssignmentRequest | undefined {
    const merchantId = this.merchantCode(object, parent)
    const { idPayin: id, acceptDifference = false } = object
    const money = this.money(object, parent)
    const isId = typeof id === 'string' && isMerchantOrderId(id)
    if (!isId)
      this.#say(
        `${parent}/idPayin`,
        id === undefined ? 'REQUIRED' : 'INVALID_FORMAT',
        'must be the ID of a payin',
      )
    if (typeof acceptDifference !== 'boolean')
      return this.#say(`${parent}/acceptDifference`, 'WRONG_TYPE', 'must be true or false')
    return merchantId !== undefined && isId ? { to: { merchantId, id }, money, acceptDifference } : undefined
  }

  parts(): readonly (AssignmentRequest & { readonly money: Money })[] {
    const { parts } = this.#body
    if (!Array.isArray(parts) || parts.length < 2 || parts.length > MAX_PARTS) {
      const message = `must be a list of 2 to ${MAX_PARTS} parts, each with merchantCode, idPayin and money`
      return this.#say('/parts', parts === undefined ? 'REQUIRED' : 'WRONG_TYPE', message) ?? []
    }
    return parts.flatMap((given: unknown, index) => {
      const path = pointerTo('/parts', index)
      if (!isObject(given))
        return this.#say(path, 'WRONG_TYPE', 'must be an object with merchantCode, idPayin and money') ?? []
      const part = this.assignment(given, path)
      if (given.money === undefined)
        this.#say(`${path}/money`, 'REQUIRED', 'is mandatory: what of the money is for it')
      return part?.money ? [{ ...part, money: part.money }] : []
    })
  }

  reference(): string | undefined {
    const { reference } = this.#body
    if (typeof reference === 'string' && LINE.test(reference)) return reference
    const message = "must be the bank's reference of the outgoing transfer, 1 to 140 characters"
    return this.#say('/reference', reference === undefined ? 'REQUIRED' : 'INVALID_FORMAT', message)
  }

  note(need: 'mandatory' | 'optional'): string | undefined {
    const { note } = this.#body
    if (note === undefined && need === 'optional') return undefined
    if (typeof note === 'string' && NOTE.test(note)) return note
    const message = 'must say why, in 1 to 500 characters; nothing personal, for it stays in the audit log'
    return this.#say('/note', note === undefined ? 'REQUIRED' : 'INVALID_FORMAT', message)
  }
}
