/**
 * Injects faults into a real database, for tests and the simulation.
 *
 * A journal must be correct even if an answer never comes, so the faults are those of the port: not reached, done without an
 * answer, neither done nor answered, slow.
 */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { withParts } from './buckets/with-parts.ts'
import { lostFailure, unavailableFailure } from './failures.ts'
import { type Database, DatabaseFailure } from './port.ts'

export type InjectedFault =
  | { readonly kind: 'NONE' }
  /** UNAVAILABLE; nothing is sent. */
  | { readonly kind: 'UNAVAILABLE' }
  /** RETRY, as after a deadlock; nothing is stored. */
  | { readonly kind: 'RETRY' }
  /** UNKNOWN_FATE, and nothing was stored. */
  | { readonly kind: 'LOST_BEFORE' }
  /** UNKNOWN_FATE, and everything was stored. */
  | { readonly kind: 'LOST_AFTER' }
  | { readonly kind: 'DELAY'; readonly delayMs: number }

export type Operation = 'run' | 'batch' | 'transact'

/** Called before every operation. `count` is 1 for the first. */
export type FaultPlan = (operation: Operation, count: number) => InjectedFault

/** The same database with the faults of `plan`. `timers` are only needed for delays. */
export const faulty = (database: Database, plan: FaultPlan, timers?: Timers): Database => {
  let count = 0

  const faced = async <Outcome>(operation: Operation, work: () => Promise<Outcome>): Promise<Outcome> => {
    count += 1
    const fault = plan(operation, count)
    switch (fault.kind) {
      case 'NONE':
        return work()
      case 'UNAVAILABLE':
        throw unavailableFailure('a planned fault')
      case 'RETRY':
        throw new DatabaseFailure('RETRY', 'a planned deadlock', { sqlState: '40P01' })
      case 'LOST_BEFORE':
        throw lostFailure('a planned fault, nothing kept')
      case 'LOST_AFTER':
        await work()
        throw lostFailure('a planned fault, all kept')
      case 'DELAY':
        await new Promise<void>((resolve) => {
          if (timers === undefined) throw new Error('a planned delay needs timers')
          timers.after(fault.delayMs, resolve)
        })
        return work()
    }
  }

  const withFaults = (inner: Database): Database => ({
    engine: inner.engine,
    writeSlots: inner.writeSlots,
    run: (statement, values) => faced('run', () => inner.run(statement, values)),
    batch: (calls) => faced('batch', () => inner.batch(calls)),
    transact: (reads, decide) => faced('transact', () => inner.transact(reads, decide)),
    ping: (timeoutMs) => inner.ping(timeoutMs),
    close: () => inner.close(),
  })
  return withParts(database, withFaults)
}
