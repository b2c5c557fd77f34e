/**
 * CPU time by process from Linux's /proc: what a request costs the server, PostgreSQL and the load generator. On a
 * shared machine it says more than a rate, because waiting for a core uses none.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second (USER_HZ), whatever the kernel's clock. */
const TICK_MS = 10

interface Stat {
  readonly parent: number
  readonly ms: number
}

function statOf(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces; the fields after it do not.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, ms: (user + system + childUser + childSystem) * TICK_MS }
  } catch {
    return undefined
  }
}

/** CPU time so far of a process, its children, and their ended children. NaN without /proc. */
function cpuMs(pid: number | undefined): number {
  const own = pid === undefined ? undefined : statOf(String(pid))
  if (!own) return Number.NaN
  let sum = own.ms
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(entry)
    if (stat?.parent === pid) sum += stat?.ms ?? 0
  }
  return sum
}

export interface Watched {
  readonly server: number | undefined
  readonly postgres: number | undefined
}

/** CPU in µs for each operation. */
export interface CpuEach {
  readonly serverUs: number
  readonly postgresUs: number
  readonly loadUs: number
}

export interface CpuReading {
  readonly server: number
  readonly postgres: number
  readonly load: number
}

export const readCpu = ({ server, postgres }: Watched): CpuReading => {
  const { user, system } = process.cpuUsage()
  return { server: cpuMs(server), postgres: cpuMs(postgres), load: (user + system) / 1_000 }
}

export const cpuEach = (before: CpuReading, after: CpuReading, done: number): CpuEach => ({
  serverUs: ((after.server - before.server) / done) * 1_000,
  postgresUs: ((after.postgres - before.postgres) / done) * 1_000,
  loadUs: ((after.load - before.load) / done) * 1_000,
})
