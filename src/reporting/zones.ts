/** In whose days each merchant's figures are kept, and in whose they should be. */

import { readBilling, readMerchantBillings } from '../billing/billing.ts'
import type { Database } from '../database/port.ts'
import { keepZones, keptZones } from './store.ts'

/** As they are kept; of merchants that are new here, as they are now, and kept from now on. */
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

/** What they are now, of the merchants whose days are kept in others. */
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
