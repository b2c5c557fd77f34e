/** Runs a whole simulated world, from its beginning to its last check. */
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type { App } from '@sluice/gateway/server/app.ts'
import type { Answer } from '../harness.ts'
import { Approvals } from './approvals.ts'
import { Bank } from './bank.ts'
import type { Coverage } from './coverage.ts'
import { Debits } from './debits.ts'
import { Desk } from './desk.ts'
import { STREAMS } from './dice.ts'
import { Excess } from './excess.ts'
import { checkBalances, checkCallbacks, checkEnds, checkMoney, checkStored } from './final-checks.ts'
import { Lives } from './lives.ts'
import { Market } from './market.ts'
import { Model } from './model.ts'
import { NATIVE_SHOP, NativeBank } from './native.ts'
import type { Node } from './node.ts'
import { People } from './people.ts'
import { onlyDeeds, planOf } from './plan.ts'
import { Provider } from './provider.ts'
import { Refunds } from './refunds.ts'
import { Settlements } from './settlements.ts'
import { Violation } from './violation.ts'
import { World } from './world.ts'

export const DEFAULT_STEPS = 20
/** Longer than any delay of the database and than a lease. */
const AFTER_ALL_MS = 100_000
/** The share of worlds in which a receiver fails for ever, so that its callbacks use up all attempts. */
const DEAD_AT_THE_END = 0.1
const SILENT_AT_THE_END = 0.25
/** Above all that are planned. */
const LAST_STEP = 99_999
const HOUR_MS = 3_600_000
const MAX_ROUNDS = 300

/** Wraps a gateway's connections to its world, to plant a bug. */
export interface Tamper {
  readonly app?: (app: App) => void
  readonly database?: (database: Database) => Database
  readonly processor?: (processor: Processor) => Processor
}

const unchanged = (processor: Processor): Processor => processor

export interface RunOptions {
  readonly database: Database
  readonly seed: number
  readonly steps?: number
  /** Runs only these deeds of the plan; left out: all. */
  readonly only?: ReadonlySet<number>
  /** Planted bugs. */
  readonly tamper?: Tamper
  /** Stops after the last step, as at a power cut, and leaves all waiting work open. */
  readonly leaveOpen?: true
  readonly onLine?: (line: string) => void
}

export interface Run {
  readonly seed: number
  /** Steps planned. */
  readonly steps: number
  readonly payments: number
  readonly crashes: number
  /** Days of simulated time. */
  readonly days: number
  readonly coverage: Coverage
  /** SHA-256 of everything that happened: the same for the same seed, steps and deeds. */
  readonly digest: string
  readonly failure: RunFailure | undefined
}

export interface RunFailure {
  readonly check: string
  readonly message: string
  /** The step in which it was found: one of those planned, or one more for the end. */
  readonly step: number
  /** What was done and seen from outside, oldest first. */
  readonly story: readonly string[]
  /** The last lines of all that happened, inside as well, oldest first. */
  readonly history: readonly string[]
}

/** Runs one world. Failures are in `failure`; it never throws. */
export async function runSeed(options: RunOptions): Promise<Run> {
  const { database, seed, steps = DEFAULT_STEPS, only, tamper, leaveOpen, onLine } = options
  const world = new World({
    database,
    seed,
    ...(tamper?.database && { tamper: tamper.database }),
    ...(tamper?.app && { tamperApp: tamper.app }),
    ...(onLine && { onLine }),
  })
  const startedAt = world.deps.clock.now()
  const model = new Model()
  const bank = new Bank(world, model)
  const provider = new Provider(world, bank)
  world.processors = [(house) => (tamper?.processor ?? unchanged)(provider.processorIn(house))]
  const desk = new Desk(world, model)
  const market = new Market(world, desk)
  const refunds = new Refunds(world, model, { desk, provider })
  const approvals = new Approvals(world, model, desk)
  const debits = new Debits(world, model, { desk, approvals })
  const settlements = new Settlements(world, model, { approvals, bank, desk })
  const excess = new Excess(world, { desk, bank })
  const native = new NativeBank(world, { desk, bank })
  const people = new People(world, model, desk)
  const parts = {
    approvals,
    bank,
    debits,
    desk,
    excess,
    market,
    native,
    people,
    provider,
    refunds,
    settlements,
  }
  const cast = { world, model, ...parts }
  const lives = new Lives(world, model, cast)
  const plan = planOf(seed, steps)
  let step = 0
  let failure: RunFailure | undefined
  try {
    await world.begin()
    await lives.begin()
    for (const planned of only ? onlyDeeds(plan, (index) => only.has(index)) : plan) {
      step = planned.number
      world.record(`step ${step}`)
      await lives.step(planned)
      await checkWritten(world)
      await people.check(step + 1)
    }
    step = steps + 1
    if (!leaveOpen) await end(cast)
  } catch (error) {
    failure = failureOf(error, world, step)
  }
  for (const node of world.nodes) world.crash(node)
  await world.deps.rest()
  const payments = [...model.payments.values()].filter(({ isAccepted }) => isAccepted).length
  const days = (world.deps.clock.now() - startedAt) / 86_400_000
  const { crashes, coverage } = world
  return { seed, steps, payments, crashes, days, coverage, digest: world.digest(), failure }
}

