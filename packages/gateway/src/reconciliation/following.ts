/**
 * Whether a statement follows the last imported one; then it needs no approval. Pure.
 *
 * A forged statement is contradicted by the bank's next one, unless it contains a debit as large as its credit; then
 * only the day's reconciliation shows the two entries. If people upload statements, the policy can require approval for
 * all of them (`bank-feed.statement`).
 *
 * A statement follows if it opens with the last closing balance. A longer statement of a day reported before follows if
 * its new entries lead from the last closing balance to its own. A statement of earlier days alone never follows,
 * because the last closing balance would stay and nothing would contradict it.
 */
import { dayText } from '@sluice/core/foundation/instants.ts'
import { signedMinor } from './balances.ts'
import type { BalanceSpan, BankEntry } from './entry.ts'
import type { StatementDay } from './statement-days.ts'
import type { ImportResult } from './store.ts'

/** The account's closing balance by its last statement. */
export interface LastClosing {
  /** Number of closings so far. */
  readonly seq: number
  /** The last day of the statement: `2026-11-21`. */
  readonly day: string
  readonly closingMinor: bigint
}

/** All statements of a file as one. */
export interface WholeStatement {
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  readonly lastDay: string
}

/** @returns undefined if balances do not verify all of it */
export function wholeStatement(
  spans: readonly BalanceSpan[],
  entries: readonly BankEntry[],
  days: readonly StatementDay[],
): WholeStatement | undefined {
  // Files have their statements from oldest to newest, or the reverse.
  const isRising = spans.every(
    ({ openingMinor }, index) => index === 0 || spans[index - 1]?.closingMinor === openingMinor,
  )
  const [oldest, newest] = isRising ? [spans[0], spans.at(-1)] : [spans.at(-1), spans[0]]
  const lastDay = days
    .map(({ day }) => day)
    .sort()
    .at(-1)
  if (!oldest || !newest || lastDay === undefined) return undefined
  const { openingMinor } = oldest
  const { closingMinor } = newest
  if (openingMinor + sumOf(entries) !== closingMinor) return undefined
  return { openingMinor, closingMinor, lastDay }
}

/** @param taken what each entry would become, in their order */
export function follows(
  last: LastClosing,
  { openingMinor, closingMinor, lastDay }: WholeStatement,
  entries: readonly BankEntry[],
  taken: readonly ImportResult[],
): boolean {
  if (lastDay < last.day) return false
  if (openingMinor === last.closingMinor) return true
  const newMinor = sumOf(entries.filter((_, index) => taken[index] === 'new'))
  // A conflicting reference belongs to another movement, which the last statement may have contained.
  const reusedMinor = sumOf(entries.filter((_, index) => taken[index] === 'conflict'))
  const before = closingMinor - newMinor
  return before === last.closingMinor || before - reusedMinor === last.closingMinor
}

/** No time zone is further ahead. */
const FURTHEST_ZONE_MS = 14 * 3_600_000

/**
 * Whether this can become the last closing balance. One of a day that has not begun anywhere would keep the bank's own
 * statements from following.
 */
export const comesAfter = (
  last: LastClosing | undefined,
  { lastDay }: WholeStatement,
  now: number,
): boolean => (last === undefined || lastDay >= last.day) && lastDay <= dayText(now + FURTHEST_ZONE_MS)

const sumOf = (entries: readonly BankEntry[]): bigint =>
  entries.reduce((sum, entry) => sum + signedMinor(entry), 0n)
