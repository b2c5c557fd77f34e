/** Bugs planted into the gateway from outside, to show that a simulation finds what it is for. */
import { FINISH } from '../../src/callbacks/statements.ts'
import type { Database, SqlCall } from '../../src/database/port.ts'
import { callWithRows, type RowOut, type RowsStatement, rowsInCall } from '../../src/database/row-arrays.ts'
import { moveBalances, takeClaims, updatePayments } from '../../src/payments/statements.ts'
import type { Tamper } from './run.ts'

type Rewrite = (call: SqlCall) => SqlCall | undefined

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

/** Changes the rows that a statement writes; other calls stay as they are. */
const changing =
  (statement: RowsStatement, change: (row: RowOut) => RowOut) =>
  (call: SqlCall): SqlCall =>
    call.statement.name === statement.name
      ? callWithRows(statement, rowsInCall(statement, call).map(change))
      : call

/**
 * As if nothing but what it had read kept a refund within its payin: its claim is taken under a name that is everybody's own, and told
 * as the one that was asked for.
 */
const forgettingTheCap = (real: Database): Database => ({
  ...real,
  transact: (reads, decide) =>
    real.transact(reads.map(claimingForItself), (answers) =>
      decide(
        answers.map((rows) =>
          rows.map((row) =>
            row.scope === 'refund' ? { ...row, value: String(row.value).replace(/ of .*$/, '') } : row,
          ),
        ),
      ),
    ),
})

const claimingForItself = changing(takeClaims, (row) =>
  row.scope === 'refund' ? { ...row, value: `${row.value} of ${row.key}` } : row,
)

/** As if whoever tells of money that does not fit its payin were believed each time: nothing is claimed by its name. */
const forgettingWhatWasTold = (real: Database): Database => ({
  ...real,
  transact: (reads, decide) =>
    real.transact(reads.map(believing), (answers) =>
      decide(
        answers.map((rows) =>
          rows.map((row) =>
            IS_EXCESS.test(String(row.value))
              ? { ...row, value: String(row.value).replace(/ of .*$/, '') }
              : row,
          ),
        ),
      ),
    ),
})

const IS_EXCESS = /^sandbox:excess-/
const believing = changing(takeClaims, (row) =>
  IS_EXCESS.test(String(row.value)) ? { ...row, value: `${row.value} of ${row.key}` } : row,
)

/** As if no node knew what another one, or it itself before a crash, has sent to a provider: a no to a second try is believed. */
const forgettingWhatWasSent = (real: Database): Database => ({
  ...real,
  run: (statement, values) =>
    statement.name === 'provider_order_begin'
      ? real.run(
          {
            name: `${statement.name}_planted`,
            text: statement.text.replace('provider_order.tries + 1', '1'),
          },
          values,
        )
      : real.run(statement, values),
})

const takingAnyAnswer = changing(FINISH, (row) =>
  row.outcome === 'RETRY' ? { ...row, outcome: 'DELIVERED' } : row,
)

const ON_THE_DATABASE: readonly (readonly [
  bug: string,
  tamper: (database: Database) => Database,
  firstSeed?: number,
])[] = [
  [
    'forgets to write callbacks down',
    rewriting((call) => (call.statement.name === 'journal_insert_callbacks' ? undefined : call)),
  ],
  [
    'credits a merchant twice',
    rewriting(
      changing(moveBalances, (row) =>
        Number(row.amount) > 0 ? { ...row, amount: `${BigInt(row.amount ?? 0) * 2n}` } : row,
      ),
    ),
  ],
  [
    'lets a success become a failure',
    rewriting(
      changing(updatePayments, (row) => (row.status === 'SUCCESS' ? { ...row, status: 'FAILED' } : row)),
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
    (real) => ({ ...real, batch: (calls) => real.batch(calls.map(takingAnyAnswer)) }),
    5,
  ],
  [
    'takes any claim for a claim of the number that the bank names',
    (real) => ({ ...real, batch: (calls) => real.batch(calls.map(believingClaims)) }),
    237,
  ],
  ['sends money back once more when it is told once more', forgettingWhatWasTold, 12],
  ['decides two refunds of a payin on what it had read before both', forgettingTheCap, 206],
  ['takes each try at a provider for the first one', forgettingWhatWasSent, 10],
]

/** As if the search for claimants had forgotten the number that it searches for. */
const believingClaims = (call: SqlCall): SqlCall =>
  call.statement.name !== 'bank_entry_candidates_by_utr'
    ? call
    : {
        ...call,
        statement: {
          name: `${call.statement.name}_planted`,
          text: call.statement.text
            .replace('p.external_reference = v.value', 'p.external_reference is not null')
            .replace('c.value = v.value', 'c.value = f.external_reference'),
        },
      }

/** What the gateway does wrong, what makes it so, and the seed to begin with: those before it live too quietly to meet the bug, or meet it only after much else. */
export const PLANTED: readonly (readonly [bug: string, tamper: Tamper, firstSeed: number])[] = [
  ...ON_THE_DATABASE.map(([bug, database, firstSeed = 1]) => [bug, { database }, firstSeed] as const),
  [
    'passes a payment on although nobody has declined it',
    {
      processor: (real) => ({
        ...real,
        accept: (payment, context) =>
          real
            .accept(payment, context)
            .catch(() => ({ type: 'declined', reason: 'LIMIT', detail: 'it did not answer' }) as const),
      }),
    },
    3,
  ],
]
