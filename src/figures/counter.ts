/**
 * Keeps the figures from behind: a create writes nothing for them and waits for nothing.
 *
 * Followers find the quarters of an hour that something has happened to, each quarter is counted anew as a whole, and the days it is in are
 * added up. So what is told twice, by whatever node, changes nothing, and a restart loses nothing.
 *
 *   fresh     what was created, announced or posted, and cases opened or closed, until a second ago
 *   late      the same a minute behind, by whole quarters: what was committed after `fresh` had passed
 *   missed    the same a day behind
 *   history   once, from the first payment on: what was there before anybody counted, or is to be counted anew
 *
 * Promises: the figures come to what a count of everything comes to, at last, whatever dies. After each round it rests twenty times as long
 * as that took: at a rush the figures fall behind, not the creates. Uses no connection that writes of payments wait for.
 */
import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { Loop } from '../foundation/loop.ts'
import {
  firstBeginning,
  type Happening,
  QUARTER_MS,
  type Quarter,
  touchedQuarters,
} from '../payments/counting.ts'
import { readBilling, readMerchantBillings } from '../statements/billing.ts'
import { daysOf } from './days.ts'
import {
  addUpDays,
  clearDays,
  keepReached,
  keepZones,
  keptZones,
  quartersOf,
  type Reached,
  recountCases,
  recountPayments,
  takeRound,
} from './store.ts'

const LOOK_EVERY_MS = 2_000
const LEASE_MS = 60_000
/** How often its own time it rests after a round: it is at work for less than a twentieth of the time. */
const REST = 20
const LONGEST_REST_MS = 30_000
const FRESH_LAG_MS = 1_000
const HOUR_MS = 3_600_000
/** One round goes no further into what is behind than this allows. */
const WORKS_FOR_MS = 200
const QUARTERS_AT_ONCE = 96
const LONGEST_STRETCH_MS = 24 * HOUR_MS
const ZONES_EVERY_MS = 60_000

interface Follower {
  readonly name: string
  readonly what: readonly Happening[]
  readonly lagMs: number
  /** Goes on by whole quarters: each is looked at once. */
  readonly whole: boolean
}

const ALL: readonly Happening[] = ['created', 'announced', 'posted', 'cases']
const FOLLOWERS: readonly Follower[] = [
  { name: 'fresh', what: ALL, lagMs: FRESH_LAG_MS, whole: false },
  { name: 'late', what: ALL, lagMs: 60_000, whole: true },
  { name: 'missed', what: ALL, lagMs: 24 * HOUR_MS, whole: true },
]
/** Until when `history` goes: from then on all is followed. */
const BEGUN = 'begun'
const HISTORY = 'history'

const quarterBegins = (at: Instant): Instant => Math.floor(at / QUARTER_MS) * QUARTER_MS

