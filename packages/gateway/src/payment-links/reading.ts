/** Reads a merchant's request for a link and reports all its faults together. Pure. */
import type { AddressPolicy, Instant } from '@sluice/core/foundation/deps.ts'
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import type { Minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Body, isObject, readAddresses, readCurrency, readMoney, requestHash } from '../api/requests.ts'
import type { Fault } from '../http/problems.ts'
import type { Grant } from '../identity/access/grant.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { MAX_LINK_USES } from './schemas.ts'
import type { LinkAmount, LinkTermsRequested } from './store.ts'

export interface LinkRequest {
  readonly body: unknown
  /** Pointers of the body's numbers that have more than 15 significant digits. */
  readonly impreciseNumbers: readonly string[]
  readonly profile: MerchantProfile
  readonly grant: Grant
  readonly policy: AddressPolicy
  readonly now: Instant
}

export interface ReadLink {
  readonly terms: LinkTermsRequested
  /** Equal for requests with the same meaning. */
  readonly hash: string
}

const MAX_TITLE = 80
const MAX_REFERENCE = 64
/** Combining marks on one letter. Sorting many marks takes quadratic time. */
const MOST_SPELT_AS_ONE = 4
/** Characters that break a line, reverse the text direction or are invisible. Payers see the title. */
const NOT_ON_A_LINE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

export function readLinkRequest(request: LinkRequest): Result<ReadLink, readonly Fault[]> {
  const { body } = request
  if (!isObject(body)) return fail([{ path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' }])
  const faults: Fault[] = []
  const title = readText(body, 'title', MAX_TITLE, faults)
  if (body.title === undefined)
    faults.push({ path: '/title', code: 'REQUIRED', message: 'is mandatory: what the payment is for' })
  const reference = readText(body, 'reference', MAX_REFERENCE, faults)
  const amount = readAmount(body, request.impreciseNumbers)
  if (!amount.ok) faults.push(...amount.failure)
  const uses = readUses(body.uses, faults)
  const expireAt = readExpiry(body.expireAt, request.now, faults)
  const addresses = readAddresses(body, { ...request, checkoutUrl: () => '' })
  if (!addresses.ok) faults.push(...addresses.failure)
  if (faults.length > 0 || !amount.ok || !addresses.ok || title === undefined) return fail(faults)
  const { callbackUrl, returnUrl } = body
  const terms: LinkTermsRequested = {
    title,
    reference,
    amount: amount.value,
    uses,
    expireAt,
    // Not resolved here, so that a later change of the default applies.
    callbackUrl: callbackUrl === undefined ? undefined : addresses.value.callbackUrl,
    returnUrl: addresses.value.returnUrl,
  }
  return succeed({ terms, hash: requestHash({ ...terms, callbackUrl, returnUrl }) })
}

function readText(body: Body, name: string, most: number, faults: Fault[]): string | undefined {
  const value = body[name]
  const path = `/${name}`
  if (value === undefined) return undefined
  if (typeof value !== 'string') {
    faults.push({ path, code: 'WRONG_TYPE', message: 'must be a string' })
    return undefined
  }
  const read = readLinkText(value, most)
  if (read.ok) return read.value
  faults.push({ path, ...read.failure })
  return undefined
}

/** Text shown to payers. @param most its limit in characters */
export function readLinkText(value: string, most: number): Result<string, Omit<Fault, 'path'>> {
  const tooLong = { code: 'TOO_LONG', message: `must have at most ${most} characters` } as const
  if (value.length > most * MOST_SPELT_AS_ONE) return fail(tooLong)
  const text = value.normalize('NFC').trim()
  if (text === '') return fail({ code: 'REQUIRED', message: 'must not be empty' })
  if (text.length > most) return fail(tooLong)
  return NOT_ON_A_LINE.test(text)
    ? fail({ code: 'INVALID_FORMAT', message: 'must be one line of visible text' })
    : succeed(text)
}

function readAmount(body: Body, imprecise: readonly string[]): Result<LinkAmount, readonly Fault[]> {
  const { money, openAmount } = body
  if (money !== undefined && openAmount !== undefined)
    return fail([
      {
        path: '/openAmount',
        code: 'CONFLICT',
        message: 'cannot be combined with money: send one of the two',
      },
    ])
  if (openAmount === undefined) {
    if (money === undefined)
      return fail([{ path: '/money', code: 'REQUIRED', message: 'is mandatory unless openAmount is sent' }])
    const read = readMoney(money, '/money', imprecise)
    return read.ok ? succeed({ type: 'fixed', ...read.value }) : read
  }
  if (!isObject(openAmount))
    return fail([{ path: '/openAmount', code: 'WRONG_TYPE', message: 'must be an object with currencyCode' }])
  const { currencyCode } = openAmount
  const currency = readCurrency(currencyCode, '/openAmount/currencyCode')
  if (!currency.ok) return fail([currency.failure])
  const faults: Fault[] = []
  const bound = (name: 'min' | 'max'): Minor | undefined => {
    const value = openAmount[name]
    if (value === undefined) return undefined
    const path = `/openAmount/${name}`
    const read = readMoney(
      { amount: value, currencyCode },
      '/openAmount',
      imprecise.includes(path) ? ['/openAmount/amount'] : [],
    )
    if (read.ok) return read.value.amountMinor
    faults.push(...read.failure.map((fault) => ({ ...fault, path })))
    return undefined
  }
  const [minMinor, maxMinor] = [bound('min'), bound('max')]
  if (minMinor !== undefined && maxMinor !== undefined && maxMinor < minMinor)
    faults.push({ path: '/openAmount/max', code: 'OUT_OF_RANGE', message: 'must not be less than min' })
  return faults.length > 0
    ? fail(faults)
    : succeed({ type: 'open', currency: currency.value.code, minMinor, maxMinor })
}

function readUses(value: unknown, faults: Fault[]): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LINK_USES)
    return value
  const code = typeof value === 'number' ? 'OUT_OF_RANGE' : 'WRONG_TYPE'
  faults.push({ path: '/uses', code, message: `must be a whole number from 1 to ${MAX_LINK_USES}` })
  return undefined
}

function readExpiry(value: unknown, now: Instant, faults: Fault[]): Instant | undefined {
  if (value === undefined) return undefined
  const at = typeof value === 'string' ? timeOnly(value) : undefined
  if (at !== undefined && at > now) return at
  faults.push(
    at === undefined
      ? { path: '/expireAt', code: 'INVALID_FORMAT', message: 'must be a time such as 2026-01-31T12:00:00Z' }
      : { path: '/expireAt', code: 'OUT_OF_RANGE', message: 'must be later than now' },
  )
  return undefined
}
