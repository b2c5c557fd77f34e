/** Bugs planted into the gateway from outside, to show that the simulation finds such bugs. */
import { asDescribed, type Database, type SqlCall } from '@sluice/database/port.ts'
import { callWithRows, type RowOut, type RowsStatement, rowsInCall } from '@sluice/database/row-arrays.ts'
import { FINISH } from '@sluice/gateway/callbacks/statements.ts'
import { isUnchanged } from '@sluice/gateway/identity/operators/second-person.ts'
import { areSeparate } from '@sluice/gateway/identity/operators/separate.ts'
import { hashText } from '@sluice/gateway/identity/people/sealed.ts'
import { moveBalances, takeClaims, updatePayments } from '@sluice/gateway/payments/statements.ts'
import type { App } from '@sluice/gateway/server/app.ts'
import type { Tamper } from './run.ts'

type Rewrite = (call: SqlCall) => SqlCall | undefined

/** The same database, with its second round trips rewritten: a bug in the journal. */
const rewriting =
  (rewrite: Rewrite) =>
  (real: Database): Database => ({
    ...real,
    transact: (reads, decide) =>
      real.transact(reads, (rows) => {
        const { calls, outcome } = decide(asDescribed(rows))
        return { calls: calls.flatMap((call) => rewrite(call) ?? []), outcome }
      }),
  })

/** Changes the rows that a statement writes; other calls stay unchanged. */
const changing =
  (statement: RowsStatement, change: (row: RowOut) => RowOut) =>
  (call: SqlCall): SqlCall =>
    call.statement.name === statement.name
      ? callWithRows(statement, rowsInCall(statement, call).map(change))
      : call

/**
 * Removes the claim that keeps refunds within their payin, so that only what was read before does: the claim gets a unique name, and its
 * answer the requested one.
 */
const forgettingTheCap = (real: Database): Database => ({
  ...real,
  transact: (reads, decide) =>
    real.transact(reads.map(claimingForItself), (answers) =>
      decide(
        asDescribed(
          answers.map((rows) =>
            rows.map((row) =>
              row.scope === 'refund' ? { ...row, value: String(row.value).replace(/ of .*$/, '') } : row,
            ),
          ),
        ),
      ),
    ),
})

const claimingForItself = changing(takeClaims, (row) =>
  row.scope === 'refund' ? { ...row, value: `${row.value} of ${row.key}` } : row,
)

/** Believes every report of money that does not match its payin: nothing is claimed under its name. */
const forgettingWhatWasReported = (real: Database): Database => ({
  ...real,
  transact: (reads, decide) =>
    real.transact(reads.map(believing), (answers) =>
      decide(
        asDescribed(
          answers.map((rows) =>
            rows.map((row) =>
              IS_EXCESS.test(String(row.value))
                ? { ...row, value: String(row.value).replace(/ of .*$/, '') }
                : row,
            ),
          ),
        ),
      ),
    ),
})

const IS_EXCESS = /^sandbox:excess-/
const believing = changing(takeClaims, (row) =>
  IS_EXCESS.test(String(row.value)) ? { ...row, value: `${row.value} of ${row.key}` } : row,
)

/** The same database, with a part of these statements replaced. */
const readingOtherwise =
  (names: readonly string[], from: string, to: string) =>
  (real: Database): Database => {
    const otherwise = (call: SqlCall): SqlCall => {
      const name = call.statement.name.replace(/_planted_.*$/, '')
      if (!names.includes(name)) return call
      const text = call.statement.text.replaceAll(from, to)
      // The database knows a statement by its name, which several bugs share.
      return { ...call, statement: { name: `${name}_planted_${hashText(text).slice(0, 8)}`, text } }
    }
    return {
      ...real,
      run: (statement, values) => {
        const call = otherwise({ statement, values })
        return asDescribed(real.run(call.statement, call.values))
      },
      batch: (calls) => asDescribed(real.batch(calls.map(otherwise))),
      transact: (reads, decide) =>
        real.transact(reads.map(otherwise), (rows) => {
          const { calls, outcome } = decide(asDescribed(rows))
          return { calls: calls.map(otherwise), outcome }
        }),
    }
  }

const chained =
  (...tampers: readonly ((database: Database) => Database)[]) =>
  (real: Database): Database =>
    tampers.reduce((database, tamper) => tamper(database), real)