export class FigureCounter {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>
  readonly #node: string
  readonly #loop: Loop
  #zonesLookedAt: Instant | undefined

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>) {
    this.#database = database
    this.#deps = deps
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'the figures of the reports could not be counted',
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
    const began = this.#now()
    const taken = await takeRound(this.#database, {
      node: this.#node,
      now: began,
      until: began + LEASE_MS,
    })
    if (!taken) return LOOK_EVERY_MS
    const { number } = taken
    let reached = await this.#beginnings(taken.reached, began)
    const keep = async (name: string, at: Instant): Promise<void> => {
      reached = { ...reached, [name]: at }
      await keepReached(this.#database, { number, reached }, this.#now() + LEASE_MS)
    }
    await this.#followZones(number)
    for (const follower of FOLLOWERS) {
      const { lagMs, whole } = follower
      const end = whole ? quarterBegins(began - lagMs) : began - lagMs
      const span = { from: reached[follower.name] ?? began, end }
      await this.#follow(number, follower.what, span, (at) => keep(follower.name, at))
    }
    const past = { from: reached[HISTORY] ?? began, end: reached[BEGUN] ?? began }
    const isBehind = await this.#follow(number, ['created', 'cases'], past, (at) => keep(HISTORY, at))
    const restMs = Math.min((this.#now() - began) * REST, LONGEST_REST_MS)
    return isBehind ? restMs : Math.max(restMs, LOOK_EVERY_MS)
  }

  #now(): Instant {
    return this.#deps.clock.now()
  }

  /** Where nobody has counted yet: what comes is followed from now on, and from a little before; all else is history. */
  async #beginnings(reached: Reached, now: Instant): Promise<Reached> {
    if (reached[BEGUN] !== undefined) return reached
    const first = (await firstBeginning(this.#database)) ?? now
    const followed = FOLLOWERS.map(({ name, lagMs }) => [name, quarterBegins(now - lagMs - HOUR_MS)] as const)
    return {
      ...Object.fromEntries(followed),
      [BEGUN]: now,
      [HISTORY]: Math.min(now, quarterBegins(first) - 1),
    }
  }

  /** As far as one round may go. @returns whether there is more to do */
  async #follow(
    round: number,
    what: readonly Happening[],
    { from, end }: { readonly from: Instant; readonly end: Instant },
    keep: (at: Instant) => Promise<void>,
  ): Promise<boolean> {
    const began = this.#now()
    let after = from
    let stretchMs = HOUR_MS
    while (after < end) {
      const lookedAt = this.#now()
      if (lookedAt - began > WORKS_FOR_MS) return true
      // Never less than to the end of a quarter: it would be counted as a whole again and again.
      const until = Math.min(end, quarterBegins(after + stretchMs))
      await this.#count(round, what, { after, until })
      await keep(until)
      after = until
      stretchMs = Math.min(LONGEST_STRETCH_MS, stretchMs * 2)
    }
    return false
  }

  async #count(
    round: number,
    what: readonly Happening[],
    range: { readonly after: Instant; readonly until: Instant },
  ): Promise<void> {
    const database = this.#database
    const touched = new Map<string, Quarter>()
    for (const happening of what) {
      const quarters = await touchedQuarters(database, happening, range)
      if (happening === 'cases')
        for (const some of chunksOf(quarters)) await recountCases(database, round, some)
      else for (const each of quarters) touched.set(`${each.merchantId} ${each.beginsAt}`, each)
    }
    const quarters = [...touched.values()]
    for (const some of chunksOf(quarters)) await recountPayments(database, round, some)
    await this.#addUp(round, quarters)
  }

  async #addUp(round: number, quarters: readonly Quarter[]): Promise<void> {
    if (quarters.length === 0) return
    const database = this.#database
    const zones = await this.#zonesOf(round, new Set(quarters.map(({ merchantId }) => merchantId)))
    for (const days of chunksOf(daysOf(quarters, zones))) await addUpDays(database, round, days)
  }

  /** As they are kept; of merchants that are new here, as they are now. */
  async #zonesOf(round: number, merchants: ReadonlySet<string>): Promise<(merchantId: string) => string> {
    const kept = await keptZones(this.#database)
    const unknown = [...merchants].filter((code) => !kept.has(code))
    const current = await this.#currentZones(unknown)
    await keepZones(this.#database, round, current)
    return (merchantId) => kept.get(merchantId) ?? current.get(merchantId) ?? 'UTC'
  }

  async #currentZones(merchants: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (merchants.length === 0) return new Map()
    const [{ zone }, own] = await Promise.all([
      readBilling(this.#database),
      readMerchantBillings(this.#database, merchants),
    ])
    return new Map(merchants.map((code) => [code, own.get(code)?.zone ?? zone]))
  }

  /** Whose zone has changed gets its days added up anew. */
  async #followZones(round: number): Promise<void> {
    const now = this.#now()
    if (this.#zonesLookedAt !== undefined && now - this.#zonesLookedAt < ZONES_EVERY_MS) return
    this.#zonesLookedAt = now
    const database = this.#database
    const kept = await keptZones(database)
    const current = await this.#currentZones([...kept.keys()])
    for (const [merchantId, zone] of current) {
      if (kept.get(merchantId) === zone) continue
      await clearDays(database, round, merchantId)
      const days = daysOf(await quartersOf(database, merchantId), () => zone)
      for (const some of chunksOf(days)) await addUpDays(database, round, some)
      await keepZones(database, round, new Map([[merchantId, zone]]))
    }
  }
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / QUARTERS_AT_ONCE)
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * QUARTERS_AT_ONCE, (index + 1) * QUARTERS_AT_ONCE),
  )
}
