/** Dates as ECPay writes them: in Taipei, which has no summer time. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayOfParts, isoTime, timeOfDayMs } from '@sluice/core/foundation/instants.ts'

const TAIPEI_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
const DATE = /^(\d{4})\/(\d{2})\/(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/** `2026/11/23 11:05:09` */
export const taipeiTime = (at: Instant): string =>
  isoTime(at + TAIPEI_MS)
    .slice(0, 19)
    .replaceAll('-', '/')
    .replace('T', ' ')

/** @param text a date alone lasts until its end. @returns undefined if it is no date */
export function instantOf(text: string): Instant | undefined {
  const [, year = '', month = '', day = '', hour, minute = '', second = ''] = DATE.exec(text) ?? []
  const midnight = dayOfParts(year, month, day)
  if (midnight === undefined) return undefined
  const sinceMidnightMs = hour === undefined ? DAY_MS - 1_000 : timeOfDayMs(hour, minute, second)
  return sinceMidnightMs === undefined ? undefined : midnight - TAIPEI_MS + sinceMidnightMs
}

const wholeUnits = (durationMs: number, unitMs: number, most: number): number =>
  Math.min(most, Math.max(1, Math.ceil(durationMs / unitMs)))

/** How long a bank account stays open: at least as long as the payin. */
export const daysOf = (durationMs: number): number => wholeUnits(durationMs, DAY_MS, 60)
/** How long a store accepts the code. */
export const minutesOf = (durationMs: number): number => wholeUnits(durationMs, 60_000, 43_200)
