/**
 * The database costs of simulated worlds, by statement: how often it ran, how often without result, and its time.
 *
 * A round trip of several statements is counted under all their names together. The time is that of the round trip in this thread:
 * PostgreSQL's in WebAssembly, and that of writing and reading messages.
 */
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import type { Row, SqlCall } from '@sluice/database/port.ts'

interface Cost {
  times: number
  /** Those that returned no row. */
  empty: number
  ms: number
  slowestMs: number
}

const SHOWN = 60
/** For a round trip of many statements. */
const LONGEST_NAME = 90

export class Costs {
  readonly #byName = new Map<string, Cost>()

  /** The same database, with its round trips counted. */
  of(database: MigratableDatabase): MigratableDatabase {
    return {
      ...database,
      run: (statement, values) =>
        this.#counted(
          () => nameOf([{ statement, values }]),
          (rows) => rows.length,
          () => database.run(statement, values),
        ),
      batch: (calls) =>
        this.#counted(
          () => nameOf(calls),
          rowsIn,
          () => database.batch(calls),
        ),
      transact: (reads, decide) => {
        let name = nameOf(reads)
        const transacted = () =>
          database.transact(reads, (rows) => {
            const { calls, outcome } = decide(rows)
            name += ` → ${nameOf(calls)}`
            return { calls, outcome: { outcome, found: rowsIn(rows) } }
          })
        const reported = this.#counted(
          () => name,
          ({ found }) => found,
          transacted,
        )
        return reported.then(({ outcome }) => outcome)
      },
    }
  }

  async #counted<Answer>(
    name: () => string,
    rowsOf: (answer: Answer) => number,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const startedAt = performance.now()
    const answer = await ask()
    const ms = performance.now() - startedAt
    const known = name()
    const cost = this.#byName.get(known) ?? { times: 0, empty: 0, ms: 0, slowestMs: 0 }
    this.#byName.set(known, cost)
    cost.times += 1
    if (rowsOf(answer) === 0) cost.empty += 1
    cost.ms += ms
    cost.slowestMs = Math.max(cost.slowestMs, ms)
    return answer
  }

  /** The most expensive first, and the total. */
  table(lives: number): readonly string[] {
    const costs = [...this.#byName].toSorted(([, one], [, other]) => other.ms - one.ms)
    const all = { times: 0, empty: 0, ms: 0 }
    for (const [, { times, empty, ms }] of costs) {
      all.times += times
      all.empty += empty
      all.ms += ms
    }
    const line = (name: string, { times, empty, ms }: Omit<Cost, 'slowestMs'>, slowest = '') =>
      [
        (times / lives).toFixed(1).padStart(9),
        (empty / lives).toFixed(1).padStart(9),
        (ms / lives).toFixed(2).padStart(9),
        ((ms / times) * 1_000).toFixed(0).padStart(7),
        slowest.padStart(8),
        `  ${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}`,
      ].join('')
    return [
      'of a life: trips, those that gave back no row, ms; µs of one, slowest ms',
      line('all', all),
      ...costs.slice(0, SHOWN).map(([name, cost]) => line(name, cost, cost.slowestMs.toFixed(1))),
    ]
  }
}

const nameOf = (calls: readonly SqlCall[]): string =>
  calls.map(({ statement: { name, text } }) => name || text.replace(/\s+/g, ' ').slice(0, 50)).join(' + ')

const rowsIn = (answers: readonly (readonly Row[])[]): number =>
  answers.reduce((sum, rows) => sum + rows.length, 0)
