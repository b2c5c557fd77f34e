/** Dates as ECPay writes them: in Taipei, which has no summer time. Pure. */
import type { Instant } from '../../../foundation/deps.ts'

const TAIPEI_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
const DATE = /^(\d{4})\/(\d{2})\/(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/** `2026/11/23 11:05:09` */
export const taipeiTime = (at: Instant): string =>
  new Date(at + TAIPEI_MS).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')

/** @param text a day alone lasts until its end. @returns undefined of what is no such date */
export function instantOf(text: string): Instant | undefined {
  const [, year, month, day, hour, minute, second] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  const begins = Date.UTC(Number(year), Number(month) - 1, Number(day)) - TAIPEI_MS
  if (hour === undefined) return begins + DAY_MS - 1_000
  return begins + (Number(hour) * 3_600 + Number(minute) * 60 + Number(second)) * 1_000
}

const wholeUnits = (durationMs: number, unitMs: number, most: number): number =>
  Math.min(most, Math.max(1, Math.ceil(durationMs / unitMs)))

/** For how long a bank account is to stay open: never less than the payin. */
export const daysOf = (durationMs: number): number => wholeUnits(durationMs, DAY_MS, 60)
/** For how long a store takes the code. */
export const minutesOf = (durationMs: number): number => wholeUnits(durationMs, 60_000, 43_200)
