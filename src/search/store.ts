/** The search's own tables: which payments a term is of, for operators and for each merchant's own people, and how far they were followed. */
import type { Database, SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { createdSince } from '../payments/following.ts'
import type { TermRange } from './terms.ts'

export interface StoredTerm {
  readonly term: string
  readonly key: PaymentKey
  readonly merchantId: MerchantCode
}

/** Of `merchant_search_term`. */
export interface OwnTerm extends StoredTerm {
  readonly kind: PaymentKind
}

/** One statement, so that what was indexed and how far it goes are kept together. Told again it changes nothing. */
const KEEP: SqlStatement = {
  name: 'search_keep',
  text: `with made as (
      insert into search_term (term, key, merchant_id)
      select distinct on (r.term, r.key) r.term, r.key, r.merchant_id
        from unnest($1::text[], $2::uuid[], $3::text[]) as r(term, key, merchant_id) order by r.term, r.key
      on conflict (term, key) do nothing),
    own as (
      insert into merchant_search_term (merchant_id, kind, term, key)
      select distinct r.merchant_id, r.kind, r.term, r.key
        from unnest($8::text[], $9::uuid[], $10::text[], $11::text[]) as r(term, key, merchant_id, kind)
        order by r.merchant_id, r.kind, r.term, r.key
      on conflict (merchant_id, kind, term, key) do nothing)
    update search_cursor set position = $5, lease_until = $7 where name = $4 and lease = $6`,
}
const LEASE: SqlStatement = {
  name: 'search_lease',
  text: `insert into search_cursor as c (name, position, lease, lease_until) values ($1, $2, $3, $5)
    on conflict (name) do update set lease = $3, lease_until = $5
      where c.lease is null or c.lease = $3 or c.lease_until < $4
    returning position`,
}
const PLACES: SqlStatement = {
  name: 'search_places',
  text: 'select name, position, lease as node, lease_until from search_cursor',
}
const MATCH: SqlStatement = {
  name: 'search_match',
  text: `select r.place, t.merchant_id, t.key from unnest($1::text[], $2::text[]) with ordinality as r(low, high, place)
    cross join lateral (select s.merchant_id, s.key from search_term s
      where s.term >= r.low collate "C" and s.term < r.high collate "C" order by s.term desc, s.key desc limit $3) t
    order by r.place`,
}

/** Of each range and kind, by the key alone. */
const MATCH_OWN: SqlStatement = {
  name: 'search_match_own',
  text: `select r.place, k.kind, t.key from unnest($1::text[], $2::text[]) with ordinality as r(low, high, place)
    cross join unnest($3::text[]) as k(kind)
    cross join lateral (select s.key from merchant_search_term s
      where s.merchant_id = $4 and s.kind = k.kind and s.term >= r.low collate "C" and s.term < r.high collate "C"
      order by s.term desc, s.key desc limit $5) t
    order by r.place, t.key desc`,
}

/** Payments whose ID is not among the terms, which are kept together: as `codeTerm` makes it of the characters that an ID may have. */
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

/** How far a follower has come, and which node had it last. */
export interface FollowedPlace {
  readonly position: string
  readonly node: string | undefined
  readonly leaseUntil: Instant | undefined
}

/** By follower. */
export async function readPlaces(database: Database): Promise<ReadonlyMap<string, FollowedPlace>> {
  const rows = await database.run(PLACES, [])
  return new Map(
    rows.map((row) => [
      row.name as string,
      {
        position: row.position as string,
        node: (row.node ?? undefined) as string | undefined,
        leaseUntil: (row.lease_until ?? undefined) as Instant | undefined,
      },
    ]),
  )
}

/** @returns where the one that follows has come to, if this node is that one */
export async function takeLease(
  database: Database,
  { name, node, until }: Lease,
  start: string,
  now: Instant,
): Promise<string | undefined> {
  const [row] = await database.run(LEASE, [name, start, node, isoTime(now), isoTime(until)])
  return row?.position as string | undefined
}

export async function keepTerms(
  database: Database,
  { terms, own }: { readonly terms: readonly StoredTerm[]; readonly own: readonly OwnTerm[] },
  { name, node, until }: Lease,
  position: string,
): Promise<void> {
  await database.run(KEEP, [
    terms.map(({ term }) => term),
    terms.map(({ key }) => key),
    terms.map(({ merchantId }) => merchantId),
    name,
    position,
    node,
    isoTime(until),
    own.map(({ term }) => term),
    own.map(({ key }) => key),
    own.map(({ merchantId }) => merchantId),
    own.map(({ kind }) => kind),
  ])
}

/** Of each range the newest, or of a beginning any: at most so many. */
export async function matchTerms(
  database: Database,
  ranges: readonly TermRange[],
  limit: number,
): Promise<readonly Omit<StoredTerm, 'term'>[]> {
  const rows = await database.run(MATCH, [
    ranges.map(({ low }) => low),
    ranges.map(({ high }) => high),
    limit,
  ])
  return rows.map((row) => ({ key: row.key as PaymentKey, merchantId: row.merchant_id as MerchantCode }))
}

export interface OwnAsked {
  readonly merchantId: MerchantCode
  readonly kinds: readonly PaymentKind[]
}

/** Of one merchant alone. @returns those of the earlier ranges first; `hasMore`: some range has more than so many of a kind */
export async function matchOwnTerms(
  database: Database,
  { merchantId, kinds }: OwnAsked,
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
    keys: [...new Set(rows.map(({ key }) => key as PaymentKey))],
    hasMore: [...counts.values()].some((count) => count >= limit),
  }
}
