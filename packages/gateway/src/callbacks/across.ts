/**
 * Callbacks of all payments, newest first: what was signed, and the receivers' responses. Never sends and never writes.
 *
 * If only some states are requested, a page looks at no more than `LOOK_AT_MOST` callbacks and says where it stopped.
 * So a page may be short, or empty, and still have a next page.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime, LATEST } from '@sluice/core/foundation/instants.ts'
import {
  type Database,
  type Row,
  type RowOf,
  type SqlStatement,
  sqlStatement,
  type Value,
} from '@sluice/database/port.ts'
import { announcedBetween, paymentByKey } from '../payments/sql-parts.ts'
import { callbackBody, callbackId } from './message.ts'
import {
  type AttemptView,
  attemptView,
  type CallbackState,
  type GoesFirst,
  heldBackCall,
  waitOf,
} from './reading.ts'

/** For one page, or one call that sends a range again. */
export const LOOK_AT_MOST = 20_000
/** As many as the schedule has. If a callback was sent again many times by hand, only the latest of these are shown. */
const MAX_ATTEMPTS_SHOWN = 10

/** A place in the order of all callbacks. */
export interface CallbackPlace {
  readonly at: Instant
  readonly key: string
  readonly sequence: number
}

/** Strictly between both. */
export interface CallbackInterval {
  readonly merchantId: MerchantCode | undefined
  readonly low: CallbackPlace
  readonly high: CallbackPlace
}

const FIRST_KEY = '00000000-0000-0000-0000-000000000000'
const BEGINNING: Instant = 0
const END: Instant = LATEST

/** The boundary at this time: no callback has exactly this place. */
export const placeAt = (at: Instant): CallbackPlace => ({ at, key: FIRST_KEY, sequence: 0 })

const earlier = (one: CallbackPlace, other: CallbackPlace): CallbackPlace =>
  one.at < other.at || (one.at === other.at && one.key < other.key) ? one : other

export const later = (one: CallbackPlace, other: CallbackPlace): CallbackPlace =>
  earlier(one, other) === one ? other : one

export const intervalValues = ({ merchantId, low, high }: CallbackInterval): readonly Value[] => [
  merchantId ?? null,
  ...[isoTime(low.at), low.key, low.sequence],
  ...[isoTime(high.at), high.key, high.sequence],
]

/** One statement for all merchants and one for a single merchant: each has an index, and so its own plan. */
export const byWhose = <Made>(make: (whose: 'all' | 'merchant') => Made) => {
  const made = { all: make('all'), merchant: make('merchant') }
  return ({ merchantId }: CallbackInterval): Made => (merchantId === undefined ? made.all : made.merchant)
}

/** The state of `e` as `readCallbacks` defines it; `c` is the waiting callback. */
export const withState = `left join callback c on c.merchant_id = e.merchant_id and c.key = e.key and c.seq = e.seq
    left join lateral (select t.outcome from attempt t where t.merchant_id = e.merchant_id and t.key = e.key and t.seq = e.seq
      order by t.attempt desc limit 1) t on true
    cross join lateral (select case
      when c.key is not null then case when c.lease is null then 'WAITING' else 'SENDING' end
      when t.outcome = 'GONE' then 'ENDED'
      when t.outcome in ('DELIVERED', 'SUPERSEDED', 'ABANDONED') then t.outcome
      else 'WAITING' end as state) s`

/** Where a look that begins at one end of an interval must stop. */
const STOPS = {
  newest: byWhose((whose) => stopAt(whose, 'desc')),
  oldest: byWhose((whose) => stopAt(whose, 'asc')),
}

function stopAt(whose: 'all' | 'merchant', order: 'asc' | 'desc'): SqlStatement {
  return {
    name: `callback_look_${order}_${whose}`,
    whose:
      whose === 'merchant'
        ? 1
        : { each: 'sorted', by: order === 'asc' ? ['at', 'key', 'seq'] : ['-at', '-key', '-seq'], limit: 1 },
    text: `select e.at, e.key, e.seq from (${announcedBetween(whose)}) e
      order by e.at ${order}, e.key ${order}, e.seq ${order} offset ${LOOK_AT_MOST - 1} limit 1`,
  }
}

/** @returns the last place that a look from this end reaches, or undefined if it reaches the other end */
export async function lookStop(
  database: Database,
  interval: CallbackInterval,
  from: keyof typeof STOPS,
): Promise<CallbackPlace | undefined> {
  const [row] = await database.run(STOPS[from](interval), intervalValues(interval))
  return row && placeOf(row)
}

export const placeOf = (row: Row): CallbackPlace => ({
  at: row.at as Instant,
  key: row.key as string,
  sequence: row.seq as number,
})

