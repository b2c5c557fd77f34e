/**
 * Running balances: what the account held after each row of a CSV statement. Each must lead to the next, with the
 * oldest or the newest row first. Pure.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { IF_MADE_UP } from './balances.ts'
import type { BalanceSpan } from './entry.ts'

export interface RunningBalance extends Pick<FileFault, 'line' | 'column'> {
  readonly balanceMinor: bigint
  /** Negative for a debit. */
  readonly movedMinor: bigint
}

/** @returns the first row that does not follow */
export function runsOn(rows: readonly RunningBalance[], { code }: Currency): FileFault | undefined {
  const breaks = [oldestFirst, newestFirst].map((expected) =>
    rows.findIndex((row, index) => {
      const before = rows[index - 1]
      return before !== undefined && row.balanceMinor !== expected(before, row)
    }),
  )
  if (breaks.includes(-1)) return undefined
  // The order that holds the longest is the one of the file.
  const at = Math.max(...breaks)
  const [before, row] = [rows[at - 1], rows[at]]
  if (!before || !row) return undefined
  const counted = (breaks[0] === at ? oldestFirst : newestFirst)(before, row)
  const [is, says] = [counted, row.balanceMinor].map((each) =>
    moneyWords({ currency: code, amountMinor: minor(each) }),
  )
  const message = `has the balance ${says}, but the rows add up to ${is}: a row is missing or is not an entry. ${IF_MADE_UP}`
  return { line: row.line, column: row.column, message }
}

const oldestFirst = (before: RunningBalance, row: RunningBalance): bigint =>
  before.balanceMinor + row.movedMinor
const newestFirst = (before: RunningBalance): bigint => before.balanceMinor - before.movedMinor

/** The balances before and after all connected rows. */
export function spansOf(rows: readonly RunningBalance[], entries: number): readonly BalanceSpan[] {
  const isOldestFirst = rows.every((row, index) => {
    const before = rows[index - 1]
    return before === undefined || row.balanceMinor === oldestFirst(before, row)
  })
  const [oldest, newest] = isOldestFirst ? [rows[0], rows.at(-1)] : [rows.at(-1), rows[0]]
  if (!oldest || !newest) return []
  const openingMinor = oldest.balanceMinor - oldest.movedMinor
  const closingMinor = newest.balanceMinor
  return [{ openingMinor, closingMinor, closingDay: undefined, first: 0, end: entries }]
}
