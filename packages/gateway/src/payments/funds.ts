/** What merchants had at a given moment: balances less what came in since, and what payins brought in lately. From rows only. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Minor, minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

export interface FundsRequested {
  readonly merchantId: MerchantCode
  readonly currency: CurrencyCode
  readonly at: Instant
  /** What payins brought in from then until `at` is returned as well. */
  readonly since: Instant
}

export interface FundsAt {
  /** What is available now and was credited before `at`. */
  readonly availableMinor: Minor
  /** What payins brought in from `since` until `at`, after fees. */
  readonly broughtInMinor: Minor
}

const FUNDS = sqlStatement({
  name: 'payment_funds_at',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `select r.place, coalesce((select b.amount from balance b where b.merchant_id = r.merchant_id and b.currency = r.currency
        and b.account = 'available'), 0) as available, coalesce(s.later, 0)::bigint as later, coalesce(s.lately, 0)::bigint as lately
    from json_to_recordset($1::json) as r(place integer, merchant_id text, currency text, at timestamptz, since timestamptz)
    cross join lateral (
      select sum(p.amount) filter (where p.at >= r.at) as later, sum(p.amount) filter (where p.at >= r.since and p.at < r.at) as lately
      from posting p join payment y on y.merchant_id = p.merchant_id and y.key = p.key and y.kind = 'payin'
      where p.merchant_id = r.merchant_id and p.currency = r.currency and p.account = 'available' and p.amount > 0
        and p.at >= least(r.at, r.since)) s
    order by r.place`,
})

/** In the order of the request. */
export async function readFunds(
  database: Database,
  requested: readonly FundsRequested[],
): Promise<readonly FundsAt[]> {
  if (requested.length === 0) return []
  const rows = requested.map(({ merchantId, currency, at, since }, place) => ({
    ...{ place, merchant_id: merchantId, currency },
    ...{ at: isoTime(at), since: isoTime(since) },
  }))
  const found = await database.run(FUNDS, [JSON.stringify(rows)])
  return requested.map((_each, place) => {
    const row = found[place]
    assert(row, 'every merchant that is asked for has its sums')
    const left = BigInt(row.available) - BigInt(row.later)
    return {
      availableMinor: minor(left > 0n ? left : 0n),
      broughtInMinor: minor(BigInt(row.lately)),
    }
  })
}
