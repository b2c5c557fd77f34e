/**
 * One look for all that may be due: a statement each second that asks of every queue when its first piece of work is due, and wakes the
 * loops that have something. A gateway with nothing to do asks its database this and little else.
 *
 * Each room declares its part of the statement over its own tables, and the loop that does the work. Promises: what is due begins a look's
 * time late at most, or on time where the look before has seen it coming; a loop at work, or one that has just been woken, is left alone.
 * A look that fails says nothing of who has work: then every loop asks for itself, so that a part that fails alone stops nobody else.
 * Never claims anything, and never decides what a loop does.
 */
import type { Deps, Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { LastingFailure } from '../foundation/lasting-failure.ts'
import { Loop } from '../foundation/loop.ts'
import { assert } from '../foundation/result.ts'
import type { Database, Row, SqlCall, SqlStatement, Value } from './port.ts'

const LOOK_EVERY_MS = 1_000
/** Of a prepared statement: see `port.ts`. */
const LONGEST_NAME = 58

export interface DueWork {
  /** A word: a column of the look. */
  readonly name: string
  /**
   * When the first of it is due, as an expression of SQL: a `timestamptz`, or null where nothing is due by `until`. It has to find that by
   * an index, whatever waits and whatever is done.
   * @param until a `timestamptz` @param own as SQL has the values of `own`
   */
  readonly dueAt: (until: string, own: readonly string[]) => string
  /** What its part depends on, each time it is asked; left out: nothing. Always as many. */
  readonly own?: () => readonly Value[]
  /** Does it, and rests where nothing is left. */
  readonly loop: Pick<Loop, 'isResting' | 'wake' | 'wakeWithin'>
  /** A look leaves the loop alone for so long after it has woken it; left out: each may wake it. */
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
    this.#failure = new LastingFailure(deps, 'it could not be read what is due: all are asked')
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#look(),
      failed: 'it could not be read what is due',
    })
  }

  /** The first look comes at once. */
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

  /** What it asks, of all that is due until then. */
  callFor(until: Instant): SqlCall {
    const own = this.#works.flatMap((work) => work.own?.() ?? [])
    return { statement: this.#statement, values: [isoTime(until), ...own] }
  }

  /** @returns undefined where nobody can say */
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

/** Planned by index: a queue is empty when the server looks at it, and the plan is kept. */
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
