/** The two round trips of a batch that is not only payin creates: which statements are sent, and what their results mean. */
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { asDescribed, type Row, type RowOf, type SqlCall, type SqlStatement } from '@sluice/database/port.ts'
import { callWithRows, type RowOut, type RowsStatement } from '@sluice/database/row-arrays.ts'
import type { Change, Creation } from './change.ts'
import { balanceName, claimName, type LockedRows, paymentName } from './decide.ts'
import { beginsWithItsRow, creationRows, type Effects } from './effects.ts'
import { isOfDoubts, payinsNamedBy, readDoubts } from './payins-in-doubt.ts'
import { isUntouched, rowToPayment } from './rows.ts'
import * as sql from './statements.ts'
import type { WaitingSteps } from './waking.ts'

/** What a change creates, if anything. */
const madeBy = ({ subject, brings }: Change): Creation | undefined =>
  subject.type === 'create' ? subject : brings

/** The payment a change creates, or none. */
export function creationOf(change: Change): Payment[] {
  const made = madeBy(change)
  return made ? [made.payment] : []
}

/** What no other change of the batch, or of a batch in flight, may name too. */
export function namesOf(change: Change): readonly string[] {
  // Nearly every change: only its payin.
  if (isPlainPayinCreate(change)) return [paymentName(change.subject.payment)]
  const names = change.claims.map(claimName)
  names.push(...creationOf(change).map(paymentName))
  names.push(...lockedBy(change).map(paymentName))
  return names
}

/** The stored payments that it needs under lock: its own, and the payins that it refunds or brings into doubt. */
function lockedBy(change: Change): { merchantId: string; kind: string; id: string }[] {
  const { subject, merchantId, makesRefund } = change
  return [
    ...(subject.type === 'move' ? [{ merchantId, kind: subject.kind, id: subject.id }] : []),
    ...(makesRefund ? [{ ...makesRefund, kind: 'payin' }] : []),
    ...payinsNamedBy(change).map((payin) => ({ ...payin, kind: 'payin' })),
  ]
}

/** Whether it needs its merchant's balances under lock. */
export const locksBalances = ({ subject }: Change): boolean =>
  subject.type === 'move' ? subject.postsNothing !== true : subject.postings.length > 0

export const idRow = (of: { merchantId: string; kind: string; id: string }): RowOut => ({
  merchant_id: of.merchantId,
  kind: of.kind,
  id: of.id,
})

/** Claims, creates and locks, always in this order; `readCommitted` if an earlier attempt may have succeeded. */
export function firstRoundTrip(changes: readonly Change[], uncertain: boolean): SqlCall[] {
  const claims = changes.flatMap(claimRows)
  const creates = changes.flatMap((change) => {
    const made = madeBy(change)
    return made ? [creationRows(change, made).payment] : []
  })
  const locked = changes.flatMap(lockedBy).map(idRow)
  const given = changes.flatMap(({ makesRefund }) => makesRefund ?? [])
  const owners = new Set(changes.filter(locksBalances).map(({ merchantId }) => merchantId))
  const calls: SqlCall[] = []
  if (claims.length > 0)
    calls.push(callWithRows(sql.takeClaims, claims), callWithRows(sql.readClaims, claims))
  if (creates.length > 0) {
    calls.push(
      callWithRows(sql.createPayments, creates),
      callWithRows(sql.readCreated, changes.flatMap(creationOf).map(idRow)),
    )
  }
  if (locked.length > 0) calls.push(callWithRows(sql.lockPayments, locked))
  // Read under those locks: it sees what was committed before them, and nothing can follow.
  if (given.length > 0) calls.push(readDoubts(given))
  if (owners.size > 0)
    calls.push(
      callWithRows(
        sql.lockBalances,
        Array.from(owners, (merchant_id) => ({ merchant_id })),
      ),
    )
  if (uncertain)
    calls.push(
      callWithRows(sql.readCommitted, changes.flatMap(committedRow)),
      callWithRows(sql.writeSomething, []),
    )
  return calls
}

const claimRows = (change: Change): RowOut[] =>
  change.claims.map((claim) => ({
    owner: claim.owner,
    scope: claim.scope,
    value: claim.value,
    merchant_id: change.merchantId,
    key: change.claimKey ?? null,
    at: isoTime(change.at),
    source: claim.source ?? null,
  }))

function committedRow(change: Change): RowOut[] {
  const { subject } = change
  const base = { merchant_id: change.merchantId, change_id: change.changeId }
  switch (subject.type) {
    case 'create':
      return []
    case 'fund':
      return [{ ...base, kind: null, id: null, key: subject.key }]
    case 'move':
      return [{ ...base, kind: subject.kind, id: subject.id, key: null }]
  }
}

