/**
 * Money: whole minor units in a branded bigint, never a float.
 *
 * On the wire an amount is a JSON number. It comes in as the double that JSON.parse made of it — exact, because
 * more than 15 significant digits were refused on the number's text before — and goes out as text built from the
 * bigint (`amountText`), because a double would write 5e-7 and lose digits beyond 2^53.
 */
import type { FaultCode } from './faults.ts'
import { fail, type Result, succeed } from './result.ts'

declare const minorBrand: unique symbol
/** An amount in the currency's smallest ledger unit (ISO 4217 exponent; 6 for USDC and USDT). May be negative in postings. */
export type Minor = bigint & { readonly [minorBrand]: true }

declare const currencyBrand: unique symbol
/** A currency code that the catalogue knows. Made by `catalogue/currencies.ts`. */
export type CurrencyCode = string & { readonly [currencyBrand]: true }

export interface Money {
  readonly currency: CurrencyCode
  readonly amountMinor: Minor
}

export const minor = (value: bigint): Minor => value as Minor
export const ZERO: Minor = minor(0n)

export const negate = (a: Minor): Minor => minor(-a)

export type AmountFault = Extract<FaultCode, 'NOT_POSITIVE' | 'TOO_MANY_DECIMALS' | 'TOO_LARGE'>

/** Powers are worked out anew each time they are written. */
const UNITS = Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(digits))

/** One major unit in minor units: 100n where there are two digits. */
export const majorUnit = (ledgerDigits: number): bigint => UNITS[ledgerDigits] ?? 10n ** BigInt(ledgerDigits)

/** 15 significant digits: what a double carries exactly; so also the bound for the whole amount in minor units. */
const MAX_MINOR = 10n ** 15n

/**
 * A wire amount in major units → minor units of the ledger.
 *
 * @param amount finite, and of at most 15 significant digits in its JSON text (checked by the body parser)
 * @param ledgerDigits decimals of the ledger's unit
 * @param allowedDigits decimals the amount may have (the `practice` of the currency), by value: 100.00 JPY is 100
 */
export function amountToMinor(
  amount: number,
  ledgerDigits: number,
  allowedDigits: number,
): Result<Minor, AmountFault> {
  if (!(amount > 0)) return fail('NOT_POSITIVE')
  if (amount === Number.POSITIVE_INFINITY) return fail('TOO_LARGE')
  // Without decimals there are none to be counted: half of the time.
  if (Number.isSafeInteger(amount)) return belowMax(BigInt(amount) * majorUnit(ledgerDigits))
  const text = String(amount)
  // String() switches to exponents below 1e-6 (finer than any currency here) and from 1e21 on.
  if (text.includes('e-')) return fail('TOO_MANY_DECIMALS')
  if (text.includes('e')) return fail('TOO_LARGE')
  const [whole = '0', fraction = ''] = text.split('.')
  if (fraction.length > allowedDigits) return fail('TOO_MANY_DECIMALS')
  return belowMax(BigInt(whole + fraction.padEnd(ledgerDigits, '0')))
}

const belowMax = (value: bigint): Result<Minor, AmountFault> =>
  value < MAX_MINOR ? succeed(minor(value)) : fail('TOO_LARGE')

/** A decimal string in major units, as the data files write limits → minor units. Throws on bad data: that is a bug. */
export function minorFromText(text: string, ledgerDigits: number): Minor {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || (match[3] ?? '').length > ledgerDigits)
    throw new Error(`not an amount with ${ledgerDigits} decimals: ${text}`)
  const magnitude = BigInt((match[2] ?? '0') + (match[3] ?? '').padEnd(ledgerDigits, '0'))
  return minor(match[1] === '-' ? -magnitude : magnitude)
}

/** Minor units → the shortest exact decimal number, as it stands in JSON: 1050n with 2 digits is `10.5`. */
export function amountText(amountMinor: Minor, ledgerDigits: number): string {
  const sign = amountMinor < 0n ? '-' : ''
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(ledgerDigits + 1, '0')
  const point = digits.length - ledgerDigits
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end -= 1
  const whole = digits.slice(0, point)
  return sign + (end === point ? whole : `${whole}.${digits.slice(point, end)}`)
}

/** The same with all its decimals, as banks write it: 1050n with 2 digits is `10.50`. */
export function paddedAmountText(amountMinor: bigint, digits: number): string {
  const sign = amountMinor < 0n ? '-' : ''
  const text = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(digits + 1, '0')
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
}
