/** The processor time of a process and its children. On a busy machine, elapsed time says little; this says what something cost. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** The kernel counts in hundredths of a second. */
const MS_A_TICK = 10
/** Index after the name of `utime`, followed by `stime` and the same for children that have ended and were waited for: see proc(5). */
const FIRST_TIME = 11
const OWN_TIMES = 2
const ALL_TIMES = 4

/** Node's names of the threads that run JavaScript, which the kernel cuts to fifteen characters. */
const RUNS_JAVASCRIPT = ['MainThread', 'WorkerThread', 'node']

/**
 * The processor time of a running process: of the threads that run its code, without V8's helpers, which work in parallel. Undefined if
 * there is no /proc or the process has ended.
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

/** Of this process and of all its children that have ended. Without /proc: without the children. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return read('self', ALL_TIMES) ?? (user + system) / 1_000
}

/** How many tasks wait for each processor, over the last minute: work takes about this many times as long. At least 1. */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** The time of the work below on an idle machine on which a start took 1.3 s: two cores, Node 24. */
const IDLE_YARDSTICK_MS = 35
const YARDSTICK_ROWS = 20_000
const YARDSTICK_TIMES = 7

/**
 * How many times slower the processor is now: tasks that share a core and its caches slow each other down, which raises every processor
 * time. For limits that were set on an idle machine; never below 1, so a fast machine has to keep them, too.
 */
export async function slowness(): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < YARDSTICK_TIMES; time++) costs.push(await costMs(yardstick))
  // The median, because the first runs are still being compiled.
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
 * Test files that share a process share this module: time counted for one is not counted again for the next. For a file in a thread, only
 * that thread is counted, because it is unknown which thread started a process.
 */
export function sinceLastFile(): number {
  const before = counted
  counted = isMainThread ? processorMs() : ownMs()
  return counted - before
}

/** Of this process with all its threads, or of the current thread if it is one of several. */
function ownMs(): number {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The processor time of the work in this process or thread: a limit on it holds on a busy machine, too. */
export async function costMs(work: () => unknown): Promise<number> {
  const since = stopwatch()
  await work()
  return since().cpuMs
}

/** Starts measuring; call the result to read it. */
export function stopwatch(): () => { readonly cpuMs: number; readonly wallMs: number } {
  const [startedAt, before] = [performance.now(), ownMs()]
  return () => ({ cpuMs: ownMs() - before, wallMs: performance.now() - startedAt })
}

function read(who: string, times: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${who}/stat`, 'utf8')
    // The name is in brackets and may contain anything, even a bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(FIRST_TIME, FIRST_TIME + times).map(Number)
    return ticks.reduce((sum, each) => sum + each, 0) * MS_A_TICK
  } catch {
    return undefined
  }
}