/** The results of `calls`, in the form that `decide` needs. */
export function readFound(
  changes: readonly Change[],
  calls: readonly SqlCall[],
  answers: readonly (readonly Row[])[],
): LockedRows {
  const rowsOf = <Name extends string>(statement: SqlStatement<Name>): readonly RowOf<Name>[] =>
    asDescribed(answers[calls.findIndex((call) => call.statement === statement)] ?? [])
  const created = createdByName(rowsOf(sql.readCreated))
  const made = new Set(rowsOf(sql.createPayments).map((row) => row.key))
  return {
    taken: new Set(rowsOf(sql.takeClaims).map(claimNameOfRow)),
    holders: new Map(
      rowsOf(sql.readClaims).map((row) => [
        claimNameOfRow(row),
        { merchantId: row.merchant_id, key: row.key },
      ]),
    ),
    created,
    payments: new Map(rowsOf(sql.lockPayments).map((row) => [paymentName(textIds(row)), rowToPayment(row)])),
    waiting: new Map(
      rowsOf(sql.lockPayments).flatMap((row) =>
        row.waiting === null ? [] : [[paymentName(textIds(row)), row.waiting as WaitingSteps] as const],
      ),
    ),
    balances: new Map(
      rowsOf(sql.lockBalances).map((row) => [
        balanceName(String(row.merchant_id), String(row.currency), String(row.account)),
        row.amount,
      ]),
    ),
    doubted: new Set(
      (answers[calls.findIndex(isOfDoubts)] ?? []).map((row) =>
        paymentName({ ...textIds(row), kind: 'payin' }),
      ),
    ),
    committed: new Set([
      ...rowsOf(sql.readCommitted).map((row) => row.change_id),
      ...changes.filter((change) => wasMadeBefore(change, created, made)).map(({ changeId }) => changeId),
    ]),
  }
}

/** Whether the payment exists under the key of this change although this attempt has not inserted it: an earlier attempt did. */
const wasMadeBefore = (
  { subject }: Change,
  created: LockedRows['created'],
  made: ReadonlySet<unknown>,
): boolean =>
  subject.type === 'create' &&
  created.get(paymentName(subject.payment))?.key === subject.payment.key &&
  !made.has(subject.payment.key)

/** The same name as `claimName` makes of a claim. */
const claimNameOfRow = (row: RowOf<'journal_take_claims' | 'journal_read_claims'>): string =>
  JSON.stringify([row.owner, row.scope, row.value])

const textIds = (row: Row) => ({
  merchantId: String(row.merchant_id),
  kind: String(row.kind),
  id: String(row.id),
})

export const createdByName = (
  rows: readonly RowOf<'journal_read_created'>[],
): Map<string, { key: PaymentKey; requestHash: string }> =>
  new Map(
    rows.map((row) => [paymentName(textIds(row)), { key: row.key, requestHash: String(row.request_hash) }]),
  )

/** As decided, except for who sends its callbacks. */
type Written = Omit<Effects, 'callbacks'> & { readonly callbacks: readonly RowOut[] }

export function secondRoundTrip(effects: Written): SqlCall[] {
  const statements: readonly (readonly [RowsStatement, readonly RowOut[]])[] = [
    [sql.removePayments, effects.removals],
    [sql.releaseClaims, effects.releases],
    [sql.updatePayments, effects.updates],
    [sql.acceptPayments, effects.acceptances],
    [sql.redirectPayments, effects.redirections],
    [sql.erasePayments, effects.erasures],
    [sql.insertEvents, effects.events],
    [sql.insertPostings, effects.postings],
    [sql.moveBalances, effects.balanceMoves],
    [sql.openBalances, effects.balanceOpenings],
    [sql.countPaidOfLinks, effects.paidLinks],
    [sql.supersedeCallbacks, effects.superseding],
    [sql.insertCallbacks, effects.callbacks],
    [sql.clearSteps, effects.clearedSteps],
    [sql.clearAllSteps, effects.settled],
    [sql.setSteps, effects.steps],
    [sql.openCases, effects.cases],
    [sql.insertDecisions, effects.decisions],
    [sql.closeCases, effects.closedCases],
  ]
  const own = statements
    .filter(([, rows]) => rows.length > 0)
    .map(([statement, rows]) => callWithRows(statement, rows))
  return [...own, ...effects.alongside]
}

/** The create of a payin that touches no balance and takes no claim, and to which nothing has happened yet. */
export type PlainPayinCreate = Change & { readonly subject: Creation }

export const isPlainPayinCreate = (change: Change): change is PlainPayinCreate =>
  change.subject.type === 'create' &&
  change.claims.length === 0 &&
  (change.alongside ?? []).length === 0 &&
  beginsWithItsRow(change, change.subject) &&
  isUntouched(change.subject.payment)
