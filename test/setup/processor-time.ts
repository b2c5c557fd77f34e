/**
 * The processor time that a process and its children took. How long something took on the clock says little on a machine that
 * does other things besides; this says what it cost.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** The kernel counts in hundredths of a second. */
const MS_A_TICK = 10
/** `utime`, `stime`, and the same of the children that ended and were waited for, counted behind the name: see proc(5). */
const FIRST_TIME = 11
const OWN_TIMES = 2
const ALL_TIMES = 4

/** As Node names the threads that run JavaScript, cut to fifteen characters by the kernel. */
const RUNS_JAVASCRIPT = ['MainThread', 'WorkerThread', 'node']

/**
 * Of a process while it lives: of the threads that run its code, one after the other, without V8's helpers, which work beside them.
 * Undefined where there is no /proc, or the process is gone.
 */
export function ownThreadsMsOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`)
    const own = threads.filter((thread) => {
      const name = readFileSync(`/proc/${thread}/comm`, 'utf8').trim()
      return RUNS_JAVASCRIPT.includes(name)
    })
    if (own.length === 0) return undefined
    return own.reduce((sum, thread) => sum + (read(thread, OWN_TIMES) ?? 0), 0)
  } catch {
    return undefined
  }
}

/** Of this process and of all its children that have ended. Where there is no /proc: without the children. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return read('self', ALL_TIMES) ?? (user + system) / 1_000
}

/** How many wait for each processor, over the last minute: so many times as long takes what would be done at once. At least 1. */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** What the work below took on an idle machine on which a start took 1.3 s: two cores, Node 24. */
const IDLE_YARDSTICK_MS = 35
const YARDSTICK_ROWS = 20_000
const YARDSTICK_TIMES = 7

/**
 * How many times as long the processor takes now: two that share a core and its caches slow each other down, and that is in every
 * processor time. For bounds that were set on an idle machine; never below 1, so a fast machine has to keep them, too.
 */
export async function slowness(): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < YARDSTICK_TIMES; time++) costs.push(await costMs(yardstick))
  // In the middle: the first ones are compiled on the way.
  const median = costs.sort((a, b) => a - b)[Math.floor(YARDSTICK_TIMES / 2)] ?? 0
  return Math.max(1, median / IDLE_YARDSTICK_MS)
}

function yardstick(): string {
  const rows = Array.from({ length: YARDSTICK_ROWS }, (_, index) => ({
    id: (index * 7_919) % YARDSTICK_ROWS,
    name: `row ${index}`,
    at: new Date(1e12 + index * 1_000).toISOString(),
  }))
  const text = JSON.stringify(rows.sort((a, b) => a.id - b.id))
  return createHash('sha256')
    .update(JSON.stringify(JSON.parse(text)))
    .digest('hex')
}

let counted = 0

/**
 * Test files that share a process share this module: what was counted for one is not counted for the next. Of one that runs in a thread,
 * that thread alone: which of them started a process nobody knows.
 */
export function sinceLastFile(): number {
  const before = counted
  counted = isMainThread ? processorMs() : ownMs()
  return counted - before
}

/** Of this process with all its threads; in a thread of several, of that one. */
function ownMs(): number {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What the work takes of this process's or thread's time: a bound on it holds on a machine that does other things besides. */
export async function costMs(work: () => unknown): Promise<number> {
  const since = stopwatch()
  await work()
  return since().cpuMs
}

/** From now on, until it is asked. */
export function stopwatch(): () => { readonly cpuMs: number; readonly wallMs: number } {
  const [startedAt, before] = [performance.now(), ownMs()]
  return () => ({ cpuMs: ownMs() - before, wallMs: performance.now() - startedAt })
}

function read(who: string, times: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${who}/stat`, 'utf8')
    // The name stands in brackets, and may hold anything, even a bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(FIRST_TIME, FIRST_TIME + times).map(Number)
    return ticks.reduce((sum, each) => sum + each, 0) * MS_A_TICK
  } catch {
    return undefined
  }
}
