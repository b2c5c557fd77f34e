/** A receiving account as an operator describes it, to make it or to change it: read with all faults at once. Pure. */
import { type Currency, currency as currencyOf } from '../../catalogue/currencies.ts'
import type { PayinMethod } from '../../catalogue/method.ts'
import type { Instant } from '../../foundation/deps.ts'
import { amountToMinor, type Minor } from '../../foundation/money.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { isTimeZone } from '../../foundation/zones.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject, readCurrency } from '../../intake/requests.ts'
import {
  ACCOUNT_KINDS,
  ACCOUNT_STATUSES,
  BALANCE_RULES,
  isAccountId,
  MERCHANT_SHARES,
  type MerchantShare,
  type OpeningHours,
  type ReceivingAccount,
  type ServedMethod,
  type StillShown,
  WEEKDAYS,
} from '../../processors/own-account/account.ts'
import { minutesOf } from '../../processors/own-account/hours.ts'
import { changeoverFault, methodServed, mixtureFault } from '../../processors/own-account/rails.ts'
import { readServedMethod } from './method-request.ts'

const MAX_NAME_CHARACTERS = 140
const MAX_METHODS = 20
const MAX_HOURS = 50
const MAX_DAY_COUNT = 10_000_000

/** What `PATCH` may name. */
export const CHANGEABLE = [
  'name',
  'kind',
  'status',
  'timeZone',
  'methods',
  'openingHours',
  'min',
  'max',
  'dayCount',
  'dayAmount',
  'merchantShare',
  'balances',
] as const
const FIXED = ['id', 'currencyCode', 'isTest'] as const

export interface AccountInput {
  readonly value: unknown
  /** Pointers of numbers with more than 15 significant digits. */
  readonly imprecise: readonly string[]
}

type Changeable = Pick<
  ReceivingAccount,
  | 'name'
  | 'kind'
  | 'status'
  | 'timeZone'
  | 'methods'
  | 'openingHours'
  | 'minMinor'
  | 'maxMinor'
  | 'dayCount'
  | 'dayAmountMinor'
  | 'merchantShare'
  | 'balances'
>

const missing = (value: unknown, otherwise: 'WRONG_TYPE' | 'INVALID_FORMAT' | 'UNKNOWN_VALUE') =>
  value === undefined ? 'REQUIRED' : otherwise

