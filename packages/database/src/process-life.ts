/**
 * Whether a recorded process still exists, as far as this machine can tell.
 *
 * `gone` is only returned for a process that cannot write any more. A process ID that the kernel has reused is recognised by its
 * start time. A record from another machine, another container or before a reboot is `elsewhere`: process IDs mean nothing there,
 * and two containers may have the same host name.
 *
 * On Linux all of this comes from `/proc`; elsewhere from `ps`.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { errorCode } from '@sluice/core/foundation/errors.ts'

export interface ProcessName {
  readonly pid: number
  readonly host: string
  /** Identifies the boot and the process namespace, as containers have their own. Empty if there is no /proc. */
  readonly table: string
  /** When it started, by the kernel's count: process IDs are reused, the pair is not. Empty if unknown. */
  readonly started: string
}

/** `ending`: it was signalled to end, or has begun to, and may still write. */
export type Life = 'runs' | 'ending' | 'gone' | 'elsewhere'

export type LifeOf = (name: ProcessName) => Life

/** What the system reports about a process ID; undefined if it is not in use. */
interface Reported {
  readonly started: string
  readonly life: Exclude<Life, 'elsewhere'>
}

const readOrNothing = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const tableHere = (): string => {
  const boot = readOrNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const namespace = readOrNothing(() => readlinkSync('/proc/self/ns/pid'))
  return boot === '' || namespace === '' ? '' : `${boot} ${namespace}`
}

/** PF_EXITING in <linux/sched.h>: it has begun to end. */
const EXITING = 0x4
/** In signal masks, whose lowest bit is signal 1. */
const KILL = 1n << 8n

/**
 * @param stat `/proc/<pid>/stat`
 * @param status `/proc/<pid>/status`
 * @param threads how many of its threads are left, including a zombie's main thread
 */
export function lifeInProc(stat: string, status: string, threads: number): Reported {
  // The name in parentheses may contain anything. Field 3 is the state, 9 the flags, 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state] = fields
  const started = fields[19] ?? ''
  const ended = state === 'Z' || state === 'X'
  if (ended && threads <= 1) return { started, life: 'gone' }
  const masks = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm)]
  const isKilled = masks.some(([, mask]) => (BigInt(`0x${mask}`) & KILL) !== 0n)
  const isExiting = (Number(fields[6]) & EXITING) !== 0
  return { started, life: ended || isKilled || isExiting ? 'ending' : 'runs' }
}

/** @param line of `ps -o stat=,lstart=`: `Z+   Sun Nov 22 08:02:15 2026` */
export function lifeInPs(line: string): Reported | undefined {
  const [state, ...started] = line.trim().split(/\s+/)
  if (state === undefined || state === '') return undefined
  // BSD's E: it is trying to end.
  const life = state.startsWith('Z') ? 'gone' : state.includes('E') ? 'ending' : 'runs'
  return { started: started.join(' '), life }
}

function askProc(pid: number): Reported | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return lifeInProc(stat, status, readdirSync(`/proc/${pid}/task`).length)
  } catch {
    return undefined
  }
}

function askPs(pid: number): Reported | undefined {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env })
  return typeof stdout === 'string' ? lifeInPs(stdout) : undefined
}

const ask = (pid: number): Reported | undefined => (process.platform === 'linux' ? askProc(pid) : askPs(pid))

/**
 * Whether this process ID is unused. Only the kernel's answer counts, as a process of another account cannot always be inspected.
 */
function isFree(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCode(error) === 'ESRCH'
  }
}

export const thisProcess = (): ProcessName => ({
  pid: process.pid,
  host: hostname(),
  table: tableHere(),
  started: ask(process.pid)?.started ?? '',
})

export const lifeOf: LifeOf = ({ pid, host, table, started }) => {
  if (host !== hostname() || table !== tableHere()) return 'elsewhere'
  if (isFree(pid)) return 'gone'
  const reported = ask(pid)
  if (reported === undefined) return isFree(pid) ? 'gone' : 'runs'
  if (started !== '' && reported.started !== '' && started !== reported.started) return 'gone'
  return reported.life
}
