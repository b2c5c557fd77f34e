/**
 * One gateway of several processes: started, watched and stopped as one. Read this file first.
 *
 * The supervisor serves nothing itself. Node's `cluster` holds the one port in it and hands each connection to the next
 * process (`cluster-processes.ts`). Every process is a whole node on the same PostgreSQL (`process-main.ts`).
 *
 * - The gateway has started when all processes are ready. If one cannot start, all end, with its error.
 * - What a start does once (migrations, the first operator, the test merchant, files) the first process does. The
 *   others wait with their databases open until it is ready.
 * - A process that ends by itself is started again, with growing pauses if it keeps ending, and the log says so. The
 *   others serve on.
 * - `stop` has every process finish what it accepted. When the supervisor is gone, its processes end immediately: the
 *   channel breaks.
 * - Limits hold for all processes together: each sends its requests here, one message for each turn of its event loop.
 *
 * The supervisor never touches the database, and knows nothing of payments.
 */
import { type Backoff, backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Cancel, Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { fail, type Result, succeed, unreachable } from '@sluice/core/foundation/result.ts'
import { SlidingWindow } from '../../http/rate-limit.ts'
import type { FromProcess, Serving, Snapshot, ToProcess } from './messages.ts'
import { MetricsOfAll } from './metrics-of-all.ts'
import { Questions } from './questions.ts'

/** A process's place among the others. A process that is started again takes over its place. */
export interface ProcessPlace {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly nodeId: string
  /** The first process of a start does what is done once. A restarted process is never the first. */
  readonly isFirst: boolean
  /** The port to use instead of the setting: the one that is listened on. */
  readonly port: number | undefined
}

export interface Spawned {
  /** Undefined if the system gave it none. */
  readonly pid: number | undefined
  send(message: ToProcess): void
  /** Immediately. */
  kill(): void
}

export interface SpawnedListener {
  said(message: FromProcess): void
  /** @param how its exit code, or the signal that ended it */
  ended(how: number | string): void
}

export type Spawn = (place: ProcessPlace, listener: SpawnedListener) => Spawned

interface Slot {
  readonly number: number
  readonly nodeId: string
  process: Spawned | undefined
  /** Since when it serves. */
  readySince: Instant | undefined
  waitsForFirst: boolean
  failures: number
  restart: Cancel
}

const RESTART: Backoff = { firstMs: 250, longestMs: 30_000 }
/** A process that served for this long before it ended has no lasting problem. */
const SERVED_WELL_MS = 60_000
/** A process that is stuck must not hold up the metrics of the others or an operator. */
const ANSWER_WITHIN_MS = 1_000

type SupervisorDeps = Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>

export class Supervisor {
  readonly #spawn: Spawn
  readonly #deps: SupervisorDeps
  readonly #slots: readonly Slot[]
  readonly #window: SlidingWindow
  readonly #metrics = new MetricsOfAll(() => this.#serving().length)
  readonly #snapshots: Questions<Snapshot>
  readonly #refreshes: Questions<true>
  #serves: Serving | undefined
  #port: number | undefined
  #hasStarted = false
  #isStopping = false
  #whenStarted: (result: Result<Serving, string>) => void = () => undefined
  #whenEmpty: () => void = () => undefined
  #endedBadly: string | undefined

  constructor(processes: number, spawn: Spawn, deps: SupervisorDeps) {
    this.#spawn = spawn
    this.#deps = deps
    this.#window = new SlidingWindow(deps.clock)
    this.#snapshots = new Questions(deps.timers, ANSWER_WITHIN_MS)
    this.#refreshes = new Questions(deps.timers, ANSWER_WITHIN_MS)
    this.#slots = Array.from({ length: processes }, (_, index) => ({
      number: index + 1,
      nodeId: deps.randomness.uuidV7(deps.clock.now()),
      process: undefined,
      readySince: undefined,
      waitsForFirst: false,
      failures: 0,
      restart: () => undefined,
    }))
  }

  /** Resolves when all serve, or when none is left of a start that failed. */
  async start(): Promise<Result<Serving, string>> {
    const started = new Promise<Result<Serving, string>>((resolve) => {
      this.#whenStarted = resolve
    })
    for (const slot of this.#slots) this.#begin(slot)
    const result = await started
    if (result.ok) return result
    for (const { process, readySince } of this.#slots) if (readySince === undefined) process?.kill()
    await this.stop().catch(() => undefined)
    return result
  }

  /** Finishes what was accepted. @throws Error if a process did not end properly */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { restart } of this.#slots) restart()
    const empty = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve
    })
    for (const { process } of this.#slots) process?.send({ type: 'stop' })
    if (this.#running().length > 0) await empty
    if (this.#endedBadly !== undefined) throw new Error(this.#endedBadly)
  }

  #begin(slot: Slot): void {
    // If the port was chosen freely, the setting still refers to the same port as long as one process listens on it.
    if (this.#serves !== undefined && this.#running().length === 0) this.#port = this.#serves.port
    const place = {
      number: slot.number,
      of: this.#slots.length,
      nodeId: slot.nodeId,
      isFirst: slot.number === 1 && this.#serves === undefined,
      port: this.#port,
    }
    slot.process = this.#spawn(place, {
      said: (message) => this.#receive(slot, message),
      ended: (how) => this.#ended(slot, how),
    })
  }

  #receive(slot: Slot, message: FromProcess): void {
    const { process } = slot
    switch (message.type) {
      case 'opened':
        slot.waitsForFirst = true
        if (this.#serves !== undefined) this.#goOn(slot)
        break
      case 'ready':
        this.#ready(slot, message.serving)
        break
      case 'failed':
        this.#failed(slot, message.why)
        break
      case 'take': {
        const decisions = message.asks.map(([key, limit]) => this.#window.take(key, limit))
        process?.send({ type: 'taken', id: message.id, decisions })
        break
      }
      case 'metrics-page':
        void this.#page().then((text) => process?.send({ type: 'page', id: message.id, text }))
        break
      case 'metrics':
        this.#snapshots.answer(message.id, message.metrics)
        break
      case 'changed':
        void this.#refreshOthers(slot).then(() => process?.send({ type: 'all-refreshed', id: message.id }))
        break
      case 'refreshed':
        this.#refreshes.answer(message.id, true)
        break
      default:
        unreachable(message)
    }
  }

  #goOn(slot: Slot): void {
    slot.waitsForFirst = false
    slot.process?.send({ type: 'go-on' })
  }

  #ready(slot: Slot, serving: Serving): void {
    slot.readySince = this.#deps.clock.now()
    this.#serves ??= serving
    for (const other of this.#slots) if (other.waitsForFirst) this.#goOn(other)
    this.#deps.log.info({ process: slot.number, pid: slot.process?.pid }, 'a process serves')
    if (this.#hasStarted) return
    if (this.#serving().length === this.#slots.length) this.#settle(succeed(this.#serves))
  }

  #failed({ number }: Slot, why: string): void {
    if (this.#hasStarted) this.#deps.log.error({ process: number, why }, 'a process does not start')
    else this.#settle(fail(why))
  }

  #settle(result: Result<Serving, string>): void {
    this.#hasStarted = result.ok
    this.#whenStarted(result)
  }

  #ended(slot: Slot, how: number | string): void {
    const { readySince } = slot
    slot.process = undefined
    slot.readySince = undefined
    slot.waitsForFirst = false
    if (this.#isStopping) {
      if (how !== 0) this.#endedBadly = `process ${slot.number} ended with ${how}`
      if (this.#running().length === 0) this.#whenEmpty()
    } else if (this.#hasStarted) this.#startAgain(slot, how, readySince)
    else this.#settle(fail(`process ${slot.number} ended with ${how} before it was ready: see its log`))
  }

  #startAgain(slot: Slot, how: number | string, readySince: Instant | undefined): void {
    const { clock, timers, log } = this.#deps
    this.#metrics.ended(slot.number)
    const servedWell = readySince !== undefined && clock.now() - readySince >= SERVED_WELL_MS
    slot.failures = servedWell ? 0 : slot.failures + 1
    const pauseMs = servedWell ? 0 : backoffMs(RESTART, slot.failures)
    log.error({ process: slot.number, how, pauseMs }, 'a process ended; it is started again')
    slot.restart = timers.after(pauseMs, () => this.#begin(slot))
  }

  async #page(): Promise<string> {
    await Promise.all(
      this.#serving().map(async ({ number, process }) => {
        const snapshot = await this.#snapshots.ask((id) => process?.send({ type: 'metrics-wanted', id }))
        // A process that ended meanwhile is already in the sum of the ended ones; one that is stuck keeps its last values.
        if (snapshot !== undefined && this.#slots[number - 1]?.process === process)
          this.#metrics.read(number, snapshot)
      }),
    )
    return this.#metrics.page()
  }

  async #refreshOthers(slot: Slot): Promise<void> {
    await Promise.all(
      this.#serving()
        .filter((other) => other !== slot)
        .map(({ process }) => this.#refreshes.ask((id) => process?.send({ type: 'refresh', id }))),
    )
  }

  #serving(): readonly Slot[] {
    return this.#slots.filter(({ readySince }) => readySince !== undefined)
  }

  #running(): readonly Slot[] {
    return this.#slots.filter(({ process }) => process !== undefined)
  }
}