/** Reads the whole description of a new account. */
export function readNewAccount(
  { value, imprecise }: AccountInput,
  now: Instant,
): Result<ReceivingAccount, readonly Fault[]> {
  if (!isObject(value)) return fail([{ path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' }])
  const faults: Fault[] = unknownFields(value)
  const { id, isTest } = value
  if (typeof id !== 'string' || !isAccountId(id)) {
    const message = 'must be 1 to 40 of a-z 0-9 -, beginning with a letter or digit'
    faults.push({ path: '/id', code: missing(id, 'INVALID_FORMAT'), message })
  }
  if (typeof isTest !== 'boolean') {
    const message = 'must be true (for test merchants) or false; it cannot be changed later'
    faults.push({ path: '/isTest', code: missing(isTest, 'WRONG_TYPE'), message })
  }
  const currency = readCurrency(value.currencyCode, '/currencyCode')
  if (!currency.ok) faults.push(currency.failure)
  for (const name of ['name', 'kind', 'timeZone', 'methods']) {
    if (value[name] === undefined)
      faults.push({ path: `/${name}`, code: 'REQUIRED', message: 'is mandatory' })
  }
  const start: Changeable = {
    name: '',
    kind: 'BANK_ACCOUNT',
    status: 'ACTIVE',
    timeZone: 'UTC',
    methods: [],
    openingHours: [],
    minMinor: undefined,
    maxMinor: undefined,
    dayCount: undefined,
    dayAmountMinor: undefined,
    merchantShare: undefined,
    balances: 'CHECKED',
  }
  const parts = currency.ok ? new Reading(value, currency.value, imprecise, faults).over(start) : start
  if (faults.length > 0 || !currency.ok || typeof id !== 'string') return fail(faults)
  const fixed = { id, currency: currency.value.code, isTest: isTest === true }
  return succeed({ ...parts, ...fixed, createdAt: now, updatedAt: now })
}

/**
 * Reads a change of this account. `null` takes a limit away.
 * @param shown to those who may still pay on it: methods that they could be mistaken for must wait
 */
export function readAccountPatch(
  account: ReceivingAccount,
  { value, imprecise }: AccountInput,
  now: Instant,
  shown: StillShown,
): Result<ReceivingAccount, readonly Fault[]> {
  if (!isObject(value)) return fail([{ path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' }])
  const faults: Fault[] = unknownFields(value)
  const is = { id: account.id, currencyCode: account.currency, isTest: account.isTest }
  for (const name of FIXED) {
    if (value[name] !== undefined && value[name] !== is[name])
      faults.push({ path: `/${name}`, code: 'CONFLICT', message: 'cannot be changed: make another account' })
  }
  if (faults.length === 0 && !CHANGEABLE.some((name) => value[name] !== undefined)) {
    const message = `must name something to change: ${CHANGEABLE.join(', ')}`
    faults.push({ path: '', code: 'REQUIRED', message })
  }
  const currency = currencyOf(account.currency)
  if (!currency) throw new Error(`an account in ${account.currency}`)
  const parts = new Reading(value, currency, imprecise, faults).over(account)
  const tooEarly = value.methods === undefined ? undefined : changeoverFault(parts.methods, shown)
  if (tooEarly !== undefined && faults.length === 0)
    faults.push({ path: '/methods', code: 'CONFLICT', message: tooEarly })
  return faults.length > 0 ? fail(faults) : succeed({ ...account, ...parts, updatedAt: now })
}

function unknownFields(value: Body): Fault[] {
  const known: readonly string[] = [...FIXED, ...CHANGEABLE]
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: pointerTo('', name),
      code: 'UNKNOWN_FIELD',
      message: `is not known; there are ${known.join(', ')}`,
    }))
}

/** What is named is read, everything else stays. */
class Reading {
  readonly #value: Body
  readonly #currency: Currency
  readonly #imprecise: readonly string[]
  readonly #faults: Fault[]

  constructor(value: Body, currency: Currency, imprecise: readonly string[], faults: Fault[]) {
    this.#value = value
    this.#currency = currency
    this.#imprecise = imprecise
    this.#faults = faults
  }

  over(before: Changeable): Changeable {
    const made: Changeable = {
      name: this.#name() ?? before.name,
      kind: this.#one('kind', ACCOUNT_KINDS) ?? before.kind,
      status: this.#one('status', ACCOUNT_STATUSES) ?? before.status,
      timeZone: this.#timeZone() ?? before.timeZone,
      methods: this.#methods() ?? before.methods,
      openingHours: this.#hours() ?? before.openingHours,
      minMinor: this.#limit('min', before.minMinor),
      maxMinor: this.#limit('max', before.maxMinor),
      dayCount: this.#count(before.dayCount),
      dayAmountMinor: this.#limit('dayAmount', before.dayAmountMinor),
      merchantShare: this.#share(before.merchantShare),
      balances: this.#one('balances', BALANCE_RULES) ?? before.balances,
    }
    // Also where the methods stay: an account from before this rule is put right with its next change.
    const mixture = mixtureFault(made.methods)
    if (mixture) this.#say('/methods', 'CONFLICT', mixture)
    const { minMinor, maxMinor } = made
    if (minMinor !== undefined && maxMinor !== undefined && minMinor > maxMinor)
      this.#say('/max', 'CONFLICT', 'must not be below min')
    return made
  }

  #say(path: string, code: Fault['code'], message: string): undefined {
    this.#faults.push({ path, code, message })
  }

  #name(): string | undefined {
    const { name } = this.#value
    if (name === undefined) return undefined
    const isName =
      typeof name === 'string' &&
      name.trim() !== '' &&
      [...name].length <= MAX_NAME_CHARACTERS &&
      !/\p{Cc}/u.test(name)
    if (isName) return name
    const message = `must be text of 1 to ${MAX_NAME_CHARACTERS} characters, without control characters`
    return this.#say('/name', 'INVALID_FORMAT', message)
  }

  #one<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const given = this.#value[name]
    if (given === undefined) return undefined
    const found = values.find((each) => each === given)
    return found ?? this.#say(`/${name}`, 'UNKNOWN_VALUE', `must be one of ${values.join(', ')}`)
  }

  #timeZone(): string | undefined {
    const { timeZone } = this.#value
    if (timeZone === undefined) return undefined
    if (typeof timeZone === 'string' && isTimeZone(timeZone)) return timeZone
    return this.#say('/timeZone', 'UNKNOWN_VALUE', 'must be an IANA time zone, such as Asia/Bangkok')
  }

  #methods(): readonly ServedMethod[] | undefined {
    const { methods } = this.#value
    if (methods === undefined) return undefined
    if (!Array.isArray(methods) || methods.length === 0 || methods.length > MAX_METHODS) {
      return this.#say('/methods', 'WRONG_TYPE', `must be a list of 1 to ${MAX_METHODS} payment methods`)
    }
    const seen = new Set<PayinMethod>()
    return methods.flatMap((given: unknown, index) => {
      const path = pointerTo('/methods', index)
      const read = readServedMethod(given, path, this.#currency, this.#faults)
      const method = read && methodServed(read)
      if (!read || !method) return []
      if (seen.has(method)) this.#say(path, 'CONFLICT', `${method.object} stands in the list twice`)
      seen.add(method)
      return [read]
    })
  }

  #hours(): readonly OpeningHours[] | undefined {
    const { openingHours: hours } = this.#value
    if (hours === undefined) return undefined
    if (!Array.isArray(hours) || hours.length > MAX_HOURS) {
      return this.#say(
        '/openingHours',
        'WRONG_TYPE',
        `must be a list of at most ${MAX_HOURS} parts of the week`,
      )
    }
    return hours.flatMap((given: unknown, index) => {
      const path = pointerTo('/openingHours', index)
      if (!isObject(given) || !Array.isArray(given.days) || given.days.length === 0) {
        return this.#say(path, 'WRONG_TYPE', 'must be an object with days, from and to') ?? []
      }
      const days = WEEKDAYS.filter((day) => (given.days as unknown[]).includes(day))
      if (days.length !== new Set(given.days).size)
        this.#say(pointerTo(path, 'days'), 'UNKNOWN_VALUE', `must be some of ${WEEKDAYS.join(', ')}`)
      const { from, to } = given
      const [start, end] = [from, to].map((text) => (typeof text === 'string' ? minutesOf(text) : undefined))
      if (start === undefined || end === undefined || start >= end || typeof from !== 'string') {
        const message = 'from and to must be times such as 09:00 and 17:30, from before to; 24:00 ends a day'
        return this.#say(path, 'INVALID_FORMAT', message) ?? []
      }
      return [{ days, from, to: String(to) }]
    })
  }

  /** In major units, as payers pay. */
  #limit(name: 'min' | 'max' | 'dayAmount', before: Minor | undefined): Minor | undefined {
    const given = this.#value[name]
    const path = `/${name}`
    if (given === undefined) return before
    if (given === null) return undefined
    const { ledgerDigits, practiceDigits, code } = this.#currency
    if (typeof given !== 'number' || this.#imprecise.includes(path))
      return this.#say(path, 'WRONG_TYPE', 'must be a number of at most 15 digits in major units, or null')
    const amount = amountToMinor(given, ledgerDigits, practiceDigits)
    if (amount.ok) return amount.value
    const message = `must be above zero, with at most ${practiceDigits} decimals in ${code}`
    return this.#say(path, amount.failure, message)
  }

  #share(before: MerchantShare | undefined): MerchantShare | undefined {
    const given = this.#value.merchantShare
    if (given === null) return undefined
    return this.#one('merchantShare', MERCHANT_SHARES) ?? before
  }

  #count(before: number | undefined): number | undefined {
    const { dayCount: given } = this.#value
    if (given === undefined) return before
    if (given === null) return undefined
    if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= MAX_DAY_COUNT)
      return given
    return this.#say(
      '/dayCount',
      'OUT_OF_RANGE',
      `must be a whole number from 1 to ${MAX_DAY_COUNT}, or null`,
    )
  }
}