/** A recovery link ignores memberships that the person has gained since, and accepting an invitation does not end it. */
const forgettingMemberships = chained(
  readingOtherwise(
    ['merchant_invitation_find', 'merchant_invitation_use'],
    "and (i.purpose <> 'RECOVER' or i.memberships =",
    "and (true or i.purpose <> 'RECOVER' or i.memberships =",
  ),
  readingOtherwise(['merchant_invitation_end_recoveries'], 'where person', 'where false and person'),
)

/** A link stays valid if its maker was an owner or operator only when it was made. */
const forgettingTheMaker = chained(
  readingOtherwise(
    ['merchant_invitation_find', 'merchant_invitation_use'],
    isUnchanged('i.maker', 'i.maker_revision'),
    'true',
  ),
  readingOtherwise(
    ['merchant_invitation_find', 'merchant_invitation_use'],
    'else exists (select from merchant_member w',
    'else true or exists (select from merchant_member w',
  ),
  readingOtherwise(
    ['sign_in_link_find', 'sign_in_link_use'],
    isUnchanged('l.maker', 'l.maker_revision'),
    'true',
  ),
)

/** Counts every account with a different name as a separate person. */
const takingAnybodyForTwo = chained(
  readingOtherwise(['operator_others', 'operator_why_no_second'], areSeparate('o.id', '$1::uuid'), 'true'),
  readingOtherwise(['operator_why_no_second'], areSeparate('o.id', '$2::uuid'), 'true'),
  readingOtherwise(['approval_approve'], areSeparate('$8::uuid', 'a.requested_by'), 'true'),
)

/** Does not check the requester again, as long as the account is active. */
const forgettingWhoRequested = chained(
  readingOtherwise(
    ['operator_unchanged'],
    'revision is not distinct from $2::uuid',
    'coalesce($2::uuid, id) is not null',
  ),
  readingOtherwise(['approval_approve'], isUnchanged('a.requested_by', 'a.requested_by_revision'), 'true'),
)

/** Reads the account to be ended before taking the lock, and does not read it again: a change in between is not noticed. */
const endingWhoeverWasThere = (real: Database): Database => ({
  ...real,
  transact: async (reads, decide) => {
    const names = reads.map(({ statement }) => statement.name).join()
    if (names !== 'merchant_person_lock,merchant_member_lock,merchant_member_list')
      return real.transact(reads, decide)
    const before = await Promise.all(reads.map(({ statement, values }) => real.run(statement, values)))
    return real.transact(reads, () => decide(asDescribed(before)))
  },
})

/** Gives the result of an approved operation to anybody who collects it. */
const givingTheAnswerToAnybody = ({ gateway: { approvals } }: App): void => {
  const collect = approvals.collect.bind(approvals)
  approvals.collect = async (id, operator) => {
    const requestedBy = (await approvals.find(id))?.requestedBy
    return collect(id, { ...operator, id: requestedBy?.id ?? operator.id, revision: requestedBy?.revision })
  }
}

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
    (real) => ({ ...real, batch: (calls) => asDescribed(real.batch(calls.map(takingAnyAnswer))) }),
    5,
  ],
  [
    'takes any claim for a claim of the number that the bank names',
    (real) => ({ ...real, batch: (calls) => asDescribed(real.batch(calls.map(believingClaims))) }),
    237,
  ],
  ['sends money back once more when it is told once more', forgettingWhatWasReported, 12],
  ['decides two refunds of a payin on what it had read before both', forgettingTheCap, 206],
  ['lets a recovery link bring somebody back to where they came later', forgettingMemberships, 78],
  ['lets an invitation stand when whoever made it is out', forgettingTheMaker, 16],
  ['takes everybody with a name for a person of their own', takingAnybodyForTwo, 221],
  ['does what somebody asked for who has been demoted since', forgettingWhoRequested, 69],
  ['ends somebody without keeping them from joining meanwhile', endingWhoeverWasThere, 28],
]

/** The search for claimants ignores the number that it searches for. */
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

/** Each bug, its tampering, and the first seed: earlier seeds are too quiet to meet the bug, or meet it only after much else. */
export const PLANTED: readonly (readonly [bug: string, tamper: Tamper, firstSeed: number])[] = [
  ...ON_THE_DATABASE.map(([bug, database, firstSeed = 1]) => [bug, { database }, firstSeed] as const),
  ['shows whoever approves what was made', { app: givingTheAnswerToAnybody }, 13],
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
