/** A few seeds of the simulation, the proof that a seed decides everything, and planted bugs that it must find. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call, Database } from '../../src/database/port.ts'
import { openWorlds } from './database.ts'
import { type Run, runSeed } from './run.ts'

let database: Database
beforeAll(async () => {
  database = await openWorlds()
})
afterAll(() => database.close())

describe('a simulated gateway', () => {
  // The first few, and those that have found something.
  it.each([1, 2, 9, 17])('keeps its promises through the crashes of seed %i', async (seed) => {
    const { failure, payments } = await runSeed({ database, seed })
    expect(failure?.message).toBeUndefined()
    expect(payments).toBeGreaterThan(10)
  })

  it('lives the same life again for the same seed, byte for byte, and another for another', async () => {
    const lineOf = (into: string[]) => (line: string) => {
      into.push(line)
    }
    const [first, again]: [string[], string[]] = [[], []]
    const one = await runSeed({ database, seed: 5, steps: 60, onLine: lineOf(first) })
    const other = await runSeed({ database, seed: 6, steps: 60 })
    const same = await runSeed({ database, seed: 5, steps: 60, onLine: lineOf(again) })
    expect(again).toEqual(first)
    expect(same.digest).toBe(one.digest)
    expect(other.digest).not.toBe(one.digest)
  })
})

type Rewrite = (call: Call) => Call | undefined

/** The same database, whose second trips are rewritten: as if the journal had a bug. */
const rewriting =
  (rewrite: Rewrite) =>
  (real: Database): Database => ({
    ...real,
    transact: (reads, decide) =>
      real.transact(reads, (rows) => {
        const { calls, outcome } = decide(rows)
        return { calls: calls.flatMap((call) => rewrite(call) ?? []), outcome }
      }),
  })

type StoredRow = Readonly<Record<string, string | number | null>>

/** Changes the rows that a statement of the journal writes. */
const rowsOf =
  (statement: string, change: (rows: readonly StoredRow[]) => readonly StoredRow[]): Rewrite =>
  (call) => {
    if (call.statement.name !== statement) return call
    const rows: readonly StoredRow[] = JSON.parse(String(call.values[0]))
    return { ...call, values: [JSON.stringify(change(rows)), ...call.values.slice(1)] }
  }

const PLANTED: readonly (readonly [bug: string, tamper: (database: Database) => Database])[] = [
  [
    'forgets to write callbacks down',
    rewriting((call) => (call.statement.name === 'journal_insert_callbacks' ? undefined : call)),
  ],
  [
    'credits a merchant twice',
    rewriting(
      rowsOf('journal_move_balances', (rows) =>
        rows.map((row) =>
          Number(row.amount) > 0 ? { ...row, amount: `${BigInt(row.amount ?? 0) * 2n}` } : row,
        ),
      ),
    ),
  ],
  [
    'lets a success become a failure',
    rewriting(
      rowsOf('journal_update_payments', (rows) =>
        rows.map((row) => (row.status === 'SUCCESS' ? { ...row, status: 'FAILED' } : row)),
      ),
    ),
  ],
  [
    'writes no history',
    rewriting((call) => (call.statement.name === 'journal_insert_events' ? undefined : call)),
  ],
  [
    'leaves the row of a payout that it refused',
    rewriting((call) => (call.statement.name === 'journal_remove_payments' ? undefined : call)),
  ],
  [
    'takes delivered callbacks for the end, whatever was answered',
    (real) => ({
      ...real,
      batch: (calls) =>
        real.batch(
          calls.map((call) =>
            call.statement.name === 'callback_finish'
              ? { ...call, values: [String(call.values[0]).replaceAll('"RETRY"', '"DELIVERED"')] }
              : call,
          ),
        ),
    }),
  ],
]

describe('a planted bug is found:', () => {
  it.each(PLANTED)('a gateway that %s', async (_bug, tamper) => {
    let run: Run | undefined
    for (let seed = 1; seed <= 5 && !run?.failure; seed++) run = await runSeed({ database, seed, tamper })
    expect(run?.failure?.check).toBeDefined()
    expect(run?.failure?.check).not.toBe('the simulation itself')
  })
})
