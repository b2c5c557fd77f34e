/**
 * One query for everything that may be due: once a second, a single statement finds when the first task of every queue is due,
 * and wakes the loops that have work. An idle gateway queries its database for little else.
 *
 * Each module declares its part of the statement over its own tables, and the loop that does the work. A task starts at most one
 * interval late, or on time if an earlier query has already seen it. A loop that is working or was just woken is left alone. If
 * the query fails, every loop is woken to query for itself, so a part that fails alone does not stop the others. It never claims
 * tasks.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { LastingFailure } from '@sluice/core/foundation/lasting-failure.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Database, Row, SqlCall, SqlStatement, Value } from './port.ts'

const LOOK_EVERY_MS = 1_000
/** Of a prepared statement: see `port.ts`. */
const LONGEST_NAME = 58

export interface DueWork {
  /** One word: the name of a column. */
  readonly name: string
  /**
   * An SQL expression for when its first task is due: a `timestamptz`, or null if nothing is due by `until`. It must use an
   * index, however many tasks wait or are done.
   * @param until a `timestamptz`
   * @param own SQL expressions of the values of `own`
   */
  readonly dueAt: (until: string, own: readonly string[]) => string
  /** Parameters of its part, read for each query. Default: none. Their number must not change. */
  readonly own?: () => readonly Value[]
  /** Does the work, and sleeps when there is none. */
  readonly loop: Pick<Loop, 'isResting' | 'wake' | 'wakeWithin'>
  /** After waking the loop, leave it alone for this long. Default: each query may wake it. */
  readonly pauseMsAfter?: number
}

export class DueLooks {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'log'>
  readonly #works: readonly DueWork[]
  readonly #statement: SqlStatement
  readonly #wokenAt = new Map<DueWork, Instant>()
  readonly #loop: Loop
  readonly #failure: LastingFailure

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'timers' | 'log'>, works: readonly DueWork[]) {
    this.#database = database
    this.#deps = deps
    this.#works = works
    this.#statement = lookFor(works)
    this.#failure = new LastingFailure(deps, 'due work could not be read; every queue is checked')
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#look(),
      failed: 'due work could not be looked up',
    })
  }

  /** Runs the first query immediately. */
  start(): void {
    this.#loop.start()
    this.#loop.wakeWithin(0)
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #look(): Promise<void> {
    const until = this.#deps.clock.now() + LOOK_EVERY_MS
    const due = await this.#read(until)
    const now = this.#deps.clock.now()
    for (const work of this.#works) {
      const at = due === undefined ? now : due[work.name]
      if (typeof at !== 'number' || !this.#loop.isRunning || !work.loop.isResting) continue
      const { pauseMsAfter = 0 } = work
      const begins = Math.max(at, now, (this.#wokenAt.get(work) ?? Number.NEGATIVE_INFINITY) + pauseMsAfter)
      if (begins > until) continue
      this.#wokenAt.set(work, begins)
      if (begins > now) work.loop.wakeWithin(begins - now)
      else work.loop.wake()
    }
  }

  /** The query for everything that is due until then. */
  callFor(until: Instant): SqlCall {
    const own = this.#works.flatMap((work) => work.own?.() ?? [])
    return { statement: this.#statement, values: [isoTime(until), ...own] }
  }

  /** @returns undefined if the query failed */
  async #read(until: Instant): Promise<Row | undefined> {
    try {
      const { statement, values } = this.callFor(until)
      const [row] = await this.#database.run(statement, values)
      this.#failure.worked()
      return row
    } catch (error) {
      this.#failure.failed(error)
      return undefined
    }
  }
}

/** Planned by index: queues are often empty when the server plans the statement, and the plan is kept. */
function lookFor(works: readonly DueWork[]): SqlStatement {
  const name = ['due', ...works.map((work) => work.name)].join('_')
  assert(name.length <= LONGEST_NAME, 'the name of the look is that of a prepared statement')
  let count = 1
  const parts = works.map((work) => {
    const own = (work.own?.() ?? []).map(() => `$${++count}`)
    return `(${work.dueAt('$1::timestamptz', own)}) as ${work.name}`
  })
  return { name, ofQueue: true, text: `select ${parts.join(',\n  ')}` }
}
