/**
 * The processor time that a process and its children took. How long something took on the clock says little on a machine that
 * does other things besides; this says what it cost.
 */
import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const MS_A_TICK = 10
/** `utime`, `stime`, and the same of the children that ended and were waited for, counted behind the name: see proc(5). */
const FIRST_TIME = 11
const OWN_TIMES = 2
const ALL_TIMES = 4

/** Of a process while it lives, without its children. Undefined where there is no /proc, or the process is gone. */
export const processorMsOf = (pid: number): number | undefined => read(String(pid), OWN_TIMES)

/** Of this process and of all its children that have ended. Where there is no /proc: without the children. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return read('self', ALL_TIMES) ?? (user + system) / 1_000
}

let counted = 0

/** Test files that share a process share this module: what was counted for one is not counted for the next. */
export function sinceLastFile(): number {
  const before = counted
  counted = processorMs()
  return counted - before
}

/** What the work takes of this process's time: a bound on it holds on a machine that does other things besides. */
export async function costMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
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
