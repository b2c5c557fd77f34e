/**
 * The tables of the search: which payments have a term, for operators and for each merchant's own people, and the
 * followers' positions.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import {
  type MerchantCode,
  type PaymentKey,
  type PaymentKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { UNFORCED } from '@sluice/database/unforced.ts'
import { anyCreated, anyCredited, createdSince } from '../payments/following.ts'
import type { TermRange } from './terms.ts'

/** A payment with its terms, for operators and for its merchant's own people. */
export interface SearchTerms {
  readonly key: PaymentKey
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly terms: readonly string[]
  readonly own: readonly string[]
}

/**
 * A payment's terms are sent as one text, because no term has a line break. Some fifteen separate texts cost both sides
 * more than their rows.
 */
const BETWEEN = '\n'

/** One statement, so that the terms and the position are stored together. Repeating it changes nothing. */
const KEEP = sqlStatement({
  name: 'search_keep',
  whose: 'part',
  text: `with made as (
      insert into search_term (term, key, merchant_id)
      select t.term, r.key, r.merchant_id from unnest($1::uuid[], $2::text[], $3::text[]) as r(key, merchant_id, terms)
        cross join lateral unnest(string_to_array(r.terms, E'\\n')) as t(term) order by t.term, r.key
      on conflict (term, key) do nothing),
    own as (
      insert into merchant_search_term (merchant_id, kind, term, key)
      select r.merchant_id, r.kind, t.term, r.key from unnest($1::uuid[], $2::text[], $4::text[], $5::text[]) as r(key, merchant_id, kind, own)
        cross join lateral unnest(string_to_array(r.own, E'\\n')) as t(term) order by r.merchant_id, r.kind, t.term, r.key
      on conflict (merchant_id, kind, term, key) do nothing)
    update search_cursor set position = $7, lease_until = $9 where name = $6 and lease = $8 and ${UNFORCED}`,
})
const LEASE = sqlStatement({
  name: 'search_lease',
  whose: 'part',
  text: `insert into search_cursor as c (name, position, lease, lease_until) values ($1, $2, $3, $5)
    on conflict (name) do update set lease = $3, lease_until = $5
      where c.lease is null or c.lease = $3 or c.lease_until < $4
    returning position`,
})
/** Also returns whether a follower has anything between two remembered positions; null if it remembers none. */
const PLACES = sqlStatement({
  name: 'search_places',
  whose: 'part',
  text: `select name, position, lease as node, lease_until, case name
      when 'created' then case when $1::uuid is not null then ${anyCreated('$1::uuid', '$2::uuid')} end
      when 'missed' then case when $3::uuid is not null then ${anyCreated('$3::uuid', '$4::uuid')} end
      when 'paid' then case when $5::timestamptz is not null then ${anyCredited('$5::timestamptz', '$6::timestamptz')} end
    end as has_more from search_cursor`,
})
const MATCH = sqlStatement({
  name: 'search_match',
  whose: { each: 'rows' },
  text: `select r.place, t.merchant_id, t.key from unnest($1::text[], $2::text[]) with ordinality as r(low, high, place)
    cross join lateral (select s.merchant_id, s.key from search_term s
      where s.term >= r.low collate "C" and s.term < r.high collate "C" order by s.term desc, s.key desc limit $3) t
    order by r.place`,
})

/** For each range and kind, by the key alone. */
const MATCH_OWN = sqlStatement({
  name: 'search_match_own',
  whose: 4,
  text: `select r.place, k.kind, t.key from unnest($1::text[], $2::text[]) with ordinality as r(low, high, place)
    cross join unnest($3::text[]) as k(kind)
    cross join lateral (select s.key from merchant_search_term s
      where s.merchant_id = $4 and s.kind = k.kind and s.term >= r.low collate "C" and s.term < r.high collate "C"
      order by s.term desc, s.key desc limit $5) t
    order by r.place, t.key desc`,
})

/**
 * Payments whose ID is not among the stored terms. A payment's terms are stored together, so its ID stands for all; the
 * SQL equals `codeTerm` for the characters that an ID may have.
 */
