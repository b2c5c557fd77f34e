/**
 * Splits a statement's balances into days: in a statement over several days, the entries give the balances between
 * them. Days are those of the account's time zone. Pure.
 */
import { createHash } from 'node:crypto'
import { dayText } from '@sluice/core/foundation/instants.ts'
import { dayAfter, localTime } from '@sluice/core/foundation/zones.ts'
import { signedMinor } from './balances.ts'
import type { BalanceSpan, ParsedEntry } from './entry.ts'

/** The account's balance before and after a day, as the bank reports it. */
export interface StatementDay {
  /** `2026-11-21`. */
  readonly day: string
  /** Derived from the content, so that the same statement again is the same. */
  readonly id: string
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  /** Of the whole statement. */
  readonly firstDay: string
  readonly lastDay: string
}

/** If a bank reports only days, they are its own days. */
export const dayOfEntry = (
  { bookedAt, bookedPrecision }: Pick<ParsedEntry, 'bookedAt' | 'bookedPrecision'>,
  timeZone: string,
): string => (bookedPrecision === 'day' ? dayText(bookedAt) : localTime(timeZone, bookedAt).day)

/**
 * Days without an entry between two days of a statement belong to it. If the gap is longer, only the days with entries
 * are stored.
 */
const MOST_DAYS_IN_A_ROW = 40

export function statementDays(
  spans: readonly BalanceSpan[],
  entries: readonly ParsedEntry[],
  timeZone: string,
): readonly StatementDay[] {
  return spans.flatMap((span) => daysOf(span, entries.slice(span.first, span.end), timeZone))
}

function daysOf(
  { openingMinor, closingMinor, closingDay }: BalanceSpan,
  entries: readonly ParsedEntry[],
  timeZone: string,
): readonly StatementDay[] {
  const moved = new Map<string, bigint>()
  for (const entry of entries) {
    const day = dayOfEntry(entry, timeZone)
    moved.set(day, (moved.get(day) ?? 0n) + signedMinor(entry))
  }
  const reported = [...new Set([...moved.keys(), ...(closingDay === undefined ? [] : [closingDay])])].sort()
  const [firstDay, lastDay] = [reported[0], reported.at(-1)]
  if (firstDay === undefined || lastDay === undefined) return []
  const name = createHash('sha256')
  name.update(JSON.stringify([`${openingMinor}`, `${closingMinor}`, closingDay]))
  for (const entry of entries)
    name.update(JSON.stringify([entry.reference, entry.bookedAt, `${signedMinor(entry)}`]))
  const id = name.digest('hex').slice(0, 24)
  let heldMinor = openingMinor
  return withDaysBetween(reported).map((day) => {
    const before = heldMinor
    heldMinor += moved.get(day) ?? 0n
    return { day, id, openingMinor: before, closingMinor: heldMinor, firstDay, lastDay }
  })
}

function withDaysBetween(reported: readonly string[]): readonly string[] {
  const days: string[] = []
  for (const day of reported) {
    const before = days.at(-1)
    const between: string[] = []
    if (before !== undefined) {
      for (
        let next = dayAfter(before);
        next < day && between.length <= MOST_DAYS_IN_A_ROW;
        next = dayAfter(next)
      )
        between.push(next)
    }
    days.push(...(between.length > MOST_DAYS_IN_A_ROW ? [] : between), day)
  }
  return days
}