const PAGE = byWhose(
  (whose): SqlStatement => ({
    name: `callback_page_${whose}`,
    whose:
      whose === 'merchant' ? 1 : { each: 'sorted', by: ['-at', '-key', '-seq'], limit: { parameter: 9 } },
    text: `select e.merchant_id, e.key, e.seq, e.to_status, e.at, p.kind, p.id, p.callback_url, c.next_at, s.state
    from (${announcedBetween(whose)}) e
    cross join lateral (${paymentByKey('e', 'p.kind, p.id, p.callback_url')}) p
    ${withState}
    where $8::text[] is null or s.state = any($8)
    order by e.at desc, e.key desc, e.seq desc limit $9`,
  }),
)
const ATTEMPTS = sqlStatement({
  name: 'callback_attempts_across',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `select a.* from json_to_recordset($1::json) as r(merchant_id text, key uuid, seq integer)
    cross join lateral (select a.merchant_id, a.key, a.seq, a.attempt, a.at, a.outcome, a.status, a.duration_ms, a.answer from attempt a
      where a.merchant_id = r.merchant_id and a.key = r.key and a.seq = r.seq order by a.attempt desc limit ${MAX_ATTEMPTS_SHOWN}) a
    order by a.merchant_id, a.key, a.seq, a.attempt`,
})

export interface CallbackPage {
  readonly merchantId: MerchantCode | undefined
  /** None: all of them. */
  readonly states: readonly CallbackState[]
  /** Time of the change. */
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  readonly after: CallbackPlace | undefined
  readonly limit: number
}

export interface SentAttemptView extends AttemptView {
  /** What was signed with the ID and the body; left out if nothing was sent. */
  readonly webhookTimestamp?: string
}

export interface AnnouncedView {
  readonly merchantCode: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly url: string
  readonly sequence: number
  /** The payment's new status. */
  readonly status: string
  readonly at: string
  readonly state: CallbackState
  readonly nextAttemptAt?: string
  readonly waitsFor?: GoesFirst
  readonly webhookId: string
  readonly body: string
  /** The latest of them, oldest first. */
  readonly attempts: readonly SentAttemptView[]
}

export interface AnnouncedPage {
  readonly views: readonly AnnouncedView[]
  /** Where to go on; undefined: this was all. */
  readonly next: CallbackPlace | undefined
}

/** Newest first. */
export async function readAnnounced(database: Database, requested: CallbackPage): Promise<AnnouncedPage> {
  const { merchantId, states, limit } = requested
  const end = placeAt(requested.to ?? END)
  const all: CallbackInterval = {
    merchantId,
    low: placeAt(requested.from ?? BEGINNING),
    high: requested.after ? earlier(requested.after, end) : end,
  }
  const stop = states.length === 0 ? undefined : await lookStop(database, all, 'newest')
  const looked = stop ? { ...all, low: { ...stop, sequence: stop.sequence - 1 } } : all
  const rows = await database.run(PAGE(all), [
    ...intervalValues(looked),
    states.length === 0 ? null : [...states],
    limit + 1,
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    views: await viewsOf(database, shown),
    next: rows.length > limit && last ? placeOf(last) : stop,
  }
}

async function viewsOf(database: Database, rows: readonly Row[]): Promise<readonly AnnouncedView[]> {
  if (rows.length === 0) return []
  const requested = rows.map(({ merchant_id, key, seq }) => ({ merchant_id, key, seq }))
  const [attempts = [], heldBack = []] = await database.batch([
    { statement: ATTEMPTS, values: [JSON.stringify(requested)] },
    heldBackCall(
      rows.flatMap(({ state, merchant_id, key }) => (state === 'WAITING' ? [{ merchant_id, key }] : [])),
    ),
  ])
  const made = Map.groupBy(attempts, nameOf)
  const firsts = new Map(heldBack.map((row) => [nameOf(row), row]))
  return rows.map((row) => viewOf(row, made.get(nameOf(row)) ?? [], firsts.get(nameOf(row))))
}

const nameOf = ({ merchant_id, key, seq }: Row): string => `${merchant_id} ${key} ${seq}`

function viewOf(
  row: Row,
  attempts: readonly RowOf<'callback_attempts_across'>[],
  first: RowOf<'callback_held_back'> | undefined,
): AnnouncedView {
  const facts = {
    merchantId: row.merchant_id as MerchantCode,
    kind: row.kind as PaymentKind,
    id: row.id as MerchantOrderId,
    seq: row.seq as number,
    at: row.at as Instant,
  }
  const state = row.state as CallbackState
  return {
    merchantCode: facts.merchantId,
    kind: facts.kind,
    id: facts.id,
    url: row.callback_url as string,
    sequence: facts.seq,
    status: String(row.to_status),
    at: isoTime(facts.at),
    state,
    ...(state === 'WAITING' && row.next_at !== null && waitOf(row.next_at as Instant, first)),
    webhookId: callbackId(row.key as PaymentKey, facts.seq),
    body: callbackBody(facts),
    attempts: attempts.map(sentAttempt),
  }
}

/** One that was never sent, because the receiver had ended them or a newer one took its place, took no time. */
const sentAttempt = (row: RowOf<'callback_attempts_across'>): SentAttemptView => ({
  ...attemptView(row),
  ...(row.duration_ms !== null && { webhookTimestamp: String(Math.floor(row.at / 1_000)) }),
})