export const MISSED = createdSince(
  'search_missed',
  `not exists (select from merchant_search_term s where s.merchant_id = p.merchant_id and s.kind = p.kind
    and s.term = ('x' || upper(translate(p.id, '._~-', ''))) collate "C" and s.key = p.key)`,
)
export const CREATED = createdSince('search_created')

export interface Lease {
  readonly name: string
  readonly node: string
  readonly until: Instant
}

/** A follower's position, and the node that moved it last. */
export interface FollowedPlace {
  readonly position: string
  readonly node: string | undefined
  readonly leaseUntil: Instant | undefined
  /** Whether there is anything in the given range; undefined: none was given. */
  readonly hasMore: boolean | undefined
}

/** From after one position to before another: the next range of a follower. */
export interface RangeAhead {
  readonly position: string
  readonly end: string
}

/** @param ahead by follower, if known. @returns by follower */
export async function readPlaces(
  database: Database,
  ahead: ReadonlyMap<string, RangeAhead>,
): Promise<ReadonlyMap<string, FollowedPlace>> {
  const spans = ['created', 'missed', 'paid'].flatMap((name) => {
    const range = ahead.get(name)
    return [range?.position ?? null, range?.end ?? null]
  })
  const rows = await database.run(PLACES, spans)
  return new Map(
    rows.map((row) => [
      row.name,
      {
        position: row.position,
        node: row.node ?? undefined,
        leaseUntil: row.lease_until ?? undefined,
        hasMore: row.has_more ?? undefined,
      },
    ]),
  )
}

/** @returns the follower's position, if this node now has the lease */
export async function takeLease(
  database: Database,
  { name, node, until }: Lease,
  start: string,
  now: Instant,
): Promise<string | undefined> {
  const [row] = await database.run(LEASE, [name, start, node, isoTime(now), isoTime(until)])
  return row?.position
}

export async function keepTerms(
  database: Database,
  found: readonly SearchTerms[],
  { name, node, until }: Lease,
  position: string,
): Promise<void> {
  await database.run(KEEP, [
    found.map(({ key }) => key),
    found.map(({ merchantId }) => merchantId),
    found.map(({ terms }) => terms.join(BETWEEN)),
    found.map(({ kind }) => kind),
    found.map(({ own }) => own.join(BETWEEN)),
    name,
    position,
    node,
    isoTime(until),
  ])
}

/** Identifies a payment. */
export type Matched = Pick<SearchTerms, 'key' | 'merchantId'>

/** For an exact range the newest, for a beginning any; limited in number. */
export async function matchTerms(
  database: Database,
  ranges: readonly TermRange[],
  limit: number,
): Promise<readonly Matched[]> {
  const rows = await database.run(MATCH, [
    ranges.map(({ low }) => low),
    ranges.map(({ high }) => high),
    limit,
  ])
  return rows.map((row) => ({ key: paymentKey(row.key), merchantId: row.merchant_id as MerchantCode }))
}

export interface OwnRequested {
  readonly merchantId: MerchantCode
  readonly kinds: readonly PaymentKind[]
}

/**
 * Within one merchant. @returns hits of earlier ranges first; `hasMore`: some range has more hits of a kind than the
 * limit
 */
export async function matchOwnTerms(
  database: Database,
  { merchantId, kinds }: OwnRequested,
  ranges: readonly TermRange[],
  limit: number,
): Promise<{ readonly keys: readonly PaymentKey[]; readonly hasMore: boolean }> {
  const rows = await database.run(MATCH_OWN, [
    ranges.map(({ low }) => low),
    ranges.map(({ high }) => high),
    kinds,
    merchantId,
    limit,
  ])
  const counts = new Map<string, number>()
  for (const { place, kind } of rows) {
    const part = `${place} ${kind}`
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return {
    keys: [...new Set(rows.map(({ key }) => paymentKey(key)))],
    hasMore: [...counts.values()].some((count) => count >= limit),
  }
}
