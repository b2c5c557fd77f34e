/**
 * Verifies statements by their balances: the entries must lead from the opening to the closing balance, and within a
 * file each statement must open with the closing balance of the one before. Otherwise the file was cut off, or
 * something was misread, perhaps a payer's text that looks like an entry. Pure.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import type { BalanceSpan, ParsedEntry } from './entry.ts'

export interface Span extends BalanceSpan {
  /** The position of its opening balance. */
  readonly place: Pick<FileFault, 'line' | 'column'>
}

/** Added to every fault of a balance, for banks that have no real balances. */
export const IF_MADE_UP =
  'Export the complete statement again. If this bank provides no real balances, set that for the account: sluice accounts balances <id> NOT_PROVIDED_BY_BANK'

export const signedMinor = ({ direction, money }: Pick<ParsedEntry, 'direction' | 'money'>): bigint =>
  direction === 'credit' ? money.amountMinor : -money.amountMinor

const written = (amountMinor: bigint, { code }: Currency): string =>
  moneyWords({ currency: code, amountMinor: minor(amountMinor) })

/** @returns the fault if the entries add up to `countedMinor` */
export const notLed = (countedMinor: bigint, closingMinor: bigint, currency: Currency): string | undefined =>
  countedMinor === closingMinor
    ? undefined
    : `says ${written(closingMinor, currency)}, but the opening balance and the entries add up to ${written(countedMinor, currency)}: something is missing or is not an entry. ${IF_MADE_UP}`

/** Statements follow each other from oldest to newest or the reverse, without gaps and without duplicates. */
export function notJoined(spans: readonly Span[], currency: Currency): FileFault | undefined {
  const gapIn = (list: readonly Span[]) =>
    list.findIndex((span, index) => index > 0 && list[index - 1]?.closingMinor !== span.openingMinor)
  const at = gapIn(spans)
  const [before, after] = [spans[at - 1], spans[at]]
  if (!before || !after || gapIn(spans.toReversed()) < 0) return undefined
  const message = `opens with ${written(after.openingMinor, currency)}, but the previous statement closes with ${written(before.closingMinor, currency)}: a statement is missing in between or appears twice. ${IF_MADE_UP}`
  return { ...after.place, message }
}

const MOST_SUMS = 500_000

/**
 * Whether some of these amounts add up to zero: then the balances are right with and without them and prove nothing.
 * Also true if there are too many to compute.
 */
export function cancelOut(amounts: readonly bigint[]): boolean {
  const credits = amounts.filter((amount) => amount > 0n)
  const debits = amounts.filter((amount) => amount < 0n).map((amount) => -amount)
  const most = debits.reduce((sum, amount) => sum + amount, 0n)
  if (credits.length === 0 || debits.length === 0) return false
  const [came, went] = [credits, debits].map((list) => sumsOf(list, most))
  if (!came || !went) return true
  return [...came].some((sum) => sum > 0n && went.has(sum))
}

/** The sums of all subsets, up to `most`; undefined if that is too much work. */
function sumsOf(amounts: readonly bigint[], most: bigint): ReadonlySet<bigint> | undefined {
  const sums = new Set([0n])
  let work = 0
  for (const amount of amounts) {
    work += sums.size
    if (work > MOST_SUMS) return undefined
    for (const sum of [...sums]) if (sum + amount <= most) sums.add(sum + amount)
  }
  return sums
}
