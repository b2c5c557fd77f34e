/**
 * Money: whole minor units in a branded bigint, never a float.
 *
 * In JSON an amount is a number. On input it is the double that JSON.parse produced, which is exact because numbers with more
 * than 15 significant digits were already rejected. On output it is text built from the bigint (`amountText`), because a double
 * would print 5e-7 and lose digits beyond 2^53.
 */
import type { FaultCode } from './faults.ts'
import { fail, type Result, succeed } from './result.ts'

declare const minorBrand: unique symbol
/** An amount in the currency's smallest ledger unit (ISO 4217 exponent; 6 for USDC and USDT). Postings may be negative. */
export type Minor = bigint & { readonly [minorBrand]: true }

declare const currencyBrand: unique symbol
/** A currency code of the catalogue. Created by `catalogue/currencies.ts`. */
export type CurrencyCode = string & { readonly [currencyBrand]: true }

export interface Money {
  readonly currency: CurrencyCode
  readonly amountMinor: Minor
}

export const minor = (value: bigint): Minor => value as Minor
export const ZERO: Minor = minor(0n)

export const negate = (a: Minor): Minor => minor(-a)

export type AmountFault = Extract<FaultCode, 'NOT_POSITIVE' | 'TOO_MANY_DECIMALS' | 'TOO_LARGE'>

/** A table, because the engine computes a power every time. */
const UNITS = Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(digits))

/** One major unit in minor units: 100n with two decimals. */
export const majorUnit = (ledgerDigits: number): bigint => UNITS[ledgerDigits] ?? 10n ** BigInt(ledgerDigits)

/** A double holds 15 significant digits exactly. This also limits the whole amount in minor units. */
const MAX_MINOR = 10n ** 15n

/**
 * An amount in major units, as in JSON → minor units of the ledger.
 *
 * @param amount finite, with at most 15 significant digits in its JSON text (checked by the body parser)
 * @param ledgerDigits decimals of the ledger's unit
 * @param allowedDigits decimals that the amount's value may have (`practice` of the currency): 100.00 JPY is 100
 */
export function amountToMinor(
  amount: number,
  ledgerDigits: number,
  allowedDigits: number,
): Result<Minor, AmountFault> {
  if (!(amount > 0)) return fail('NOT_POSITIVE')
  if (amount === Number.POSITIVE_INFINITY) return fail('TOO_LARGE')
  // A whole number has no decimals to count: twice as fast.
  if (Number.isSafeInteger(amount)) return belowMax(BigInt(amount) * majorUnit(ledgerDigits))
  const text = String(amount)
  // String() uses exponents below 1e-6 (finer than any currency here) and from 1e21 on.
  if (text.includes('e-')) return fail('TOO_MANY_DECIMALS')
  if (text.includes('e')) return fail('TOO_LARGE')
  const [whole = '0', fraction = ''] = text.split('.')
  if (fraction.length > allowedDigits) return fail('TOO_MANY_DECIMALS')
  return belowMax(BigInt(whole + fraction.padEnd(ledgerDigits, '0')))
}

const belowMax = (value: bigint): Result<Minor, AmountFault> =>
  value < MAX_MINOR ? succeed(minor(value)) : fail('TOO_LARGE')

/** A decimal string in major units, as limits are written in data files → minor units. Throws on bad data, which is a bug. */
export function minorFromText(text: string, ledgerDigits: number): Minor {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || (match[3] ?? '').length > ledgerDigits)
    throw new Error(`not an amount with ${ledgerDigits} decimals: ${text}`)
  const magnitude = BigInt((match[2] ?? '0') + (match[3] ?? '').padEnd(ledgerDigits, '0'))
  return minor(match[1] === '-' ? -magnitude : magnitude)
}

/** Minor units → the shortest exact decimal number, as in JSON: 1050n with 2 digits is `10.5`. */
export function amountText(amountMinor: Minor, ledgerDigits: number): string {
  const sign = amountMinor < 0n ? '-' : ''
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(ledgerDigits + 1, '0')
  const point = digits.length - ledgerDigits
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end -= 1
  const whole = digits.slice(0, point)
  return sign + (end === point ? whole : `${whole}.${digits.slice(point, end)}`)
}

/** With all decimals, as banks write it: 1050n with 2 digits is `10.50`. */
export function paddedAmountText(amountMinor: bigint, digits: number): string {
  const sign = amountMinor < 0n ? '-' : ''
  const text = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(digits + 1, '0')
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
}
