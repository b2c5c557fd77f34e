/**
 * Keeps the reporting tables up to date in the background: creates write nothing for them and do not wait for them.
 *
 * Followers find the quarter-hours in which something has happened. Each is counted again as a whole, and its days are
 * added up again. So repeating a step changes nothing, on any node, and a restart loses nothing.
 *
 *   fresh     what was created, announced or posted, and cases opened or closed, until a second ago
 *   late      the same a minute behind, by whole quarter-hours: what was committed after `fresh` had passed
 *   missed    the same a day behind
 *   history   once, from the first payment on: what existed before counting began, or has to be counted again
 *
 * A node that has counted everything only looks, without writing, until it finds something. Its position over empty
 * ranges is kept in memory and stored with the next count.
 *
 * Promises: the reports eventually equal a count of all payments, whatever crashes. The counter works in batches of
 * some tens of milliseconds (`recount.ts`) and pauses twenty times as long after each (`pace.ts`), so that under load
 * reporting falls behind and not the creates. It uses no connection that payment writes wait for.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Database } from '@sluice/database/port.ts'
import {
  activeMerchants,
  firstBeginning,
  type LookedOver,
  QUARTER_MS,
  type Quarter,
  type Touched,
  touchedByCases,
  touchedQuarters,
} from '../payments/counting.ts'
import { chunksOf, daysOf } from './days.ts'
import { nextLookMs, Pace } from './pace.ts'
import { PAYMENTS_AT_ONCE, Recount } from './recount.ts'
import {
  isSameReached,
  keepReached,
  type Reached,
  type Round,
  readNotice,
  readProgress,
  renewRound,
  takeRound,
} from './rounds.ts'
import {
  addUpDays,
  type CountedPeriod,
  clearDays,
  keepZones,
  quartersOf,
  rangeOf,
  recountCases,
} from './store.ts'
import { changedZones, zonesFor } from './zones.ts'

const LOOK_EVERY_MS = 2_000
const LEASE_MS = 60_000
/** Long before the lease ends. */
const RENEW_EVERY_MS = 10_000
const FRESH_LAG_MS = 1_000
const HOUR_MS = 3_600_000
/** A round that has taken so long leaves the rest to the next round, which begins with `fresh`. */
const LONG_ROUND_MS = 20_000
const LONGEST_RANGE_MS = 24 * HOUR_MS
/** The time range of the first look; later ones adapt (`pace.ts`). */
const FIRST_LOOK_MS = 60_000
const ZONES_EVERY_MS = 60_000

interface Follower {
  readonly name: string
  readonly lagMs: number
  /** Moves by whole quarter-hours, so that each is counted once. */
  readonly whole: boolean
}

const FOLLOWERS: readonly Follower[] = [
  { name: 'fresh', lagMs: FRESH_LAG_MS, whole: false },
  { name: 'late', lagMs: 60_000, whole: true },
  { name: 'missed', lagMs: 24 * HOUR_MS, whole: true },
]
/** Where `history` ends: the followers cover everything later. */
const BEGUN = 'begun'
const HISTORY = 'history'

type Look = typeof touchedQuarters

/** A finished round, and the followers' positions after the empty looks since. */
interface Done extends Round {
  readonly ahead: Map<string, Instant>
}

/** The result of counting a range. `left`: this round has to stop. */
type Counted = 'counted' | 'nothing' | 'left'

interface Steps {
  count(range: LookedOver): Promise<Counted>
  /** Moves the position over a finished range. */
  pass(at: Instant, counted: Counted): Promise<void>
}

/** What a look found before a round began to count it. */
interface Notice extends LookedOver {
  readonly touched: Touched
}

const quarterBegins = (at: Instant): Instant => Math.floor(at / QUARTER_MS) * QUARTER_MS

export class ReportingCounter {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>
  readonly #node: string
  readonly #loop: Loop
  readonly #pace: Pace
  readonly #recount: Recount
  #zonesLookedAt: Instant | undefined
  #renewedAt: Instant = 0
  #done: Done | undefined
  /** The time range of a look, by kind of look. */
  readonly #looksMs = new Map<Look, number>()

