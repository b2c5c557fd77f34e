/**
 * Keeps the search index up to date in the background: a create writes nothing for it and does not wait for it.
 *
 * Three followers, each with its own position in the database, each moved by one node at a time:
 *
 *   created   payments created until five seconds ago
 *   missed    a minute behind: payments whose commit came later than `created` had passed their key
 *   paid      payments that were paid or sent: the payer's account and the processor's references
 *
 * A look that finds nothing writes nothing. Its position is kept in memory and stored when the next payment is found,
 * so an idle gateway leaves its database alone, and a restart repeats only empty looks. One statement finds out for all
 * three whether there is anything beyond the remembered position.
 *
 * Promises: every payment is found eventually, whatever crashes, and repeating a step changes nothing. After each look
 * the indexer pauses forty times as long as the look took, so that under load the search falls behind and not the
 * creates. However far behind it is, a look reads little (`range.ts`). It uses no connection that payment writes wait
 * for.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Database } from '@sluice/database/port.ts'
import {
  type FollowedPayment,
  firstKeyAt,
  readCreated,
  readCredited,
  timeOfKey,
} from '../payments/following.ts'
import { FIRST_RANGE_MS, nextRangeMs } from './range.ts'
import {
  CREATED,
  type FollowedPlace,
  keepTerms,
  type Lease,
  MISSED,
  type RangeAhead,
  readPlaces,
  type SearchTerms,
  takeLease,
} from './store.ts'
import { ownOf, type Term, termsOf } from './terms.ts'

const LOOK_EVERY_MS = 2_000
const LEASE_MS = 30_000
const AT_ONCE = 200
/** Payments in one statement. More would block this process for several milliseconds, and PostgreSQL for longer. */
const KEPT_AT_ONCE = 40
/**
 * The pause after a round, as a multiple of its duration: the indexer works at most a fortieth of the time, mostly in
 * the database.
 */
const REST = 40
const LONGEST_PAUSE_MS = 30_000
/** How long after making its key a commit may come. Nearly all come sooner. */
const CREATED_LAG_MS = 5_000
const MISSED_LAG_MS = 60_000
const PAID_LAG_MS = 15_000
/**
 * How often a follower that finds nothing stores its position while payments are being found, so that a restart
 * continues from there.
 */
const KEEP_EVERY_MS = 60_000

/** What one look found, and the position after it. */
interface Part {
  readonly payments: readonly FollowedPayment[]
  readonly position: string
  /** There was more than the look could take. */
  readonly isFull: boolean
}

interface Follower {
  readonly name: string
  readonly start: string
  /** How far behind the present it stays. */
  readonly lagMs: number
  timeOf(position: string): Instant
  /** The position after everything until then. */
  positionAt(until: Instant): string
  /** @param until later payments are left out */
  look(database: Database, position: string, until: Instant): Promise<Part>
}

const byKeys = (name: string, statement: typeof CREATED, lagMs: number): Follower => ({
  name,
  start: firstKeyAt(0),
  lagMs,
  timeOf: timeOfKey,
  positionAt: firstKeyAt,
  async look(database, position, until) {
    const before = this.positionAt(until)
    const { payments, count, lastKey } = await readCreated(database, statement, {
      after: position,
      before,
      limit: AT_ONCE,
    })
    const isFull = count === AT_ONCE
    return { payments, position: isFull && lastKey ? lastKey : before, isFull }
  },
})

const paid: Follower = {
  name: 'paid',
  start: isoTime(0),
  lagMs: PAID_LAG_MS,
  timeOf: (position) => timeOnly(position) ?? 0,
  positionAt: isoTime,
  async look(database, position, until) {
    const after = this.timeOf(position)
    const rows = await readCredited(database, { after, until, limit: AT_ONCE })
    const isFull = rows.length === AT_ONCE
    // The last millisecond may have more payments that were left out.
    const last = (rows.at(-1)?.at ?? until) - 1
    const reached = isFull && last > after ? last : isFull ? last + 1 : until
    return {
      payments: rows.flatMap(({ payment }) => payment ?? []),
      position: this.positionAt(reached),
      isFull,
    }
  },
}

/** The range of one look. */
interface Range extends RangeAhead {
  readonly after: Instant
  readonly until: Instant
  /** Nothing is left that may be read now. */
  readonly isLast: boolean
  readonly meantMs: number
}

const FOLLOWERS: readonly Follower[] = [
  byKeys('created', CREATED, CREATED_LAG_MS),
  byKeys('missed', MISSED, MISSED_LAG_MS),
  paid,
]

