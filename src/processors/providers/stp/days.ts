/**
 * Days of operation: SPEI counts a transfer to a day, and STP knows a tracking key again within such a day alone.
 *
 * The day ends at 18:00 in Mexico City; what comes later, or on a weekend, belongs to the next day on which banks work. Which days banks
 * keep nobody tells us, so a day is never computed to send it: only to know where to look, and that two moments are of one day. Pure.
 */
import { dayPlus, weekdayOf } from '../../../foundation/business-days.ts'
import type { Instant } from '../../../foundation/deps.ts'
import { localTime } from '../../../foundation/zones.ts'

const MEXICO = 'America/Mexico_City'
/** An hour off the two ends that a day might have, in seconds of the day: 18:00, and midnight. */
const CERTAIN = [
  [3_600, 61_200],
  [68_400, 82_800],
] as const
const MOST_DAYS = 10
/** As `YYYYMMDD`. */
const asStp = (day: string): string => day.replaceAll('-', '')

/** Whether both, and all between them, are of one day for certain. */
export function isOneDay(one: Instant, other: Instant): boolean {
  const [first, last] = [localTime(MEXICO, one), localTime(MEXICO, other)]
  return (
    first.day === last.day &&
    first.secondOfDay <= last.secondOfDay &&
    CERTAIN.some(([from, to]) => first.secondOfDay >= from && last.secondOfDay <= to)
  )
}

/**
 * The days that something since then can be of, the latest first, as STP writes them; besides the one that is open now.
 * @returns at most ten: the first five and the last five of more
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