  /** @param paymentsAtOnce the most payments of one merchant in one statement */
  constructor(
    database: Database,
    deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>,
    paymentsAtOnce = PAYMENTS_AT_ONCE,
  ) {
    this.#database = database
    this.#deps = deps
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#pace = new Pace(deps)
    this.#recount = new Recount(database, this.#pace, paymentsAtOnce)
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'the report numbers could not be counted',
    })
  }

  start(): void {
    this.#pace.begin()
    this.#loop.start()
  }

  stop(): Promise<void> {
    this.#pace.end()
    return this.#loop.stop()
  }

  /** One look of each follower. @returns how long to wait for the next round */
  async round(): Promise<number> {
    const began = this.#now()
    const notice = await this.#notice(began)
    if (notice === 'nothing') return LOOK_EVERY_MS
    const done = this.#done
    this.#done = undefined
    const taken = await takeRound(this.#database, {
      node: this.#node,
      now: began,
      until: began + LEASE_MS,
    })
    if (!taken) return LOOK_EVERY_MS
    const { number } = taken
    this.#renewedAt = began
    // No other node has counted since those looks.
    const ahead = done?.number === number - 1 && isSameReached(done.reached, taken.reached) ? done.ahead : []
    let kept = taken.reached
    let reached = await this.#beginnings({ ...kept, ...Object.fromEntries(ahead) }, began)
    const keep = async (): Promise<void> => {
      await keepReached(this.#database, { number, reached }, this.#now() + LEASE_MS)
      kept = reached
    }
    const passing = (name: string) => async (at: Instant, counted: Counted) => {
      reached = { ...reached, [name]: at }
      if (counted === 'counted') await keep()
    }
    await this.#followZones(number)
    let isBehind = false
    for (const { name, lagMs, whole } of FOLLOWERS) {
      const span = { from: reached[name] ?? began, end: endOf({ lagMs, whole }, began) }
      const count = (range: LookedOver) => this.#countTouched(number, range, notice)
      isBehind = (await this.#follow(began, span, { count, pass: passing(name) })) || isBehind
    }
    const past = { from: reached[HISTORY] ?? began, end: reached[BEGUN] ?? began }
    const count = (range: LookedOver) => this.#countPast(number, range)
    isBehind = (await this.#follow(began, past, { count, pass: passing(HISTORY) })) || isBehind
    // The next round begins there, and reports say how far history is counted.
    const isKept = isBehind
      ? isSameReached(kept, reached)
      : [BEGUN, HISTORY].every((name) => kept[name] === reached[name])
    if (!isKept) await keep()
    if (isBehind) return 0
    this.#done = { number, reached: kept, ahead: new Map(Object.entries(reached)) }
    return LOOK_EVERY_MS
  }

  /** Writes nothing. @returns what there is to count; undefined: unknown */
  async #notice(now: Instant): Promise<Notice | 'nothing' | undefined> {
    const done = this.#done
    const ranges = FOLLOWERS.flatMap(({ name, lagMs, whole }) => {
      const after = done?.ahead.get(name) ?? done?.reached[name] ?? now
      const until = endOf({ lagMs, whole }, now)
      return after < until ? [{ name, after, until }] : []
    })
    // The first range is read in the same statement as the progress.
    const [first] = ranges
    const { progress, touched: touchedFirst } = first
      ? await this.#pace.chunk(() => readNotice(this.#database, first))
      : { progress: await readProgress(this.#database), touched: undefined }
    const isAnothers = progress?.node !== undefined && progress.node !== this.#node
    if (isAnothers) this.#done = undefined
    if (isAnothers && (progress.leaseUntil ?? 0) >= now) return 'nothing'
    if (!done || progress?.number !== done.number || !isSameReached(progress.reached, done.reached))
      return undefined
    if (this.#isTimeForZones() && (await this.#changedZones()).size > 0) return undefined
    for (const { name, after, until } of ranges) {
      const look = () => touchedQuarters(this.#database, { after, until })
      const isFirst = name === first?.name && touchedFirst !== undefined
      const touched = isFirst ? touchedFirst : await this.#pace.chunk(look)
      if (!isNothing(touched)) return { after, until, touched }
      done.ahead.set(name, until)
    }
    return 'nothing'
  }

  #now(): Instant {
    return this.#deps.clock.now()
  }

  /** The first round's positions: the followers begin a little before now, and everything earlier is history. */
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

  /** Takes at least one range, and as many as fit into one round. @returns whether there is more to do */
  async #follow(
    began: Instant,
    { from, end }: { readonly from: Instant; readonly end: Instant },
    { count, pass }: Steps,
  ): Promise<boolean> {
    let after = from
    let rangeMs = HOUR_MS
    while (after < end) {
      if (this.#pace.isEnded || (after > from && this.#now() - began > LONG_ROUND_MS)) return true
      // Always to the end of a quarter-hour, or it would be counted as a whole several times.
      const until = Math.min(end, quarterBegins(after + rangeMs))
      const counted = await count({ after, until })
      if (counted === 'left') return true
      await pass(until, counted)
      after = until
      rangeMs = Math.min(LONGEST_RANGE_MS, rangeMs * 2)
    }
    return false
  }

  /** @param notice what a look has found already; the quarter-hours themselves are still read now */
  async #countTouched(round: number, range: LookedOver, notice: Notice | undefined): Promise<Counted> {
    const isKnown = notice !== undefined && notice.after === range.after && notice.until === range.until
    const touched = isKnown ? notice.touched : await this.#touched(round, touchedQuarters, range)
    if (touched === undefined) return 'left'
    if (isNothing(touched)) return 'nothing'
    const { payments, cases } = touched
    await this.#countCases(round, cases)
    const counted = await this.#recount.payments(round, payments.map(rangeOf), () => this.#renewed(round))
    return counted !== undefined && (await this.#addUp(round, payments)) ? 'counted' : 'left'
  }

  /** Counts all quarter-hours, because the changes in them were not followed. */
  async #countPast(round: number, range: LookedOver): Promise<Counted> {
    const touched = await this.#touched(round, touchedByCases, range)
    if (touched === undefined) return 'left'
    await this.#countCases(round, touched.cases)
    const whole = { from: quarterBegins(range.after), before: quarterBegins(range.until) + QUARTER_MS }
    const merchants = await this.#pace.chunk(() => activeMerchants(this.#database, whole))
    if (touched.cases.length + merchants.length === 0) return 'nothing'
    const ranges = merchants.map((merchantId): CountedPeriod => ({ merchantId, ...whole }))
    const quarters = await this.#recount.payments(round, ranges, () => this.#renewed(round))
    return quarters !== undefined && (await this.#addUp(round, quarters)) ? 'counted' : 'left'
  }

  async #countCases(round: number, quarters: readonly Quarter[]): Promise<void> {
    for (const some of chunksOf(quarters))
      await this.#pace.chunk(() => recountCases(this.#database, round, some))
  }

  /** @returns undefined: interrupted */
  async #touched(round: number, look: Look, range: LookedOver): Promise<Touched | undefined> {
    const payments = new Map<string, Quarter>()
    const cases = new Map<string, Quarter>()
    for (let { after } = range; after < range.until; ) {
      if (!(await this.#renewed(round))) return undefined
      const lookMs = this.#looksMs.get(look) ?? FIRST_LOOK_MS
      const until = Math.min(range.until, after + lookMs)
      const found = await this.#pace.chunk(() => look(this.#database, { after, until }))
      for (const each of found.payments) payments.set(nameOf(each), each)
      for (const each of found.cases) cases.set(nameOf(each), each)
      this.#looksMs.set(look, nextLookMs(lookMs, until - after, this.#pace.tookMs))
      after = until
    }
    return { payments: [...payments.values()], cases: [...cases.values()] }
  }

  /** @returns false: this round has to stop */
  async #renewed(round: number): Promise<boolean> {
    const now = this.#now()
    if (this.#pace.isEnded) return false
    if (now - this.#renewedAt < RENEW_EVERY_MS) return true
    this.#renewedAt = now
    return renewRound(this.#database, round, now + LEASE_MS)
  }

  /** @returns false: interrupted */
  async #addUp(round: number, quarters: readonly Quarter[]): Promise<boolean> {
    if (quarters.length === 0) return true
    const database = this.#database
    const zones = await zonesFor(database, round, new Set(quarters.map(({ merchantId }) => merchantId)))
    for (const days of chunksOf(daysOf(quarters, zones))) {
      if (!(await this.#renewed(round))) return false
      await this.#pace.chunk(() => addUpDays(database, round, days))
    }
    return true
  }

  #isTimeForZones(): boolean {
    return this.#zonesLookedAt === undefined || this.#now() - this.#zonesLookedAt >= ZONES_EVERY_MS
  }

  async #changedZones(): Promise<ReadonlyMap<string, string>> {
    const changed = await changedZones(this.#database)
    if (changed.size === 0) this.#zonesLookedAt = this.#now()
    return changed
  }

  /** Adds up the days of merchants again whose zone has changed. */
  async #followZones(round: number): Promise<void> {
    if (!this.#isTimeForZones()) return
    const database = this.#database
    for (const [merchantId, zone] of await this.#changedZones()) {
      await clearDays(database, round, merchantId)
      const days = daysOf(await quartersOf(database, merchantId), () => zone)
      for (const some of chunksOf(days)) await this.#pace.chunk(() => addUpDays(database, round, some))
      await keepZones(database, round, new Map([[merchantId, zone]]))
    }
    this.#zonesLookedAt = this.#now()
  }
}

const isNothing = ({ payments, cases }: Touched): boolean => payments.length + cases.length === 0

const nameOf = ({ merchantId, beginsAt }: Quarter): string => `${merchantId} ${beginsAt}`

const endOf = ({ lagMs, whole }: Pick<Follower, 'lagMs' | 'whole'>, now: Instant): Instant =>
  whole ? quarterBegins(now - lagMs) : now - lagMs