/** Without a write nothing can have changed. */
async function checkWritten({ gate, database }: World): Promise<void> {
  if (!gate.hasWritten) return
  gate.hasWritten = false
  await checkStored(database)
}

function failureOf(error: unknown, world: World, step: number): RunFailure {
  const [story, history] = [[...world.story], [...world.history]]
  if (error instanceof Violation) return { check: error.check, message: error.message, step, story, history }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { check: 'the simulation itself', message, step, story, history }
}

interface Cast {
  readonly world: World
  readonly model: Model
  readonly approvals: Approvals
  readonly bank: Bank
  readonly debits: Debits
  readonly desk: Desk
  readonly excess: Excess
  readonly market: Market
  readonly native: NativeBank
  readonly provider: Provider
  readonly refunds: Refunds
  readonly settlements: Settlements
}

/** Nearly everything works again, what waits is waited for, and all is compared. */
async function end(cast: Cast): Promise<void> {
  const { world, model, bank, provider, desk, excess, market, native, refunds, settlements } = cast
  const { gate, receivers, database } = world
  world.record('the end begins')
  world.beginStep(LAST_STEP)
  world.endCrashes()
  gate.faultRate = 0
  gate.isDown = false
  const dice = world.dice(STREAMS.end)
  const dead = dice.happens(DEAD_AT_THE_END) ? dice.one(world.merchants).code : undefined
  if (dead) world.record(`the receiver of ${dead} is dead`)
  receivers.healAll(dead)
  provider.isWell = true
  native.isWell = true
  if (world.nodes.length === 0) await world.startNode()
  // Delayed operations may still fail; leases run out.
  await world.jump(AFTER_ALL_MS)
  await world.advance(1_100)
  model.isExcused = () => false
  const [node] = world.nodes
  if (!node) throw new Error('a node was started')
  await world.finish(bank.insist(node))
  await world.finish(market.finish(node))
  await closeOffice(cast, node)
  // A provider that reports nothing for more than a day becomes an operator's case.
  if (dice.happens(SILENT_AT_THE_END)) await world.jump(26 * HOUR_MS)
  await readAll(world, model, desk)
  await refunds.finish(node)
  provider.settle()
  await native.settle()
  await drain(world)
  await readAll(world, model, desk)
  await refunds.finish(node)
  await excess.finish(node)
  for (const known of model.payments.values()) {
    if (!isOutgoing(known.kind) || known.status !== 'PENDING') continue
    if (provider.hasTaken(known) || known.merchant === NATIVE_SHOP) continue
    await world.finish(bank.conclude(node, known))
  }
  await drain(world)
  await readAll(world, model, desk)
  await checkStored(database)
  await checkEnds(model, database)
  for (const { code } of world.merchants)
    checkBalances(model, code, await balancesOf(world, desk, node, code))
  await checkCallbacks(model, receivers, database)
  await checkMoney(bank.facts, database)
  await provider.check(database)
  await market.check(database)
  await excess.check(database)
  await native.check(database)
  await settlements.check(node)
  await countEvents(world)
  world.record('the end')
}

/** Approval requests are decided and carried out, and their results are known. */
async function closeOffice({ approvals, debits, settlements }: Cast, node: Node): Promise<void> {
  await settlements.finish(node)
  await approvals.finish()
  await approvals.learn(node)
  await debits.finish(node)
  await settlements.waitForRuns()
  await settlements.learnAll(node)
}

async function readAll(world: World, model: Model, desk: Desk): Promise<void> {
  const dice = world.dice(STREAMS.end)
  for (const known of model.payments.values()) await world.finish(desk.read(known, dice))
}

async function balancesOf(world: World, desk: Desk, node: Node, code: string): Promise<Answer> {
  const answer = await world.finish(desk.balances(node, code))
  if (answer?.status !== 200) throw new Violation('balances can be read', String(answer?.text))
  return answer
}

const WAITING = {
  name: 'simulation_waiting',
  text: `select min(at) as at from (select next_at as at from callback union all select due_at from waiting_step
    union all select due_at from status_update union all select due_at from bank_entry_work
    union all select prepared_at from settlement_run where state = 'RUNNING') waiting`,
}

/** Lets time pass until no work is left: at first step by step, then in leaps, because some work waits a day. */
async function drain(world: World): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [waiting] = await world.database.run(WAITING, [])
    if (typeof waiting?.at !== 'number') return
    const aheadMs = waiting.at - world.deps.clock.now()
    await world.jump(Math.max(aheadMs, round < 4 ? 0 : Math.min(round - 3, 6) * HOUR_MS))
    await world.advance(1_100)
  }
  throw new Violation('work comes to its end', `something still waits after ${MAX_ROUNDS} rounds`)
}

const EVENTS = {
  name: 'simulation_events',
  text: `select kind || ' ' || coalesce(from_status, '') || '>' || to_status as name, count(*)::integer as times
      from history where kind <> 'funding' and from_status is distinct from to_status group by 1
    union all select 'callback ' || outcome, count(*)::integer from attempt group by 1
    union all select 'case ' || reason, count(*)::integer from case_file group by 1`,
}

async function countEvents(world: World): Promise<void> {
  for (const { name, times } of await world.database.run(EVENTS, [])) {
    world.count(String(name), Number(times))
  }
}
