/** @jsxImportSource preact */
/**
 * Times in the time zone that the screen names, never in the browser's, so that two operators in two countries see the
 * same. The tooltip shows UTC. A day without time is shown unchanged.
 */
import { signal } from '@preact/signals'

/** The time zone of the screens: an IANA name. The app stores it. */
export const zone = signal('UTC')

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

export function isZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}

/** `2026-11-22 16:05:09`; text that is no time stays unchanged. */
export function timeText(iso: string, timeZone: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}:${of('second')}`
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** `3 d`, `5 h`, `12 min`, `40 s`: only the largest unit, rounded down. */
export function spanText(seconds: number): string {
  for (const [unit, size] of UNITS) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`
  return `${Math.max(0, Math.floor(seconds))} s`
}

/** How long ago, or how soon. */
export function distanceText(iso: string, nowMs: number): string {
  const seconds = (new Date(iso).getTime() - nowMs) / 1_000
  return seconds <= 0 ? `${spanText(-seconds)} ago` : `in ${spanText(seconds)}`
}

const DAY_ONLY = /^\d{4}-\d\d-\d\d$/

/** @param brief without the seconds */
export function Time({ at, brief = false }: { readonly at: string; readonly brief?: boolean }) {
  if (DAY_ONLY.test(at)) return <time dateTime={at}>{at}</time>
  const shown = timeText(at, zone.value)
  return (
    <time dateTime={at} title={`${timeText(at, 'UTC')} UTC`}>
      {brief ? shown.slice(0, 16) : shown}
    </time>
  )
}
