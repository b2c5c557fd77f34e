/**
 * Which node counts, and the followers' positions. One node counts at a time, by a lease; taking it begins a new round.
 * A round writes nothing once a newer one has begun.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import {
  asDescribed,
  type Database,
  partsOf,
  type RowOf,
  type SqlCall,
  sqlStatement,
} from '@sluice/database/port.ts'
import { type LookedOver, type Touched, touchedBeside } from '../payments/counting.ts'

/** By follower: everything before that time is counted. */
export type Reached = Readonly<Record<string, Instant>>

export interface Round {
  readonly number: number
  readonly reached: Reached
}

const LEASE = sqlStatement({
  name: 'reporting_lease',
  whose: 'part',
  text: `insert into reporting_progress as p (is_the_one, round, node, lease_until, reached) values (true, 1, $1, $3, '{}')
    on conflict (is_the_one) do update set round = p.round + 1, node = $1, lease_until = $3
      where p.node is null or p.node = $1 or p.lease_until < $2
    returning round, reached`,
})
const REACH = sqlStatement({
  name: 'reporting_reach',
  whose: 'part',
  text: `update reporting_progress set reached = $2::text::jsonb, lease_until = $3 where round = $1`,
})
const PROGRESS = sqlStatement({
  name: 'reporting_progress',
  whose: 'part',
  text: 'select round, node, lease_until, reached from reporting_progress',
})
const touchedSince = touchedBeside(PROGRESS.text)
/** Ends the current round; the next one begins without any position. */
const FORGET = sqlStatement({
  name: 'reporting_forget',
  whose: 'part',
  text: `update reporting_progress set reached = '{}', round = round + 1, node = null`,
})

/** @returns undefined: another node counts */
export async function takeRound(
  database: Database,
  { node, now, until }: { readonly node: string; readonly now: Instant; readonly until: Instant },
): Promise<Round | undefined> {
  const [row] = await database.run(LEASE, [node, isoTime(now), isoTime(until)])
  return row && { number: row.round, reached: reachedOf(row.reached) }
}

/** The latest round and its node. */
export interface Progress extends Round {
  readonly node: string | undefined
  readonly leaseUntil: Instant | undefined
}

/** @returns undefined: nothing was counted yet */
export async function readProgress(database: Database): Promise<Progress | undefined> {
  return progressIn((await database.run(PROGRESS, []))[0])
}

/** Like `readProgress`, and in the same statement what has happened since. */
export async function readNotice(
  database: Database,
  range: LookedOver,
): Promise<{ readonly progress: Progress | undefined; readonly touched: Touched }> {
  const { row, touched } = await touchedSince(database, range)
  return { progress: progressIn(row && asDescribed(row)), touched }
}

const progressIn = (row: RowOf<'reporting_progress'> | undefined): Progress | undefined =>
  row && {
    number: row.round,
    reached: reachedOf(row.reached),
    node: row.node ?? undefined,
    leaseUntil: row.lease_until ?? undefined,
  }

/** With buckets each counts for itself: what all of them have reached. */
export async function readReached(database: Database): Promise<Reached> {
  const [first, ...others] = await Promise.all(partsOf(database).map(readProgress))
  return others.reduce((reached, other) => leastOf(reached, other?.reached ?? {}), first?.reached ?? {})
}

const leastOf = (one: Reached, other: Reached): Reached =>
  Object.fromEntries(
    Object.entries(one).flatMap(([name, at]) => {
      const there = other[name]
      return there === undefined || at === undefined ? [] : [[name, Math.min(at, there)]]
    }),
  )

export const isSameReached = (one: Reached, other: Reached): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name])

function reachedOf(stored: unknown): Reached {
  if (typeof stored !== 'object' || stored === null) return {}
  const known = Object.entries(stored).flatMap(([name, text]) => {
    const at = typeof text === 'string' ? timeOnly(text) : undefined
    return at === undefined ? [] : [[name, at] as const]
  })
  return Object.fromEntries(known)
}

export async function keepReached(
  database: Database,
  { number, reached }: Round,
  until: Instant,
): Promise<void> {
  const texts = Object.fromEntries(Object.entries(reached).map(([name, at]) => [name, isoTime(at)]))
  await database.run(REACH, [number, JSON.stringify(texts), isoTime(until)])
}

const RENEW = sqlStatement({
  name: 'reporting_renew',
  whose: 'part',
  text: 'update reporting_progress set lease_until = $2 where round = $1 returning round',
})

/** Extends the lease of a long round. @returns whether it is still the latest */
export async function renewRound(database: Database, number: number, until: Instant): Promise<boolean> {
  return (await database.run(RENEW, [number, isoTime(until)])).length > 0
}

/** @param note a statement for the same commit */
export async function forgetReached(database: Database, note: SqlCall): Promise<void> {
  await database.batch([{ statement: FORGET, values: [] }, note])
}
