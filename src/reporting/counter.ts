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
 * A node that has counted all goes on by looks that write nothing, and takes the next round when one has found something. How far it went
 * where nothing was is remembered, and kept with what is counted next.
 *
 * Promises: the figures come to what a count of everything comes to, at last, whatever dies. It works in pieces of some tens of milliseconds
 * (`recount.ts`), each a range of keys, and rests twenty times as long after each (`pace.ts`): at a rush the figures fall behind, not the
 * creates. Uses no connection that writes of payments wait for.
 */
import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { Loop } from '../foundation/loop.ts'
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
/** A round that has worked and rested so long leaves what is behind to the next one, which begins with what is fresh. */
const LONG_ROUND_MS = 20_000
const LONGEST_RANGE_MS = 24 * HOUR_MS
/** What has happened is looked for in pieces: see `pace.ts`. */
const FIRST_LOOK_MS = 60_000
const ZONES_EVERY_MS = 60_000

interface Follower {
  readonly name: string
  readonly lagMs: number
  /** Goes on by whole quarters: each is looked at once. */
  readonly whole: boolean
}

const FOLLOWERS: readonly Follower[] = [
  { name: 'fresh', lagMs: FRESH_LAG_MS, whole: false },
  { name: 'late', lagMs: 60_000, whole: true },
  { name: 'missed', lagMs: 24 * HOUR_MS, whole: true },
]
/** Until when `history` goes: from then on all is followed. */
const BEGUN = 'begun'
const HISTORY = 'history'

type Look = typeof touchedQuarters

/** A round after which there was nothing left to do, and how far looks have gone since. */
interface Done extends Round {
  readonly ahead: Map<string, Instant>
}

/** What became of a stretch of time: `left`, there is no more to be done in this round. */
type Counted = 'counted' | 'nothing' | 'left'

interface Steps {
  count(range: LookedOver): Promise<Counted>
  /** Of a stretch that is behind it. */
  pass(at: Instant, counted: Counted): Promise<void>
}

/** What a look has found before there was a round to count it in. */
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
  /** How long a time is looked over at once, by what is looked for. */
  readonly #looksMs = new Map<Look, number>()

  /** @param paymentsAtOnce of one merchant, at most, in one statement */
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
      failed: 'the figures of the reports could not be counted',
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

  /** One look of each follower. @returns how long to wait for the next one */
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
    // Nobody has counted since those looks.
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
    // The next round begins with what is kept; and that history is counted, reports tell.
    const isKept = isBehind
      ? isSameReached(kept, reached)
      : [BEGUN, HISTORY].every((name) => kept[name] === reached[name])
    if (!isKept) await keep()
    if (isBehind) return 0
    this.#done = { number, reached: kept, ahead: new Map(Object.entries(reached)) }
    return LOOK_EVERY_MS
  }

  /** Writes nothing. @returns what there is to count; undefined: that is not known */
  async #notice(now: Instant): Promise<Notice | 'nothing' | undefined> {
    const done = this.#done
    const ranges = FOLLOWERS.flatMap(({ name, lagMs, whole }) => {
      const after = done?.ahead.get(name) ?? done?.reached[name] ?? now
      const until = endOf({ lagMs, whole }, now)
      return after < until ? [{ name, after, until }] : []
    })
    // The first of them is looked over in the same statement that tells who counts.
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

  /** A step at least, and as far as one round may go. @returns whether there is more to do */
  async #follow(
    began: Instant,
    { from, end }: { readonly from: Instant; readonly end: Instant },
    { count, pass }: Steps,
  ): Promise<boolean> {
    let after = from
    let rangeMs = HOUR_MS
    while (after < end) {
      if (this.#pace.isEnded || (after > from && this.#now() - began > LONG_ROUND_MS)) return true
      // Never less than to the end of a quarter: it would be counted as a whole again and again.
      const until = Math.min(end, quarterBegins(after + rangeMs))
      const counted = await count({ after, until })
      if (counted === 'left') return true
      await pass(until, counted)
      after = until
      rangeMs = Math.min(LONGEST_RANGE_MS, rangeMs * 2)
    }
    return false
  }

  /** Each quarter that something has happened to. @param news found already: what is in those quarters is looked at now all the same */
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

  /** All quarters: nothing is known of what has happened to them. */
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

  /** @returns undefined: it was left as it was */
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

  /** @returns false: there is no more to be done in this round */
  async #renewed(round: number): Promise<boolean> {
    const now = this.#now()
    if (this.#pace.isEnded) return false
    if (now - this.#renewedAt < RENEW_EVERY_MS) return true
    this.#renewedAt = now
    return renewRound(this.#database, round, now + LEASE_MS)
  }

  /** @returns false: it was left as it was */
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

  /** Whose zone has changed gets its days added up anew. */
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
