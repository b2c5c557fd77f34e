/** A whole simulated world, from its beginning to its last check. */
import type { Database } from '../../src/database/port.ts'
import { isFinal } from '../../src/payments/transitions.ts'
import type { Answer } from '../harness.ts'
import { Bank } from './bank.ts'
import { checkBalances, checkCallbacks, checkEnds, checkMoney, checkStored } from './final-checks.ts'
import { Lives } from './lives.ts'
import { Model } from './model.ts'
import type { Node } from './node.ts'
import { Violation } from './violation.ts'
import { World } from './world.ts'

export const DEFAULT_STEPS = 120
const CHECK_EVERY = 10
const HALF_AN_HOUR_MS = 1_800_000
const MAX_ROUNDS = 600

export interface RunOptions {
  readonly database: Database
  readonly seed: number
  readonly steps?: number
  /** Wraps the database of each gateway: for planted bugs. */
  readonly tamper?: (database: Database) => Database
  readonly onLine?: (line: string) => void
}

export interface Run {
  readonly seed: number
  /** Steps lived, of those asked for. */
  readonly step: number
  readonly payments: number
  readonly crashes: number
  /** Days of simulated time. */
  readonly days: number
  /** SHA-256 of everything that happened: the same for the same seed and steps. */
  readonly digest: string
  readonly failure: RunFailure | undefined
}

export interface RunFailure {
  readonly check: string
  readonly message: string
  /** The last lines of what happened, oldest first. */
  readonly history: readonly string[]
}

/** Runs one world. What it finds is in `failure`; it throws nothing. */
export async function runSeed(options: RunOptions): Promise<Run> {
  const { database, seed, steps = DEFAULT_STEPS, tamper, onLine } = options
  const world = new World({ database, seed, ...(tamper && { tamper }), ...(onLine && { onLine }) })
  const startedAt = world.deps.clock.now()
  const model = new Model()
  const bank = new Bank(world, model)
  const lives = new Lives(world, model, bank)
  let step = 0
  let failure: RunFailure | undefined
  try {
    await world.begin()
    await lives.begin()
    for (; step < steps; step++) {
      world.record(`step ${step}`)
      await lives.step()
      if (step % CHECK_EVERY === 0) await checkStored(database)
    }
    await end(world, model, bank, lives)
  } catch (error) {
    failure = failureOf(error, world)
  }
  for (const node of world.nodes) world.crash(node)
  await world.deps.rest()
  const payments = [...model.payments.values()].filter(({ isAccepted }) => isAccepted).length
  const days = (world.deps.clock.now() - startedAt) / 86_400_000
  return { seed, step, payments, crashes: world.crashes, days, digest: world.digest(), failure }
}

function failureOf(error: unknown, world: World): RunFailure {
  const history = [...world.history]
  if (error instanceof Violation) return { check: error.check, message: error.message, history }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { check: 'the simulation itself', message, history }
}

/** Everybody gets well, what waits is waited for, and all is compared. */
async function end(world: World, model: Model, bank: Bank, lives: Lives): Promise<void> {
  const { gate, receivers, database } = world
  world.record('the end begins')
  world.crashWithin(Number.POSITIVE_INFINITY)
  gate.faultRate = 0
  gate.isDown = false
  receivers.healAll()
  if (world.nodes.length === 0) await world.startNode()
  // Delayed operations of before may still fail; leases run out.
  await world.advance(100_000)
  model.isExcused = () => false
  const [node] = world.nodes
  if (!node) throw new Error('a node was started')
  await world.finish(bank.insist(node))
  await drain(world)
  await readAll(world, model, lives)
  for (const known of model.payments.values()) {
    if (known.kind !== 'payout' || !known.status || isFinal(known.status)) continue
    await world.finish(bank.conclude(node, known))
  }
  await drain(world)
  await readAll(world, model, lives)
  await checkStored(database)
  await checkEnds(model, database)
  for (const { code } of world.merchants)
    checkBalances(model, code, await balancesOf(world, lives, node, code))
  await checkCallbacks(model, receivers, database)
  await checkMoney(bank.facts, database)
  world.record('the end')
}

async function readAll(world: World, model: Model, lives: Lives): Promise<void> {
  for (const known of model.payments.values()) await world.finish(lives.read(known))
}

async function balancesOf(world: World, lives: Lives, node: Node, code: string): Promise<Answer> {
  const answer = await world.finish(lives.balances(node, code))
  if (answer?.status !== 200) throw new Violation('balances can be read', String(answer?.text))
  return answer
}

const WAITING = {
  name: '',
  text: `select min(at) as at from (select next_at as at from callback union all select due_at from step
    union all select due_at from report) waiting`,
}

/** Lets time pass until nothing is left to be done. */
async function drain(world: World): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [waiting] = await world.database.run(WAITING, [])
    if (typeof waiting?.at !== 'number') return
    const aheadMs = waiting.at - world.deps.clock.now()
    await world.jump(Math.max(aheadMs, round < 10 ? 0 : HALF_AN_HOUR_MS))
    await world.advance(1_100)
  }
  throw new Violation('work comes to its end', `something still waits after ${MAX_ROUNDS} rounds`)
}
