/**
 * Callbacks whose latest attempt has failed: they wait to be sent again, or were given up. Excluded are those that the
 * receiver ended (410), that a newer one superseded, or that were delivered later. Never writes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { paymentByKey } from '../payments/sql-parts.ts'

export const FAILING_STATES = ['RETRYING', 'ABANDONED'] as const

export interface FailingPage {
  readonly merchantId: MerchantCode | undefined
  /** Time of the latest attempt. */
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  /** Where the page before ended. */
  readonly after: { readonly at: Instant; readonly key: string; readonly sequence: number } | undefined
  readonly limit: number
}

/** Waiting ones are few, and those that were given up have an index (`attempt_abandoned`). */
const FAILING = sqlStatement({
  name: 'callback_failing',
  whose: { each: 'sorted', merchant: 1, by: ['-at', '-key', '-seq'], limit: { parameter: 7 } },
  text: `select f.*, p.kind, p.id, p.callback_url from (
      select a.merchant_id, a.key, a.seq, a.attempt, a.at, a.status, a.answer, c.next_at
        from callback c
        cross join lateral (select * from attempt a where a.merchant_id = c.merchant_id and a.key = c.key and a.seq = c.seq
          order by a.attempt desc limit 1) a
        where c.attempt > 0 and ($1::text is null or c.merchant_id = $1)
      union all
      select a.merchant_id, a.key, a.seq, a.attempt, a.at, a.status, a.answer, null
        from attempt a
        where a.outcome = 'ABANDONED' and ($1::text is null or a.merchant_id = $1)
          and not exists (select 1 from attempt later where later.merchant_id = a.merchant_id and later.key = a.key
            and (later.seq, later.attempt) > (a.seq, a.attempt))
          and not exists (select 1 from callback c where c.merchant_id = a.merchant_id and c.key = a.key)
    ) f cross join lateral (${paymentByKey('f', 'p.kind, p.id, p.callback_url')}) p
    where ($2::timestamptz is null or f.at >= $2) and ($3::timestamptz is null or f.at < $3)
      and ($4::timestamptz is null or (f.at, f.key, f.seq) < ($4, $5::uuid, $6::integer))
    order by f.at desc, f.key desc, f.seq desc limit $7`,
  neverNull: ['merchant_id', 'key', 'seq', 'attempt', 'at'],
})

export async function readFailing(database: Database, { merchantId, from, to, after, limit }: FailingPage) {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const rows = await database.run(FAILING, [
    merchantId ?? null,
    iso(from),
    iso(to),
    iso(after?.at),
    after?.key ?? null,
    after === undefined ? null : String(after.sequence),
    limit,
  ])
  return rows.map((row) => {
    const lastAt = row.at
    const isWaiting = row.next_at !== null
    return {
      lastAt,
      key: row.key,
      sequence: row.seq,
      view: {
        merchantCode: row.merchant_id,
        kind: row.kind,
        id: row.id,
        sequence: row.seq,
        url: row.callback_url,
        state: FAILING_STATES[isWaiting ? 0 : 1],
        attempts: row.attempt,
        ...(row.next_at !== null && { nextAttemptAt: isoTime(row.next_at) }),
        lastAttempt: {
          at: isoTime(lastAt),
          ...(row.status !== null && { httpStatus: row.status }),
          ...(row.answer !== null && { answer: row.answer }),
        },
      },
    }
  })
}
