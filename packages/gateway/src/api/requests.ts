/**
 * What the creates of payins and payouts share: the money, the addresses and the merchant's own ID, read with all
 * faults together, and the hash that distinguishes a repeated request from another one.
 */
import { hash } from 'node:crypto'
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { CURRENCIES, type Currency, currency } from '@sluice/core/catalogue/currencies.ts'
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { isMerchantOrderId, type MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import {
  type AmountFault,
  amountText,
  amountToMinor,
  type CurrencyCode,
  type Money,
} from '@sluice/core/foundation/money.ts'
import { readableAmount } from '@sluice/core/foundation/readable-amount.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { MAX_URL_LENGTH } from '@sluice/core/foundation/urls.ts'
import { type Fault, httpProblem, type Problem } from '../http/problems.ts'
import { type Grant, isForPayers, personIn } from '../identity/access/grant.ts'
import { mayMove } from '../identity/operators/rights.ts'
import { stepUpNeeded } from '../identity/people/guard.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { callbackUrlFault, returnUrlFault } from './right-addresses.ts'

export type Body = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const required = (path: string, what: string): Fault => ({
  path,
  code: 'REQUIRED',
  message: `is mandatory: ${what}`,
})
const wrongType = (path: string, message: string): Fault => ({ path, code: 'WRONG_TYPE', message })

export const AMOUNT_FAULTS: Readonly<Record<AmountFault, string>> = {
  NOT_POSITIVE: 'must be greater than zero',
  TOO_MANY_DECIMALS: '',
  TOO_LARGE: 'is too large',
}

/** A currency code from a request; the fault is reported at `path`. */
export function readCurrency(value: unknown, path: string): Result<Currency, Fault> {
  if (value === undefined) return fail(required(path, 'a currency code such as THB'))
  if (typeof value !== 'string') return fail(wrongType(path, 'must be a string'))
  const found = currency(value)
  if (found) return succeed(found)
  const known = CURRENCIES.map(({ code }) => code).join(', ')
  return fail({ path, code: 'UNKNOWN_VALUE', message: `must be one of ${known}` })
}

/**
 * A money object at `pointer`. `imprecise`: pointers of numbers with more than 15 significant digits (from the body's
 * text).
 * @param finest the decimals that the amount may have: as payers pay (`practice`), or as the ledger keeps (`ledger`)
 */
export function readMoney(
  value: unknown,
  pointer: string,
  imprecise: readonly string[],
  finest: 'practice' | 'ledger' = 'practice',
): Result<Money, readonly Fault[]> {
  if (value === undefined) return fail([required(pointer, 'an object with amount and currencyCode')])
  if (!isObject(value)) return fail([wrongType(pointer, 'must be an object with amount and currencyCode')])
  const of = readCurrency(value.currencyCode, pointerTo(pointer, 'currencyCode'))
  const path = pointerTo(pointer, 'amount')
  const amount = readNumber(value.amount, path, imprecise)
  const faults = [...(of.ok ? [] : [of.failure]), ...(amount.ok ? [] : [amount.failure])]
  // The currency decides how many decimals it may have; its size does not depend on that.
  const anyDigits = amount.ok && !of.ok ? amountToMinor(amount.value, 0, 0) : undefined
  if (anyDigits && !anyDigits.ok && anyDigits.failure !== 'TOO_MANY_DECIMALS') {
    faults.push({ path, code: anyDigits.failure, message: AMOUNT_FAULTS[anyDigits.failure] })
  }
  if (!of.ok || !amount.ok) return fail(faults)
  const { code, ledgerDigits, practiceDigits } = of.value
  const digits = finest === 'practice' ? practiceDigits : ledgerDigits
  const amountMinor = amountToMinor(amount.value, ledgerDigits, digits)
  if (amountMinor.ok) return succeed({ currency: code, amountMinor: amountMinor.value })
  const message =
    amountMinor.failure === 'TOO_MANY_DECIMALS'
      ? `may have at most ${digits} decimals in ${code}`
      : AMOUNT_FAULTS[amountMinor.failure]
  return fail([{ path, code: amountMinor.failure, message }])
}

function readNumber(value: unknown, path: string, imprecise: readonly string[]): Result<number, Fault> {
  if (value === undefined) return fail(required(path, 'a number in major units, such as 100.50'))
  if (typeof value !== 'number')
    return fail(wrongType(path, 'must be a number such as 1500.50, with a point and without quotation marks'))
  // Beyond a double's range there are no digits left to count.
  if (value === Number.POSITIVE_INFINITY) return fail({ path, code: 'TOO_LARGE', message: 'is too large' })
  if (imprecise.includes(path)) {
    return fail({ path, code: 'TOO_MANY_DIGITS', message: 'may have at most 15 significant digits' })
  }
  return succeed(value)
}

/** An amount that is well-formed but too large: no method goes so far. */
export const isBeyondAllRanges = (faults: readonly Fault[]): boolean =>
  faults.length > 0 && faults.every(({ code }) => code === 'TOO_LARGE')

/** `money` of a grant or a request as in JSON: the shortest exact decimal text. */
export const moneyText = (
  money: Money,
): { readonly amount: string; readonly currencyCode: CurrencyCode } => ({
  amount: amountText(money.amountMinor, currency(money.currency)?.ledgerDigits ?? 0),
  currencyCode: money.currency,
})

/** The merchant's own ID from the path. */
export function readId(
  text: string,
  name: 'idPayin' | 'idPayout' | 'idRefund',
): Result<MerchantOrderId, Fault> {
  if (isMerchantOrderId(text)) return succeed(text)
  const message = 'must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ -, not starting with a dot'
  return fail({ path: `path:${name}`, code: 'INVALID_FORMAT', message })
}

export interface Addresses {
  readonly callbackUrl: string
  readonly returnUrl: string | undefined
}

export interface AddressRules {
  readonly profile: MerchantProfile
  readonly policy: AddressPolicy
  /** The token's addresses take precedence over the body's. */
  readonly grant: Pick<Grant, 'scope' | 'callbackUrl' | 'returnUrl'>
  /** Our own page for this payin, which may name itself. */
  readonly checkoutUrl: () => string
}

/**
 * `callbackUrl` (the token's, the body's, or the merchant's default) and `returnUrl`. With a payer's token the body has
 * no say: the callback is signed with the merchant's secret and sent from our network, and goes where the merchant
 * wants it.
 */
export function readAddresses(body: Body, rules: AddressRules): Result<Addresses, readonly Fault[]> {
  const { profile, grant } = rules
  if (isForPayers(grant.scope)) return addressesForPayer(body, rules)
  const faults: Fault[] = []
  const given = readUrl(body.callbackUrl, '/callbackUrl', faults)
  const back = readUrl(body.returnUrl, '/returnUrl', faults)
  const callbackUrl = grant.callbackUrl ?? given ?? profile.merchant.callbackUrl
  const returnUrl = grant.returnUrl ?? back
  if (callbackUrl === undefined && body.callbackUrl === undefined) {
    faults.push(required('/callbackUrl', 'your account has no default address'))
  }
  faults.push(...urlFaults({ callbackUrl: given, returnUrl: back }, rules))
  if (faults.length > 0 || callbackUrl === undefined) return fail(faults)
  return succeed({ callbackUrl, returnUrl })
}

/** A bank may lead back to the page from which we sent the customer: that page is ours, whoever names it. */
function addressesForPayer(
  body: Body,
  { profile, grant, checkoutUrl }: AddressRules,
): Result<Addresses, readonly Fault[]> {
  const callbackUrl = grant.callbackUrl ?? profile.merchant.callbackUrl
  const back = body.returnUrl
  const returnUrl = grant.returnUrl ?? (typeof back === 'string' && back === checkoutUrl() ? back : undefined)
  // It had one when the token was made, or there would be no token.
  if (callbackUrl === undefined) return fail([required('/callbackUrl', DEFAULT_REMOVED)])
  return succeed({ callbackUrl, returnUrl })
}

const DEFAULT_REMOVED =
  'the token has none, and the account no longer has a default address; use a token that has one'

function readUrl(value: unknown, path: string, faults: Fault[]): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length <= MAX_URL_LENGTH) return value
  faults.push(
    typeof value === 'string'
      ? { path, code: 'TOO_LONG', message: `must have at most ${MAX_URL_LENGTH} characters` }
      : wrongType(path, 'must be a string'),
  )
  return undefined
}

