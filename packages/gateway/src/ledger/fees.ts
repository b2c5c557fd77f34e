/**
 * What a payment costs the merchant: a percentage plus a fixed amount, with a minimum and a cap, rounded half up to the ledger's
 * minor unit, then VAT on the rounded fee, rounded the same way. Pure, in whole numbers: percentages and rates are decimal text,
 * never floats.
 */
import { type Minor, minor, minorFromText } from '@sluice/core/foundation/money.ts'
import type { Charges } from './postings.ts'

/** Amounts are decimal text in major units. `percent` is a percentage of the amount: "1.6" means 1.6 %. */
export interface FeeRule {
  readonly percent?: string
  readonly fixed?: string
  readonly min?: string
  readonly cap?: string
}

interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** A cache. The catalogue and the merchants' products use only a few different values. */
const ratios = new Map<string, Ratio>()
const MAX_RATIOS = 1_000

/** Decimal text as an exact fraction: "1.6" is 16/10. Throws on anything else, as rules are checked when they are set. */
function ratioFromText(text: string): Ratio {
  let ratio = ratios.get(text)
  if (ratio === undefined) {
    ratio = readRatio(text)
    if (ratios.size >= MAX_RATIOS) ratios.clear()
    ratios.set(text, ratio)
  }
  return ratio
}

function readRatio(text: string): Ratio {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  if (!match) throw new Error(`not a rate: ${text}`)
  const fraction = match[2] ?? ''
  return { numerator: BigInt((match[1] ?? '0') + fraction), denominator: 10n ** BigInt(fraction.length) }
}

const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

export interface FeeSchedule {
  readonly rule: FeeRule
  /** A fraction of the fee: "0.07" means 7 %. Leave it out if no VAT is charged. */
  readonly vatRate?: string | undefined
}

/** Fee and VAT for an amount. `ledgerDigits` is the number of decimals of the currency's ledger unit. */
export function chargesFor(amountMinor: Minor, schedule: FeeSchedule, ledgerDigits: number): Charges {
  const { rule, vatRate } = schedule
  const percent = ratioFromText(rule.percent ?? '0')
  const fixed = rule.fixed === undefined ? 0n : minorFromText(rule.fixed, ledgerDigits)
  let fee = divideHalfUp(amountMinor * percent.numerator, 100n * percent.denominator) + fixed
  if (rule.min !== undefined) fee = larger(fee, minorFromText(rule.min, ledgerDigits))
  if (rule.cap !== undefined) fee = smaller(fee, minorFromText(rule.cap, ledgerDigits))
  if (vatRate === undefined) return { feeMinor: minor(fee), vatMinor: minor(0n) }
  const rate = ratioFromText(vatRate)
  return { feeMinor: minor(fee), vatMinor: minor(divideHalfUp(fee * rate.numerator, rate.denominator)) }
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
