/**
 * A simulated world for tests: time that only moves when a test moves it, randomness from a seed, a scripted network, and a log
 * that is kept.
 *
 * How work progresses:
 *
 * - `timers.after` waits for `advance` or `runUntilIdle`. Timers run in order of their due time, then of their creation.
 * - `timers.soon` runs by itself at the next turn of the real event loop, first in first out, and takes no simulated time. So
 *   code that only awaits (a commit, say) completes by itself.
 * - Between two timers `advance` yields to the real event loop until nothing waits in `soon`, so that promises settle. Work
 *   outside this thread (PGlite in a worker) takes longer than a turn. Pass `settled`, a function whose promise resolves when
 *   that work is done, and `advance` awaits it too.
 *
 * The same seed gives the same run, as long as `settled` covers everything that is not simulated.
 */
import type {
  Cancel,
  Clock,
  Deps,
  Instant,
  Log,
  OutboundNetwork,
  OutgoingAnswer,
  OutgoingRequest,
  Timers,
} from './deps.ts'
import { assert } from './result.ts'
import { seededRandomness } from './seeded-randomness.ts'

/** How the other side answers a request. `wait` takes simulated time; a wait longer than `timeoutMs` is a TIMEOUT. */
export type NetworkScript = (
  request: OutgoingRequest,
  wait: (delayMs: number) => Promise<void>,
) => OutgoingAnswer | Promise<OutgoingAnswer>

export interface SimulationOptions {
  /** Default: 2026-01-01T00:00:00Z. */
  startAt?: Instant
  /** Default: every address is unreachable. */
  network?: NetworkScript
  /** Resolves when the work outside this thread is done. Leave it out if there is none. */
  settled?: () => Promise<void>
}

export interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error'
  at: Instant
  fields: object
  message: string
}

export interface SimulatedDeps extends Deps {
  /** All log entries so far, oldest first. A long run may clear it. */
  readonly logged: LogEntry[]
  /** All requests sent so far, oldest first. A long run may clear it. */
  readonly sent: OutgoingRequest[]
  /** Advances the clock by `ms` and runs each timer that becomes due at its own time. */
  advance(ms: number): Promise<void>
  /** Advances the clock by `ms` in one step, as after the machine slept. Timers that became due run late, after the jump. */
  jump(ms: number): Promise<void>
  /** Runs timers one by one until none is left or `withinMs` (default a week) have passed. @returns the ms passed */
  runUntilIdle(withinMs?: number): Promise<number>
  /** Lets all work that needs no time complete. */
  rest(): Promise<void>
}

const START_AT = Date.UTC(2026, 0, 1)
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export function simulatedDeps(seed: number, options: SimulationOptions = {}): SimulatedDeps {
  const world = simulatedTime(options.startAt ?? START_AT, options.settled ?? (async () => {}))
  const logged: LogEntry[] = []
  const sent: OutgoingRequest[] = []
  return {
    clock: world.clock,
    timers: world.timers,
    randomness: seededRandomness(seed),
    network: scriptedNetwork(world, sent, options.network ?? unreachableNetwork),
    log: recordingLog(logged, world.clock, {}),
    logged,
    sent,
    advance: (ms) => world.runTo(world.clock.now() + ms),
    async jump(ms) {
      await world.rest()
      world.skip(ms)
      await world.runTo(world.clock.now())
    },
    rest: world.rest,
    async runUntilIdle(withinMs = WEEK_MS) {
      const startedAt = world.clock.now()
      await world.rest()
      for (
        let due = world.nextDue();
        due !== undefined && due <= startedAt + withinMs;
        due = world.nextDue()
      ) {
        await world.runTo(due)
      }
      return world.clock.now() - startedAt
    },
  }
}

const unreachableNetwork: NetworkScript = () => ({
  ok: false,
  reason: 'UNREACHABLE',
  detail: 'nobody lives at this address of the simulation',
  durationMs: 0,
})

interface Timer {
  due: Instant
  sequence: number
  action: () => void
  cancelled: boolean
}

interface SimulatedTime {
  clock: Clock
  timers: Timers
  nextDue(): Instant | undefined
  runTo(target: Instant): Promise<void>
  skip(ms: number): void
  rest(): Promise<void>
}

