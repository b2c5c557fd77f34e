/**
 * Records the ends of attempts, in batches as the journal does: all those of one turn of the event loop in one
 * statement, and those that come meanwhile in the next. A callback whose end could not be recorded is sent again when
 * its lease runs out (at least once), so a failure is only logged.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import { callWithRows, type RowOut } from '@sluice/database/row-arrays.ts'
import { HOLD_PAYMENTS } from '../payments/sql-parts.ts'
import { FINISH } from './statements.ts'

export interface AttemptEnd {
  /** For `FINISH`. */
  readonly row: RowOut
  /** For `HOLD_PAYMENTS`. */
  readonly payment: RowOut
}

interface Waiting extends AttemptEnd {
  readonly recorded: () => void
}

/** Failures that a single row may have caused, or two concurrent transactions. */
const OF_ONE: ReadonlySet<string> = new Set(['STATEMENT', 'CONSTRAINT', 'RETRY'])

export class Recording {
  readonly #database: Pick<Database, 'batch'>
  readonly #deps: Pick<Deps, 'log' | 'timers'>
  #waiting: Waiting[] = []
  #isBusy = false

  constructor(database: Pick<Database, 'batch'>, deps: Pick<Deps, 'log' | 'timers'>) {
    this.#database = database
    this.#deps = deps
  }

  /** Resolves once the attempt is in the database, or could not be written. */
  record(end: AttemptEnd): Promise<void> {
    return new Promise((recorded) => {
      this.#waiting.push({ ...end, recorded })
      if (this.#isBusy) return
      this.#isBusy = true
      // Many responses come in one turn, and a statement for the first alone costs as much as one for all of them.
      this.#deps.timers.soon(() => void this.#recordAll())
    })
  }

  async #recordAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      await this.#finish(batch)
      for (const { recorded } of batch) recorded()
    }
    this.#isBusy = false
  }

  /** If the batch is rejected, each is written alone: the others should not be sent again for it. */
  async #finish(batch: readonly AttemptEnd[]): Promise<void> {
    const failed = batch.filter(({ row }) => row.outcome === 'RETRY').map(({ payment }) => payment)
    const finish = callWithRows(
      FINISH,
      batch.map(({ row }) => row),
    )
    const lock = { statement: HOLD_PAYMENTS, values: [JSON.stringify(failed)] }
    try {
      await this.#database.batch(failed.length === 0 ? [finish] : [lock, finish])
    } catch (error) {
      // Not a failure of the database: the statement could not be sent, because of a value that its column cannot hold.
      const isOfOne = !(error instanceof DatabaseFailure) || OF_ONE.has(error.kind)
      if (isOfOne && batch.length > 1) {
        for (const one of batch) await this.#finish([one])
        return
      }
      this.#deps.log.warn(
        { callbacks: batch.length, error: errorText(error) },
        'attempts could not be recorded',
      )
    }
  }
}