interface GivenAddresses {
  readonly callbackUrl?: string | undefined
  readonly returnUrl?: string | undefined
}

/** What is wrong with these addresses for this merchant. */
export function urlFaults(
  { callbackUrl, returnUrl }: GivenAddresses,
  { profile, policy }: Pick<AddressRules, 'profile' | 'policy'>,
): readonly Fault[] {
  const live = !profile.isTest
  const faults: Fault[] = []
  const ofCallback = callbackUrl === undefined ? undefined : callbackUrlFault(callbackUrl, { live, policy })
  if (ofCallback) faults.push({ path: '/callbackUrl', ...ofCallback })
  const allowedSchemes = profile.merchant.returnSchemes
  const ofReturn = returnUrl === undefined ? undefined : returnUrlFault(returnUrl, { live, allowedSchemes })
  if (ofReturn) faults.push({ path: '/returnUrl', ...ofReturn })
  return faults
}

const grantWords = ({ amount, currencyCode }: NonNullable<Grant['money']>): string =>
  `${readableAmount(amount, currency(currencyCode)?.ledgerDigits ?? 0)} ${currencyCode}`

/** If the token names an amount, a create must be of that amount. */
export function grantMoneyProblem(grant: Pick<Grant, 'money'>, money: Money): Problem | undefined {
  if (!grant.money) return undefined
  const requested = moneyText(money)
  if (grant.money.amount === requested.amount && grant.money.currencyCode === requested.currencyCode)
    return undefined
  return httpProblem(
    'SCOPE_EXCEEDED',
    `The token allows only a payment of ${grantWords(grant.money)}. This one is ${moneyWords(money)}.`,
  )
}

