/**
 * Balances prove a statement: from the opening one its entries must lead to the closing one, and from statement to statement of a
 * file the closing one is the next opening one. Otherwise the file was cut, or something in it means another thing than was read:
 * perhaps a payer's text that was taken for an entry. Pure.
 */
import { moneyWords } from '../catalogue/amounts.ts'
import type { Currency } from '../catalogue/currencies.ts'
import { minor } from '../foundation/money.ts'
import type { FileFault } from '../foundation/xml.ts'
import type { BalanceSpan, ParsedEntry } from './entry.ts'

export interface Span extends BalanceSpan {
  /** Where its opening balance stands. */
  readonly place: Pick<FileFault, 'line' | 'column'>
}

/** Said of whatever is wrong with a balance, for a bank that has none to give. */
export const IF_MADE_UP =
  'Export the statement anew, whole. If this bank gives no true balances, say so of the account: sluice accounts balances <id> NOT_PROVIDED_BY_BANK'

export const signedMinor = ({ direction, money }: Pick<ParsedEntry, 'direction' | 'money'>): bigint =>
  direction === 'credit' ? money.amountMinor : -money.amountMinor

const written = (amountMinor: bigint, { code }: Currency): string =>
  moneyWords({ currency: code, amountMinor: minor(amountMinor) })

/** @returns what is wrong where the entries come to `countedMinor` */
export const notLed = (countedMinor: bigint, closingMinor: bigint, currency: Currency): string | undefined =>
  countedMinor === closingMinor
    ? undefined
    : `says ${written(closingMinor, currency)}, but the opening balance and the entries come to ${written(countedMinor, currency)}: something is missing, or is not an entry. ${IF_MADE_UP}`

/** Statements follow each other from the oldest to the newest, or the other way round; none is missing, and none there twice. */
export function notJoined(spans: readonly Span[], currency: Currency): FileFault | undefined {
  const gapIn = (list: readonly Span[]) =>
    list.findIndex((span, index) => index > 0 && list[index - 1]?.closingMinor !== span.openingMinor)
  const at = gapIn(spans)
  const [before, after] = [spans[at - 1], spans[at]]
  if (!before || !after || gapIn(spans.toReversed()) < 0) return undefined
  const message = `opens with ${written(after.openingMinor, currency)}, but the statement before it closes with ${written(before.closingMinor, currency)}: one between them is missing, or one is there twice. ${IF_MADE_UP}`
  return { ...after.place, message }
}

const MOST_SUMS = 500_000

/**
 * Whether some of these amounts add up to nothing: then balances are right with them and without them, and prove neither. Where
 * there are too many to say, they do.
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

/** Of every choice of these, up to `most`; undefined where that is too much work. */
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
