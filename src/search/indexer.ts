/**
 * Keeps what the search finds payments by, from behind: a create writes nothing for it and waits for nothing.
 *
 * Three followers, each with a place of its own in the database, and each moved by one node at a time:
 *
 *   created   what was created until five seconds ago
 *   missed    a minute behind: what was committed later than its key was made, and so passed by
 *   paid      what was paid or was to go out: the payer's account, the processor's names for it
 *
 * A look that finds nothing writes nothing: how far it went is remembered here, and kept once the next payment is found. So a gateway that
 * does nothing leaves its database alone, and whoever follows after a start looks again over what held nothing. Whether there is anything
 * beyond what is remembered, one statement tells for all three.
 *
 * Promises: everything is found at last, whatever dies; told again, nothing changes. After each look it rests forty
 * times as long as that took, so that at a rush of creates the search falls behind, not they; however far behind, a look reads little
 * (`range.ts`). Uses no connection that writes of payments wait for.
 */
import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { isoTime, timeOnly } from '../foundation/instants.ts'
import { Loop } from '../foundation/loop.ts'
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
/** In one statement: more hold up this process for several ms, and PostgreSQL for more. */
const KEPT_AT_ONCE = 40
/** How often its own time it rests after a round: it is at work for a fortieth of the time at most, of which the database has the larger part. */
const REST = 40
const LONGEST_PAUSE_MS = 30_000
/** A commit may come so long after its key was made; in nearly all cases it comes sooner. */
const CREATED_LAG_MS = 5_000
const MISSED_LAG_MS = 60_000
const PAID_LAG_MS = 15_000
/** While payments are found, one who finds nothing keeps how far it has come so often: after a start it goes on from there. */
const KEEP_EVERY_MS = 60_000

/** What one look has found, and how far it goes. */
interface Part {
  readonly payments: readonly FollowedPayment[]
  readonly position: string
  /** There was more than was taken. */
  readonly isFull: boolean
}

interface Follower {
  readonly name: string
  readonly start: string
  /** How far behind it stays. */
  readonly lagMs: number
  timeOf(position: string): Instant
  /** Where it stands when all is looked at until then. */
  positionAt(until: Instant): string
  /** @param until nothing that came later is looked at */
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
    // Others of the last one's very millisecond may have been left out.
    const last = (rows.at(-1)?.at ?? until) - 1
    const reached = isFull && last > after ? last : isFull ? last + 1 : until
    return {
      payments: rows.flatMap(({ payment }) => payment ?? []),
      position: this.positionAt(reached),
      isFull,
    }
  },
}

/** How far one look goes. */
interface Range extends RangeAhead {
  readonly after: Instant
  readonly until: Instant
  /** Nothing is left that may be looked at now. */
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
  /** By follower: how much time its next look is to go over at most. */
  readonly #rangesMs = new Map<string, number>()
  /** By follower: how far it has looked beyond the place that is stored, and found nothing. */
  readonly #ahead = new Map<string, { readonly of: string | undefined; readonly position: string }>()
  /** Those that have not kept their place since a payment was found. */
  readonly #toKeep = new Set(FOLLOWERS.map(({ name }) => name))

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>) {
    this.#database = database
    this.#deps = deps
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'payments could not be made ready for the search',
    })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** One look of each follower. @returns how long to wait for the next one */
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

  /** @param ahead what was asked about with its place. @returns whether there is more to do */
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

  /** @returns undefined: it is not known where it begins, or there is none */
  #range(follower: Follower, position: string | undefined, now: Instant): Range | undefined {
    if (position === undefined) return undefined
    const meantMs = this.#rangesMs.get(follower.name) ?? FIRST_RANGE_MS
    const after = follower.timeOf(position)
    const last = now - follower.lagMs
    const until = Math.min(last, after + meantMs)
    // A clock that went back: what is behind it was followed.
    if (until <= after) return undefined
    return { position, end: follower.positionAt(until), after, until, isLast: until === last, meantMs }
  }

  #reached({ name, start }: Follower, place: FollowedPlace | undefined): string {
    const ahead = this.#ahead.get(name)
    if (ahead !== undefined && ahead.of === place?.position) return ahead.position
    return place?.position ?? start
  }

  /** Stored where something was found, otherwise remembered. @returns false: another node has gone on meanwhile */
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
    // The place moves with the last of them. Those before are told again where this ends in between, which changes nothing.
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

/** An external reference has an index of its own among the payments. */
const textsOf = (terms: readonly Pick<Term, 'term' | 'by'>[]): readonly string[] =>
  terms.flatMap(({ term, by }) => (by === 'externalReference' ? [] : term))
