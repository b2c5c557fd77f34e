/**
 * Operating days: SPEI counts each transfer to a day, and STP recognises a tracking key only within such a day.
 *
 * The day ends at 18:00 in Mexico City; later transfers, and those on a weekend, belong to the next banking day. Bank holidays are not
 * known here, so a day is never computed for sending: only to know where to look, and whether two times are of one day. Pure.
 */
import { dayPlus, weekdayOf } from '@sluice/core/foundation/business-days.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'

const MEXICO = 'America/Mexico_City'
/** An hour away from both possible ends of a day, 18:00 and midnight, in seconds of the day. */
const CERTAIN = [
  [3_600, 61_200],
  [68_400, 82_800],
] as const
const MOST_DAYS = 10
const asStp = (day: string): string => day.replaceAll('-', '')

/** Whether both times, and all between them, are certainly of one day. */
export function isOneDay(one: Instant, other: Instant): boolean {
  const [first, last] = [localTime(MEXICO, one), localTime(MEXICO, other)]
  return (
    first.day === last.day &&
    first.secondOfDay <= last.secondOfDay &&
    CERTAIN.some(([from, to]) => first.secondOfDay >= from && last.secondOfDay <= to)
  )
}

/**
 * The possible days of a transfer since then, the latest first, without the current one.
 * @returns at most ten: if there are more, the first five and the last five
 */
export function daysSince(from: Instant, now: Instant): readonly string[] {
  const days: string[] = []
  const today = localTime(MEXICO, now).day
  for (let day = localTime(MEXICO, from).day; day <= today; day = dayPlus(day, 1))
    if (weekdayOf(day) % 6 !== 0) days.push(asStp(day))
  const half = MOST_DAYS / 2
  const near = days.length <= MOST_DAYS ? days : [...days.slice(0, half), ...days.slice(-half)]
  return near.toReversed()
}
