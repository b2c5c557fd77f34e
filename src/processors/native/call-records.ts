/**
 * Which calls were made about a payment, for its explanation: what for, what came of it, how often, and when first and last.
 *
 * The same question with the same answer is one row that counts: a payment that is asked about for weeks has as many rows as there were
 * different answers. No body, no token, no name of a person is ever in it.
 */
import type { Database, SqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isoTime } from '../../foundation/instants.ts'
import type { Payment } from '../../payments/model.ts'
import type { CallRecord } from './calls.ts'

const WRITE: SqlStatement = {
  name: 'provider_call_write',
  text: `insert into provider_call (merchant_id, kind, payment_id, processor, operation, outcome, word, times, first_at, last_at, slowest_ms)
    values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8, $9)
    on conflict (merchant_id, kind, payment_id, processor, operation, outcome, word) do update
      set times = provider_call.times + 1, last_at = greatest(provider_call.last_at, excluded.last_at),
        slowest_ms = greatest(provider_call.slowest_ms, excluded.slowest_ms)`,
}
const OF_PAYMENT: SqlStatement = {
  name: 'provider_calls',
  text: `select processor, operation, outcome, word, times, first_at, last_at, slowest_ms from provider_call
    where merchant_id = $1 and kind = $2 and payment_id = $3 order by first_at, operation limit 100`,
}

export async function writeCall(
  database: Database,
  processor: string,
  { payment: { merchantId, kind, id }, operation, outcome, word, durationMs }: CallRecord,
  at: Instant,
): Promise<void> {
  const values = [merchantId, kind, id, processor, operation, outcome, word ?? '', isoTime(at), durationMs]
  await database.run(WRITE, values)
}

export interface CallsTold {
  readonly processor: string
  readonly operation: string
  readonly outcome: string
  /** '' where the provider said nothing that is one. */
  readonly word: string
  readonly times: number
  readonly firstAt: Instant
  readonly lastAt: Instant
  readonly slowestMs: number
}

/** The oldest first; a hundred at most. */
export async function callsAbout(
  database: Database,
  { merchantId, kind, id }: Pick<Payment, 'merchantId' | 'kind' | 'id'>,
): Promise<readonly CallsTold[]> {
  const rows = await database.run(OF_PAYMENT, [merchantId, kind, id])
  // What stands in a column is what was written above.
  return rows.map((row) => ({
    processor: row.processor as string,
    operation: row.operation as string,
    outcome: row.outcome as string,
    word: row.word as string,
    times: row.times as number,
    firstAt: row.first_at as Instant,
    lastAt: row.last_at as Instant,
    slowestMs: row.slowest_ms as number,
  }))
}
