/**
 * Sends the callbacks of a range again, by hand: after a receiver was down, or lost what it had received.
 *
 * Of each payment only the latest callback is sent, and only if it lies in the range, so no receiver gets an earlier
 * change after a later one. The oldest go first. Merchants take turns, and the delivery keeps its limits for each
 * (`fairness.ts`), so new callbacks do not wait for these. One call sends at most `AT_ONCE` and says where to go on;
 * going on sends nothing twice. With `dryRun` it only counts. The delivery does the sending.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import {
  type Database,
  partOf,
  type Row,
  type SqlCall,
  type SqlStatement,
  sqlStatement,
} from '@sluice/database/port.ts'
import { announcedBetween, HOLD_PAYMENTS, paymentByKey } from '../payments/sql-parts.ts'
import {
  byWhose,
  type CallbackInterval,
  type CallbackPlace,
  intervalValues,
  later,
  lookStop,
  placeAt,
  placeOf,
  withState,
} from './across.ts'
import type { CallbackState } from './reading.ts'

/** In one transaction that locks their payments. */
export const AT_ONCE = 500

/** States that can be sent again. One that is being sent right now is left alone. */
export const SENDABLE_STATES = [
  'WAITING',
  'DELIVERED',
  'ABANDONED',
  'ENDED',
] as const satisfies readonly CallbackState[]
export type SendableState = (typeof SENDABLE_STATES)[number]
/** A receiver that answered 410 wants no more callbacks, so `ENDED` must be requested by name. */
const UNLESS_NAMED: readonly SendableState[] = ['WAITING', 'DELIVERED', 'ABANDONED']

const candidates = (whose: 'all' | 'merchant') => `(${announcedBetween(whose)}) e
    cross join lateral (${paymentByKey('e', 'p.kind, p.id, p.announced')}) p
    ${withState}
    where p.announced = e.seq and s.state = any($8::text[])`

const COUNT = byWhose(
  (whose): SqlStatement => ({
    name: `callback_range_count_${whose}`,
    whose: whose === 'merchant' ? 1 : { each: 'folded', sum: ['matching'] },
    text: `select count(*)::integer as matching from ${candidates(whose)}`,
  }),
)
const SOME = byWhose(
  (whose): SqlStatement => ({
    name: `callback_range_${whose}`,
    whose: whose === 'merchant' ? 1 : { each: 'sorted', by: ['at', 'key', 'seq'], limit: AT_ONCE },
    text: `select e.merchant_id, e.key, e.seq, e.at, p.kind, p.id from ${candidates(whose)}
    order by e.at, e.key, e.seq limit ${AT_ONCE}`,
  }),
)

/** As `REDELIVER`, for many locked payments. A payment that has changed meanwhile has a newer callback, and is left out. */
const REDELIVER_MANY = sqlStatement({
  name: 'callback_redeliver_many',
  whose: 'part',
  text: `insert into callback (merchant_id, key, seq, kind, id, url, api_version, at, attempt, next_at)
      select p.merchant_id, p.key, p.announced, p.kind, p.id, p.callback_url, p.api_version, $2::timestamptz,
        coalesce((select max(a.attempt) from attempt a
          where a.merchant_id = p.merchant_id and a.key = p.key and a.seq = p.announced), 0),
        $2::timestamptz + r.turn * interval '1 millisecond'
      from json_to_recordset($1::json) as r(merchant_id text, key uuid, seq integer, turn integer)
      cross join lateral (${paymentByKey('r', 'p.merchant_id, p.key, p.announced, p.kind, p.id, p.callback_url, p.api_version')}) p
      where p.announced = r.seq order by p.merchant_id, p.key
      on conflict (merchant_id, key, seq) do update set next_at = least(callback.next_at, excluded.next_at)
        where callback.lease is null
      returning key`,
})

export interface CallbackRange {
  readonly merchantId: MerchantCode | undefined
  readonly state: SendableState | undefined
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** Where the previous call ended. */
  readonly after: CallbackPlace | undefined
}

export interface CountedRange {
  /** Among those examined: at most `LOOK_AT_MOST`. */
  readonly matching: number
  /** Those that one call sends. */
  readonly some: readonly Row[]
  /** Where the next call goes on; undefined: nothing is left. */
  readonly next: CallbackPlace | undefined
  /** Where the examined part ends, if more of the range follows. */
  readonly stop: CallbackPlace | undefined
}

/** What a call would send, and how many are left after it. */
export async function countRange(database: Database, range: CallbackRange): Promise<CountedRange> {
  const { merchantId, state, from, to, after } = range
  const all: CallbackInterval = {
    merchantId,
    low: after ? later(after, placeAt(from)) : placeAt(from),
    high: placeAt(to),
  }
  const stop = await lookStop(database, all, 'oldest')
  const looked = stop ? { ...all, high: { ...stop, sequence: stop.sequence + 1 } } : all
  const values = [...intervalValues(looked), state === undefined ? [...UNLESS_NAMED] : [state]]
  const [counted = [], some = []] = await database.batch([
    { statement: COUNT(all), values },
    { statement: SOME(all), values },
  ])
  const matching = Number(counted[0]?.matching ?? 0)
  const last = some.at(-1)
  const next = some.length === AT_ONCE && matching > AT_ONCE && last ? placeOf(last) : stop
  return { matching, some, next, stop }
}

/** @returns how many are due now. @param alongside written in the same transaction; with buckets, in the first of them */
export async function redeliverSome(
  database: Database,
  { some }: CountedRange,
  at: Instant,
  alongside: readonly SqlCall[],
): Promise<number> {
  if (some.length === 0 && alongside.length === 0) return 0
  let due = 0
  let noted = alongside
  for (const [part, own] of Map.groupBy(inTurns(some), (row) => partOf(database, String(row.merchant_id)))) {
    const [, sent = []] = await part.batch([
      { statement: HOLD_PAYMENTS, values: [JSON.stringify(own)] },
      { statement: REDELIVER_MANY, values: [JSON.stringify(own), isoTime(at)] },
      ...noted,
    ])
    due += sent.length
    noted = []
  }
  if (noted.length > 0) await database.batch(noted)
  return due
}

/** Each merchant's first before any merchant's second. */
function inTurns(rows: readonly Row[]) {
  const turns = new Map<unknown, number>()
  return rows.map(({ merchant_id, kind, id, key, seq }) => {
    const turn = turns.get(merchant_id) ?? 0
    turns.set(merchant_id, turn + 1)
    return { merchant_id, kind, id, key, seq, turn }
  })
}
