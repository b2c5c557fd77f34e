/**
 * Runs load with a number of workers for a given time and measures it. In a closed loop each worker begins the next
 * operation when the last is done. At a steady rate each begins at its scheduled time, and the latency counts from that
 * time, so waiting for a free worker is included. The clock starts after the warm-up. Every latency is stored, so the
 * percentiles are exact.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { type CpuEach, cpuEach, readCpu, type Watched } from './cpu.ts'
import { goOn } from './stopping.ts'

export interface Load {
  readonly workers: number
  readonly seconds: number
  readonly warmUpSeconds: number
  /** A steady rate of all workers together; missing: as fast as possible. */
  readonly perSecond?: number | undefined
  /** The processes whose CPU time is read. */
  readonly watched: Watched
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly failures: number
  readonly cpu: CpuEach
}

/** One operation; returns whether it succeeded. */
export type Work = (worker: number) => Promise<boolean>

export async function measure(
  { workers, seconds, warmUpSeconds, perSecond, watched }: Load,
  work: Work,
): Promise<Measured> {
  const latencies: number[] = []
  let failures = 0
  let done = 0
  const beganAt = performance.now()
  const from = beganAt + warmUpSeconds * 1_000
  const to = from + seconds * 1_000
  let before = readCpu(watched)
  const atStart = setTimeout(() => {
    before = readCpu(watched)
    done = 0
  }, warmUpSeconds * 1_000)
  let begun = 0
  /** @returns the scheduled time of the next operation */
  const nextTime = async (): Promise<number> => {
    if (perSecond === undefined) return performance.now()
    const dueAt = beganAt + (begun++ * 1_000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await setTimeoutPromise(waitMs)
    return dueAt
  }
  const workersDone = Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let startedAt = await nextTime(); startedAt < to; startedAt = await nextTime()) {
        goOn()
        const well = await work(worker)
        const endedAt = performance.now()
        done += 1
        if (endedAt >= from && endedAt < to) {
          if (well) latencies.push(endedAt - startedAt)
          else failures += 1
        }
      }
    }),
  )
  await workersDone.finally(() => clearTimeout(atStart))
  const cpu = cpuEach(before, readCpu(watched), done)
  return { perSecond: latencies.length / seconds, ...percentiles(latencies), failures, cpu }
}

/** An unmeasured number of operations in a closed loop, so that V8 compiles hot code. @throws Error if one fails */
export async function doMany(workers: number, count: number, work: Work): Promise<void> {
  let begun = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (begun < count) {
        goOn()
        begun += 1
        if (!(await work(worker))) throw new Error('what is to be measured fails')
      }
    }),
  )
}

export function percentiles(latencies: readonly number[]): Pick<Measured, 'p50Ms' | 'p95Ms' | 'p99Ms'> {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The median of several rounds, for each number. */
export const medianOf = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map((each) => each.perSecond)),
  p50Ms: median(rounds.map((each) => each.p50Ms)),
  p95Ms: median(rounds.map((each) => each.p95Ms)),
  p99Ms: median(rounds.map((each) => each.p99Ms)),
  failures: rounds.reduce((sum, each) => sum + each.failures, 0),
  cpu: {
    serverUs: median(rounds.map((each) => each.cpu.serverUs)),
    postgresUs: median(rounds.map((each) => each.cpu.postgresUs)),
    loadUs: median(rounds.map((each) => each.cpu.loadUs)),
  },
})