export class SearchIndexer {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>
  readonly #node: string
  readonly #loop: Loop
  /** By follower: the longest time range of its next look. */
  readonly #rangesMs = new Map<string, number>()
  /** By follower: the position up to which it found nothing beyond the stored one. */
  readonly #ahead = new Map<string, { readonly of: string | undefined; readonly position: string }>()
  /** Followers that have not stored their position since a payment was found. */
  readonly #toKeep = new Set(FOLLOWERS.map(({ name }) => name))

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>) {
    this.#database = database
    this.#deps = deps
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'payments could not be indexed for the search',
    })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** One look of each follower. @returns how long to wait for the next round */
  async round(): Promise<number> {
    const { clock } = this.#deps
    const began = clock.now()
    const ahead = new Map<string, Range>()
    for (const follower of FOLLOWERS) {
      const range = this.#range(follower, this.#ahead.get(follower.name)?.position, began)
      if (range) ahead.set(follower.name, range)
    }
    const places = await readPlaces(this.#database, ahead)
    let isFull = false
    for (const follower of FOLLOWERS) {
      const place = places.get(follower.name)
      isFull = (await this.#follow(follower, place, ahead.get(follower.name))) || isFull
    }
    const pauseMsAfter = Math.min((clock.now() - began) * REST, LONGEST_PAUSE_MS)
    return isFull ? pauseMsAfter : Math.max(pauseMsAfter, LOOK_EVERY_MS)
  }

  /** @param ahead the range whose state was read with the position. @returns whether there is more to do */
  async #follow(
    follower: Follower,
    place: FollowedPlace | undefined,
    ahead: Range | undefined,
  ): Promise<boolean> {
    const { clock } = this.#deps
    const now = clock.now()
    const isAnothers = place?.node !== undefined && place.node !== this.#node
    if (isAnothers && (place.leaseUntil ?? 0) >= now) return false
    const position = this.#reached(follower, place)
    const isEmpty = place?.hasMore === false && ahead?.position === position
    const range = isEmpty ? ahead : this.#range(follower, position, now)
    if (!range) return false
    const { after, until, isLast, meantMs } = range
    const part = isEmpty
      ? { payments: [], position: range.end, isFull: false }
      : await follower.look(this.#database, position, until)
    if (!(await this.#keep(follower, place, part))) return true
    const looked = { rangeMs: until - after, isFull: part.isFull, tookMs: clock.now() - now }
    this.#rangesMs.set(follower.name, nextRangeMs(meantMs, looked))
    return part.isFull || !isLast
  }

  /** @returns undefined: its beginning is unknown, or it is empty */
  #range(follower: Follower, position: string | undefined, now: Instant): Range | undefined {
    if (position === undefined) return undefined
    const meantMs = this.#rangesMs.get(follower.name) ?? FIRST_RANGE_MS
    const after = follower.timeOf(position)
    const last = now - follower.lagMs
    const until = Math.min(last, after + meantMs)
    // The clock went back; everything until then was followed.
    if (until <= after) return undefined
    return { position, end: follower.positionAt(until), after, until, isLast: until === last, meantMs }
  }

  #reached({ name, start }: Follower, place: FollowedPlace | undefined): string {
    const ahead = this.#ahead.get(name)
    if (ahead !== undefined && ahead.of === place?.position) return ahead.position
    return place?.position ?? start
  }

  /**
   * Stores the position if something was found, otherwise remembers it. @returns false: another node has continued
   * meanwhile
   */
  async #keep(follower: Follower, place: FollowedPlace | undefined, part: Part): Promise<boolean> {
    const { name, start, timeOf } = follower
    const hasFound = part.payments.length > 0
    if (hasFound) for (const each of FOLLOWERS) this.#toKeep.add(each.name)
    const aheadMs = timeOf(part.position) - timeOf(place?.position ?? start)
    if (!hasFound && !(this.#toKeep.has(name) && aheadMs >= KEEP_EVERY_MS)) {
      this.#ahead.set(name, { of: place?.position, position: part.position })
      return true
    }
    const now = this.#deps.clock.now()
    const lease: Lease = { name, node: this.#node, until: now + LEASE_MS }
    const taken = await takeLease(this.#database, lease, place?.position ?? start, now)
    if (taken === undefined || taken !== (place?.position ?? start)) return false
    const { payments, position } = part
    let kept = 0
    // The position moves with the last batch. After a crash in between, the earlier ones are indexed again, which
    // changes nothing.
    for (; payments.length - kept > KEPT_AT_ONCE; kept += KEPT_AT_ONCE)
      await keepTerms(this.#database, payments.slice(kept, kept + KEPT_AT_ONCE).map(storedOf), lease, taken)
    await keepTerms(this.#database, payments.slice(kept).map(storedOf), lease, position)
    this.#ahead.set(name, { of: position, position })
    if (!hasFound) this.#toKeep.delete(name)
    return true
  }
}

function storedOf(payment: FollowedPayment): SearchTerms {
  const { key, merchantId, kind } = payment
  const terms = termsOf(payment)
  return { key, merchantId, kind, terms: textsOf(terms), own: textsOf(ownOf(terms)) }
}

/** External references have their own index among the payments. */
const textsOf = (terms: readonly Pick<Term, 'term' | 'by'>[]): readonly string[] =>
  terms.flatMap(({ term, by }) => (by === 'externalReference' ? [] : term))
