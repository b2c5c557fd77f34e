/** The time zone of each merchant's stored days, and the zone that they should have. */
import type { Database } from '@sluice/database/port.ts'
import { readBilling, readMerchantBillings } from '../billing/billing.ts'
import { keepZones, keptZones } from './store.ts'

/** The zone of the stored days. For a merchant without any, its current zone, which is stored from now on. */
export async function zonesFor(
  database: Database,
  round: number,
  merchants: ReadonlySet<string>,
): Promise<(merchantId: string) => string> {
  const kept = await keptZones(database)
  const unknown = [...merchants].filter((code) => !kept.has(code))
  const current = await currentZones(database, unknown)
  await keepZones(database, round, current)
  return (merchantId) => kept.get(merchantId) ?? current.get(merchantId) ?? 'UTC'
}

/** The current zones of merchants whose days are stored in another zone. */
export async function changedZones(database: Database): Promise<ReadonlyMap<string, string>> {
  const kept = await keptZones(database)
  const current = await currentZones(database, [...kept.keys()])
  return new Map([...current].filter(([merchantId, zone]) => kept.get(merchantId) !== zone))
}

async function currentZones(
  database: Database,
  merchants: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (merchants.length === 0) return new Map()
  const [{ zone }, own] = await Promise.all([
    readBilling(database),
    readMerchantBillings(database, merchants),
  ])
  return new Map(merchants.map((code) => [code, own.get(code)?.zone ?? zone]))
}
