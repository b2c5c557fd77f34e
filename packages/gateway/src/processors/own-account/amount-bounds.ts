/**
 * Which amounts an account accepts, and the fault that a merchant gets for any other. If payers are recognised by the
 * amount, that is less than the account's range: from the smallest to the largest amount that has another amount near
 * enough. Pure.
 */
import { amountWords } from '@sluice/core/catalogue/amounts.ts'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { AmountRange } from '@sluice/core/catalogue/limits.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { type CurrencyCode, type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import { slotsOf } from './slots.ts'

const AMOUNT = '/paymentRequested/money/amount'
/** 0.5 % of it is one unit. */
const SMALLEST_UNITS = 200n
/** One in five amounts looks like a price, so a neighbour is found within a few. */
const TRIED_UNITS = 10n

/**
 * @returns the smallest and the largest amount of this range whose payer can be recognised by the amount; undefined:
 * there is none
 */
export function recognisable(
  code: CurrencyCode,
  { minMinor, maxMinor }: AmountRange,
): AmountRange | undefined {
  const { ledgerDigits, practiceDigits } = offered(code)
  const unit = 10n ** BigInt(ledgerDigits - practiceDigits)
  const lowest = [minMinor, minor(SMALLEST_UNITS * unit)].reduce((one, other) => (one > other ? one : other))
  const isTaken = (amountMinor: Minor): boolean =>
    slotsOf({ currency: code, amountMinor }, { minMinor, maxMinor }).length > 0
  const first = steps((lowest + unit - 1n) / unit, 1n, unit).find(isTaken)
  const last = steps(maxMinor / unit, -1n, unit).find(isTaken)
  return first === undefined || last === undefined || first > last
    ? undefined
    : { minMinor: first, maxMinor: last }
}

const steps = (fromUnits: bigint, step: bigint, unit: bigint): Minor[] =>
  Array.from({ length: Number(TRIED_UNITS) }, (_, n) => minor((fromUnits + step * BigInt(n)) * unit)).filter(
    (amountMinor) => amountMinor > 0n,
  )

/** @returns what is wrong with this amount; undefined if there is no range, or it lies within one */
export function outOfBounds(money: Money, ranges: readonly AmountRange[]): Fault | undefined {
  const nearest = nearestOf(money.amountMinor, ranges)
  if (nearest.length === 0) return undefined
  const text = (amountMinor: Minor): string => amountWords(amountMinor, money.currency)
  const bounds = nearest.map(({ minMinor, maxMinor }) => `from ${text(minMinor)} to ${text(maxMinor)}`)
  return { path: AMOUNT, code: 'OUT_OF_RANGE', message: `must be ${bounds.join(', or ')}` }
}

/** The ranges just below and just above this amount; overlapping ranges of accounts count as one. */
function nearestOf(amountMinor: Minor, ranges: readonly AmountRange[]): readonly AmountRange[] {
  const merged: AmountRange[] = []
  for (const range of [...ranges].sort((one, other) => (one.minMinor < other.minMinor ? -1 : 1))) {
    const last = merged.at(-1)
    if (!last || range.minMinor > last.maxMinor) merged.push(range)
    else if (range.maxMinor > last.maxMinor) {
      merged[merged.length - 1] = { minMinor: last.minMinor, maxMinor: range.maxMinor }
    }
  }
  const below = merged.findLast(({ maxMinor }) => maxMinor < amountMinor)
  const above = merged.find(({ minMinor }) => minMinor > amountMinor)
  const isWithin = merged.some((range) => range.minMinor <= amountMinor && amountMinor <= range.maxMinor)
  return isWithin ? [] : [below, above].filter((range) => range !== undefined)
}
