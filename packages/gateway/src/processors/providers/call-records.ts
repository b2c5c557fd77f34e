/**
 * Records which calls were made about a payment, for its timeline: the operation, its outcome, how often, the first and the last time.
 *
 * The same call with the same outcome is one row with a counter, so weeks of status inquiries need few rows. No row has a body, a token
 * or the name of a person.
 *
 * Promises: no call waits for its record, and none fails because of it. Rows are collected in memory, up to a limit, and written together
 * after half a second, because single writes would cost a transaction each. What could not be written is tried again; what a process that
 * crashes has not written is lost. So a missing record proves nothing, and no decision depends on one.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, DatabaseFailure, sqlStatement } from '@sluice/database/port.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'

const WRITTEN_AFTER_MS = 500
const AGAIN_AFTER_MS = 10_000
/** In rows. Beyond this, calls are not recorded, and the log says how many. */
const MOST_WAITING = 2_000
const WRITTEN_AT_ONCE = 500
const AMISS: ReadonlySet<string> = new Set(['STATEMENT', 'CONSTRAINT'])

/** In the order of their keys, so that nodes writing the same rows cannot deadlock. */
const WRITE = sqlStatement({
  name: 'provider_calls_write',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `insert into provider_call as c (merchant_id, kind, payment_id, processor, operation, outcome, status_code, times, first_at, last_at, slowest_ms)
    select merchant_id, kind, payment_id, processor, operation, outcome, status_code, times, first_at, last_at, slowest_ms
      from json_to_recordset($1::json) as r(merchant_id text, kind text, payment_id text, processor text, operation text, outcome text,
        status_code text, times integer, first_at timestamptz, last_at timestamptz, slowest_ms integer)
    on conflict (merchant_id, kind, payment_id, processor, operation, outcome, status_code) do update
      set times = c.times + excluded.times, first_at = least(c.first_at, excluded.first_at),
        last_at = greatest(c.last_at, excluded.last_at), slowest_ms = greatest(c.slowest_ms, excluded.slowest_ms)`,
})
const OF_PAYMENT = sqlStatement({
  name: 'provider_calls',
  whose: 1,
  text: `select processor, operation, outcome, status_code, times, first_at, last_at, slowest_ms from provider_call
    where merchant_id = $1 and kind = $2 and payment_id = $3 order by first_at, operation limit 100`,
})

/** Calls that share one row. */
interface Counted {
  readonly call: CallRecord
  readonly processor: string
  times: number
  readonly firstAt: Instant
  lastAt: Instant
  slowestMs: number
}

export class CallRecords {
  readonly #database: Pick<Database, 'run'>
  readonly #deps: Pick<Deps, 'clock' | 'log'>
  readonly #loop: Loop
  /** By the key of its row. */
  readonly #waiting = new Map<string, Counted>()
  #leftOut = 0

  constructor(database: Pick<Database, 'run'>, deps: Pick<Deps, 'clock' | 'log' | 'timers'>) {
    this.#database = database
    this.#deps = deps
    this.#loop = new Loop(deps, {
      everyMs: Number.POSITIVE_INFINITY,
      round: () => this.#round(),
      failed: 'calls to providers could not be recorded',
    })
  }

  start(): void {
    this.#loop.start()
    if (this.#waiting.size > 0) this.#loop.wakeWithin(WRITTEN_AFTER_MS)
  }

  /** Writes what is still waiting. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#round()
  }

  /** Records a call that has ended. Never throws, and does not wait. */
  note(processor: string, call: CallRecord): void {
    const { payment, operation, outcome, statusCode = '', durationMs } = call
    const at = this.#deps.clock.now()
    const key = [
      payment.merchantId,
      payment.kind,
      payment.id,
      processor,
      operation,
      outcome,
      statusCode,
    ].join('\n')
    const counted = this.#waiting.get(key)
    if (counted) {
      counted.times += 1
      counted.lastAt = at
      counted.slowestMs = Math.max(counted.slowestMs, durationMs)
      return
    }
    if (this.#waiting.size >= MOST_WAITING) return void this.#leftOut++
    if (this.#waiting.size === 0) this.#loop.wakeWithin(WRITTEN_AFTER_MS)
    this.#waiting.set(key, { call, processor, times: 1, firstAt: at, lastAt: at, slowestMs: durationMs })
  }

  /** @returns how long until the next round */
  async #round(): Promise<number> {
    const { log } = this.#deps
    if (this.#leftOut > 0)
      log.warn({ calls: this.#leftOut }, 'calls to providers were not recorded: too many')
    this.#leftOut = 0
    while (this.#waiting.size > 0) {
      // A call that comes in meanwhile starts a new count.
      const rows = [...this.#waiting].slice(0, WRITTEN_AT_ONCE)
      for (const [key] of rows) this.#waiting.delete(key)
      try {
        await this.#write(rows)
      } catch (error) {
        log.warn({ rows: rows.length, error: errorText(error) }, 'calls to providers could not be recorded')
        // The database would reject these rows again, and the next rows with them.
        if (error instanceof DatabaseFailure && AMISS.has(error.kind)) continue
        for (const [key, counted] of rows) this.#putBack(key, counted)
        return AGAIN_AFTER_MS
      }
    }
    return Number.POSITIVE_INFINITY
  }

  /** The same call may have been counted meanwhile. */
  #putBack(key: string, counted: Counted): void {
    const since = this.#waiting.get(key)
    if (since) {
      counted.times += since.times
      counted.lastAt = since.lastAt
      counted.slowestMs = Math.max(counted.slowestMs, since.slowestMs)
    }
    this.#waiting.set(key, counted)
  }

  async #write(rows: readonly (readonly [key: string, counted: Counted])[]): Promise<void> {
    const inOrder = rows
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, counted]) => rowOf(counted))
    await this.#database.run(WRITE, [JSON.stringify(inOrder)])
  }
}

const rowOf = ({ call, processor, times, firstAt, lastAt, slowestMs }: Counted) => ({
  merchant_id: call.payment.merchantId,
  kind: call.payment.kind,
  payment_id: call.payment.id,
  processor,
  operation: call.operation,
  outcome: call.outcome,
  status_code: call.statusCode ?? '',
  times,
  first_at: isoTime(firstAt),
  last_at: isoTime(lastAt),
  slowest_ms: slowestMs,
})

export interface ReportedCalls {
  readonly processor: string
  readonly operation: string
  readonly outcome: string
  /** '' if the answer had none. */
  readonly statusCode: string
  readonly times: number
  readonly firstAt: Instant
  readonly lastAt: Instant
  readonly slowestMs: number
}

/** The oldest first, at most a hundred. */
export async function callsAbout(
  database: Database,
  { merchantId, kind, id }: Pick<Payment, 'merchantId' | 'kind' | 'id'>,
): Promise<readonly ReportedCalls[]> {
  const rows = await database.run(OF_PAYMENT, [merchantId, kind, id])
  return rows.map((row) => ({
    processor: row.processor,
    operation: row.operation,
    outcome: row.outcome,
    statusCode: row.status_code,
    times: row.times,
    firstAt: row.first_at,
    lastAt: row.last_at,
    slowestMs: row.slowest_ms,
  }))
}
