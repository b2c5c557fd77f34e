/**
 * Whether a statement follows from the last one that was taken in: then nobody has to be asked whether it is true. Pure.
 *
 * Whoever makes one up is contradicted by the next one of the bank, unless it takes as much out again as it brings: then only the day's
 * reconciliation shows the two entries. Where people bring statements, the policy can have these wait, too (`bank-feed.statement`).
 *
 * It follows where it opens with what the last one closed with. A statement of a day that has grown since tells of the same day once more:
 * it follows where all that is new in it leads from what the last one closed with to what it closes with itself. It never tells of
 * days before the last one's alone, for the last one's closing balance would stand, and nothing would contradict it.
 */
import { dayText } from '../foundation/instants.ts'
import { signedMinor } from './balances.ts'
import type { BalanceSpan, BankEntry } from './entry.ts'
import type { StatementDay } from './statement-days.ts'
import type { ImportResult } from './store.ts'

/** What the account held by the last statement. */
export interface LastClosing {
  /** How many there were. */
  readonly seq: number
  /** The last that it tells of: `2026-11-21`. */
  readonly day: string
  readonly closingMinor: bigint
}

/** All statements of a file as one. */
export interface WholeStatement {
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  readonly lastDay: string
}

/** @returns undefined where balances do not prove the whole of it */
export function wholeStatement(
  spans: readonly BalanceSpan[],
  entries: readonly BankEntry[],
  days: readonly StatementDay[],
): WholeStatement | undefined {
  // Files have their statements from the oldest to the newest, or the other way round.
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

/** @param taken what each entry would be, in their order */
export function follows(
  last: LastClosing,
  { openingMinor, closingMinor, lastDay }: WholeStatement,
  entries: readonly BankEntry[],
  taken: readonly ImportResult[],
): boolean {
  if (lastDay < last.day) return false
  if (openingMinor === last.closingMinor) return true
  const newMinor = sumOf(entries.filter((_, index) => taken[index] === 'new'))
  // What is a case for its reference names another movement: the last statement may have had it, too.
  const reusedMinor = sumOf(entries.filter((_, index) => taken[index] === 'conflict'))
  const before = closingMinor - newMinor
  return before === last.closingMinor || before - reusedMinor === last.closingMinor
}

/** No zone is further ahead. */
const FURTHEST_ZONE_MS = 14 * 3_600_000

/** Whether this can be the last closing balance from now on. One of a day that has begun nowhere yet would keep the bank's own from following. */
export const comesAfter = (
  last: LastClosing | undefined,
  { lastDay }: WholeStatement,
  now: number,
): boolean => (last === undefined || lastDay >= last.day) && lastDay <= dayText(now + FURTHEST_ZONE_MS)

const sumOf = (entries: readonly BankEntry[]): bigint =>
  entries.reduce((sum, entry) => sum + signedMinor(entry), 0n)
