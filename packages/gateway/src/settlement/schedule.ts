/**
 * Settlement periods: each instant belongs to exactly one. Pure.
 *
 * A period ends at the cut-off of a settlement day and begins where the one before ended; it is named after the day on
 * which it ends. DAILY: every business day. WEEKLY and MONTHLY: the agreed day, or the first business day after it.
 * Cut-offs are instants and only their order counts, so no day is repeated or skipped when clocks change.
 */
import {
  type BusinessCalendar,
  dayPlus,
  isBusinessDay,
  weekdayOf,
} from '@sluice/core/foundation/business-days.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { instantOf, localTime } from '@sluice/core/foundation/zones.ts'
import type { SettlementTiming } from './agreement.ts'

export interface SettlementPeriod {
  /** `YYYY-MM-DD`: the settlement day. */
  readonly day: string
  readonly from: Instant
  /** Exclusive: the cut-off. */
  readonly to: Instant
}

/** Twice a month with the longest holidays. */
const MAX_DAYS = 100

/** MANUAL: an operator decides when, so any day can be one. */
function isNamed(day: string, { schedule, weekday, dayOfMonth }: SettlementTiming): boolean {
  switch (schedule) {
    case 'DAILY':
    case 'MANUAL':
      return true
    case 'WEEKLY':
      return weekdayOf(day) === weekday % 7
    case 'MONTHLY': {
      const [date, last] = [Number(day.slice(8)), lastOfMonth(day)]
      return date === Math.min(dayOfMonth, last)
    }
  }
}

function lastOfMonth(day: string): number {
  let last = day
  while (dayPlus(last, 1).slice(0, 7) === day.slice(0, 7)) last = dayPlus(last, 1)
  return Number(last.slice(8))
}

/**
 * Whether a period ends on this day: it is a business day, and either the agreed day or the first business day after
 * it.
 */
export function isSettlementDay(day: string, timing: SettlementTiming, calendar: BusinessCalendar): boolean {
  if (!isBusinessDay(day, calendar)) return false
  let named = day
  for (let back = 0; back < MAX_DAYS; back++) {
    if (isNamed(named, timing)) return true
    named = dayPlus(named, -1)
    if (isBusinessDay(named, calendar)) return false
  }
  return false
}

const cutOffOf = (day: string, { zone, cutOff }: SettlementTiming): Instant => instantOf(zone, day, cutOff)

/** The period of this instant; undefined if the calendar has no business day for months. */
export function periodAt(
  at: Instant,
  timing: SettlementTiming,
  calendar: BusinessCalendar,
): SettlementPeriod | undefined {
  const today = localTime(timing.zone, at).day
  const next = firstFrom(dayPlus(today, -1), 1, timing, calendar, (cutOff) => cutOff > at)
  const last = firstFrom(dayPlus(today, 1), -1, timing, calendar, (cutOff) => cutOff <= at)
  return next && last && { day: next.day, from: last.cutOff, to: next.cutOff }
}

/** The last period that had ended by then. */
export function periodBefore(
  at: Instant,
  timing: SettlementTiming,
  calendar: BusinessCalendar,
): SettlementPeriod | undefined {
  const current = periodAt(at, timing, calendar)
  return current && periodAt(current.from - 1, timing, calendar)
}

/** The next periods, beginning with the current one; empty for MANUAL. */
export function periodsFrom(
  at: Instant,
  many: number,
  timing: SettlementTiming,
  calendar: BusinessCalendar,
): readonly SettlementPeriod[] {
  const periods: SettlementPeriod[] = []
  if (timing.schedule === 'MANUAL') return periods
  let next = periodAt(at, timing, calendar)
  while (next && periods.length < many) {
    periods.push(next)
    next = periodAt(next.to, timing, calendar)
  }
  return periods
}

function firstFrom(
  start: string,
  step: 1 | -1,
  timing: SettlementTiming,
  calendar: BusinessCalendar,
  holds: (cutOff: Instant) => boolean,
): { readonly day: string; readonly cutOff: Instant } | undefined {
  let day = start
  for (let tried = 0; tried < MAX_DAYS; tried++) {
    if (isSettlementDay(day, timing, calendar)) {
      const cutOff = cutOffOf(day, timing)
      if (holds(cutOff)) return { day, cutOff }
    }
    day = dayPlus(day, step)
  }
  return undefined
}