/**
 * For money that a signed-in person sends out: up to their own limit, and only with a fresh proof. A refund counts,
 * too: its payee may be anybody.
 */
export function personMoneyProblem(grant: Pick<Grant, 'scope'>, money: Money): Problem | undefined {
  const person = personIn(grant)
  if (!person) return undefined
  const { limits } = person
  if (!mayMove({ limits }, money))
    return httpProblem('SCOPE_EXCEEDED', 'this exceeds your limit per operation in this currency')
  return person.isProved ? undefined : stepUpNeeded()
}

/** SHA-256 of what the request means, whatever the order and spelling of its properties. */
export const requestHash = (known: Readonly<Record<string, unknown>>): string =>
  hashed(JSON.stringify(canonical(known)))

/** What a payment's create means. */
export interface CreateMeaning {
  readonly money: Money
  readonly method: string
  readonly operator: string | undefined
  readonly fields: object
  /** Both as received, whatever they are. In a payer's create they have no meaning. */
  readonly callbackUrl: unknown
  readonly returnUrl: unknown
}

/** The same as `requestHash`, in half the time: its parts are written in order. */
export const createHash = ({
  money,
  method,
  operator,
  fields,
  callbackUrl,
  returnUrl,
}: CreateMeaning): string =>
  hashed(
    JSON.stringify({
      callbackUrl: canonical(callbackUrl),
      fields: canonical(fields),
      method,
      money: { amountMinor: money.amountMinor.toString(), currency: money.currency },
      operator,
      returnUrl: canonical(returnUrl),
    }),
  )

const hashed = (text: string): string => hash('sha256', text, 'base64url')

/** With the properties of every object in order. An object that is already in order is returned unchanged. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(canonical)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  if (entries.every(isInOrder)) return value
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, canonical(each)]),
  )
}

const isInOrder = (
  [key, value]: readonly [string, unknown],
  index: number,
  entries: readonly (readonly [string, unknown])[],
): boolean =>
  (typeof value === 'string' || value === undefined) && (index === 0 || (entries[index - 1]?.[0] ?? '') < key)
