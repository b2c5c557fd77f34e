/** A worker without a gateway, with the query that wakes it. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { DueLooks, type DueWork } from './due-looks.ts'
import type { Database } from './port.ts'

/** Starts it. @returns its query, which has to be stopped with it */
export function startLookedFor(
  database: Database,
  deps: Pick<Deps, 'clock' | 'timers' | 'log'>,
  worker: { readonly due: DueWork; start(): void },
): DueLooks {
  const looks = new DueLooks(database, deps, [worker.due])
  worker.start()
  looks.start()
  return looks
}
