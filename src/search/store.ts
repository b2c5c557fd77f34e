/** The search's own tables: which payments a term is of, and how far they were followed. */
import type { Database, SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { createdSince } from '../payments/following.ts'
import type { TermRange } from './terms.ts'

export interface StoredTerm {
  readonly term: string
  readonly key: PaymentKey
  readonly merchantId: MerchantCode
}

/** One statement, so that what was indexed and how far it goes are kept together. Told again it changes nothing. */
const KEEP: SqlStatement = {
  name: 'search_keep',
  text: `with made as (
      insert into search_term (term, key, merchant_id)
      select distinct on (r.term, r.key) r.term, r.key, r.merchant_id
        from unnest($1::text[], $2::uuid[], $3::text[]) as r(term, key, merchant_id) order by r.term, r.key
      on conflict (term, key) do nothing)
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

/** Payments whose ID is not among the terms: as `codeTerm` makes it of the characters that an ID may have. */
export const MISSED = createdSince(
  'search_missed',
  `not exists (select from search_term s
    where s.term = ('x' || upper(translate(p.id, '._~-', ''))) collate "C" and s.key = p.key)`,
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
  terms: readonly StoredTerm[],
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
