/** The days, in merchants' zones, that contain given quarter-hours. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayAfter, dayBegins, localTime } from '@sluice/core/foundation/zones.ts'
import type { Quarter } from '../payments/counting.ts'
import type { MerchantDay } from './store.ts'

type Day = Omit<MerchantDay, 'merchantId'>

/**
 * A thousand merchants with recent payments share a few zones and one quarter-hour, so each pair of those is computed
 * once. Computing it for each merchant blocked the process for 23 ms.
 *
 * @param zoneOf a merchant @returns each day once
 */
export function daysOf(
  quarters: readonly Quarter[],
  zoneOf: (merchantId: string) => string,
): readonly MerchantDay[] {
  const known = new Map<string, Day>()
  const dayOf = (zone: string, at: Instant): Day => {
    const name = `${zone} ${at}`
    const day = known.get(name) ?? dayIn(zone, at)
    known.set(name, day)
    return day
  }
  const days = new Map<string, MerchantDay>()
  for (const { merchantId, beginsAt } of quarters) {
    const day = dayOf(zoneOf(merchantId), beginsAt)
    days.set(`${merchantId} ${day.day}`, { merchantId, ...day })
  }
  return [...days.values()]
}

function dayIn(zone: string, at: Instant): Day {
  const { day } = localTime(zone, at)
  return { day, from: dayBegins(zone, day), before: dayBegins(zone, dayAfter(day)) }
}

const AT_ONCE = 96

/** Splits quarter-hours or days into as many as one statement counts or adds up. */
export function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / AT_ONCE)
  return Array.from({ length: count }, (_, index) => items.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
}
