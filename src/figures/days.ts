/** The days of merchants' zones that quarters of an hour are in. Pure. */
import { dayAfter, dayBegins, localTime } from '../foundation/zones.ts'
import type { Quarter } from '../payments/counting.ts'
import type { MerchantDay } from './store.ts'

/** @param zoneOf of a merchant @returns each day once */
export function daysOf(
  quarters: readonly Quarter[],
  zoneOf: (merchantId: string) => string,
): readonly MerchantDay[] {
  const days = new Map<string, MerchantDay>()
  for (const { merchantId, beginsAt } of quarters) {
    const zone = zoneOf(merchantId)
    const { day } = localTime(zone, beginsAt)
    const name = `${merchantId} ${day}`
    if (days.has(name)) continue
    const bounds = { from: dayBegins(zone, day), before: dayBegins(zone, dayAfter(day)) }
    days.set(name, { merchantId, day, ...bounds })
  }
  return [...days.values()]
}