function simulatedTime(startAt: Instant, settled: () => Promise<void>): SimulatedTime {
  const waiting = timerHeap()
  let now = startAt
  let sequence = 0
  let soonWaiting = 0
  let soonRun = 0
  let running = false

  const after = (delayMs: number, action: () => void): Cancel => {
    const timer = {
      due: now + Math.max(0, Math.ceil(delayMs)),
      sequence: sequence++,
      action,
      cancelled: false,
    }
    waiting.push(timer)
    return () => {
      timer.cancelled = true
    }
  }
  const soon = (action: () => void): void => {
    soonWaiting++
    setImmediate(() => {
      soonWaiting--
      soonRun++
      action()
    })
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const rest = async (): Promise<void> => {
    // A promise that settled outside may call `soon`, and that may start work outside again: repeat until neither happens.
    let before: number
    do {
      before = soonRun
      await turn()
      await settled()
      await turn()
    } while (soonWaiting > 0 || soonRun > before)
  }
  const nextDue = (): Instant | undefined => {
    while (waiting.first()?.cancelled) waiting.pop()
    return waiting.first()?.due
  }
  const runTo = async (target: Instant): Promise<void> => {
    assert(!running, 'one hand moves the simulated clock at a time')
    running = true
    try {
      await rest()
      for (let due = nextDue(); due !== undefined && due <= target; due = nextDue()) {
        now = Math.max(now, due)
        waiting.pop()?.action()
        await rest()
      }
      now = Math.max(now, target)
    } finally {
      running = false
    }
  }
  const skip = (ms: number): void => {
    assert(!running && ms >= 0, 'one hand moves the simulated clock at a time, and never back')
    now += Math.ceil(ms)
  }
  return { clock: { now: () => now }, timers: { after, soon }, nextDue, runTo, skip, rest }
}

interface TimerHeap {
  push(timer: Timer): void
  pop(): Timer | undefined
  first(): Timer | undefined
}

/** A binary heap by (due, sequence). */
function timerHeap(): TimerHeap {
  const timers: Timer[] = []
  const before = (a: number, b: number): boolean => {
    const first = timers[a]
    const second = timers[b]
    if (!first || !second) return false
    return first.due < second.due || (first.due === second.due && first.sequence < second.sequence)
  }
  const swap = (a: number, b: number): void => {
    const first = timers[a]
    const second = timers[b]
    if (!first || !second) return
    timers[a] = second
    timers[b] = first
  }
  const sink = (start: number): void => {
    for (let at = start; ; ) {
      const left = 2 * at + 1
      const right = left + 1
      const child = before(right, left) ? right : left
      if (!before(child, at)) return
      swap(child, at)
      at = child
    }
  }
  return {
    first: () => timers[0],
    push(timer) {
      let at = timers.push(timer) - 1
      for (let parent = (at - 1) >> 1; at > 0 && before(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent)
        at = parent
      }
    },
    pop() {
      swap(0, timers.length - 1)
      const timer = timers.pop()
      sink(0)
      return timer
    },
  }
}

function scriptedNetwork(
  world: SimulatedTime,
  sent: OutgoingRequest[],
  script: NetworkScript,
): OutboundNetwork {
  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => world.timers.after(delayMs, resolve))
  return {
    async request(request) {
      sent.push(request)
      const startedAt = world.clock.now()
      let stop: Cancel = () => {}
      const timedOut = new Promise<OutgoingAnswer>((resolve) => {
        const late: OutgoingAnswer = {
          ok: false,
          reason: 'TIMEOUT',
          detail: 'no answer in time',
          durationMs: 0,
        }
        stop = world.timers.after(request.timeoutMs, () => resolve(late))
      })
      try {
        const answer = await Promise.race([Promise.resolve(script(request, wait)), timedOut])
        return { ...answer, durationMs: world.clock.now() - startedAt }
      } finally {
        stop()
      }
    },
  }
}

function recordingLog(entries: LogEntry[], clock: Clock, own: object): Log {
  const record =
    (level: LogEntry['level']) =>
    (fields: object, message: string): void => {
      entries.push({ level, at: clock.now(), fields: { ...own, ...fields }, message })
    }
  return {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    child: (fields) => recordingLog(entries, clock, { ...own, ...fields }),
  }
}
