/** What CSV and XLSX share: which cells are numbers, and how a time is shown. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { zoneOffsetMs } from '@sluice/core/foundation/zones.ts'

const DECIMAL = /^-?\d{1,60}(?:\.\d{1,60})?$/

/** A negative amount begins like a formula, but is not one. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

/** Milliseconds since the epoch, as if local time were UTC. */
export function localMs(zone: string, at: Instant): number {
  const offsetMs = zoneOffsetMs(zone, at)
  assert(offsetMs !== undefined, 'a sheet is written in a zone that is known')
  return at + offsetMs
}

/** `2026-01-31T19:00:00.000+07:00`: unambiguous in whatever zone the reader is. */
export function zonedTime(zone: string, at: Instant): string {
  const local = localMs(zone, at)
  const minutes = Math.trunc((local - at) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${isoTime(local).slice(0, -1)}${sign}${twoDigits(hour)}:${twoDigits(minute)}`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
