/**
 * The rows that a batch's changes write: a list for each statement of the second round trip, and how an event and a
 * step become rows.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { RowOut } from '@sluice/database/row-arrays.ts'
import type { CaseDecision, Change, Creation, NewCase } from './change.ts'
import type { CallbackRow } from './first-callbacks.ts'
import { paymentToRow } from './rows.ts'
import { splitSteps } from './waking.ts'

/** Everything that the second round trip writes, a list for each statement. */
export interface Effects {
  readonly updates: RowOut[]
  readonly acceptances: RowOut[]
  /** Refunds that go on by another route. */
  readonly redirections: RowOut[]
  /** Closed payments that lose their personal data. */
  readonly erasures: RowOut[]
  readonly removals: RowOut[]
  readonly events: RowOut[]
  readonly postings: RowOut[]
  readonly balanceMoves: RowOut[]
  readonly balanceOpenings: RowOut[]
  readonly callbacks: CallbackRow[]
  readonly superseding: RowOut[]
  readonly steps: RowOut[]
  readonly clearedSteps: RowOut[]
  /** Payments for which nothing waits any more. */
  readonly settled: RowOut[]
  readonly cases: RowOut[]
  readonly decisions: RowOut[]
  readonly closedCases: RowOut[]
  readonly releases: RowOut[]
  /** One row for each payin of a payment link that is a SUCCESS now. */
  readonly paidLinks: RowOut[]
  /** Of other modules. */
  readonly alongside: SqlCall[]
}

export const emptyEffects = (): Effects => ({
  updates: [],
  acceptances: [],
  redirections: [],
  erasures: [],
  removals: [],
  events: [],
  postings: [],
  balanceMoves: [],
  balanceOpenings: [],
  callbacks: [],
  superseding: [],
  steps: [],
  clearedSteps: [],
  settled: [],
  cases: [],
  decisions: [],
  closedCases: [],
  releases: [],
  paidLinks: [],
  alongside: [],
})

/** The events, steps and row of a create: the same alone and in a mixed batch. */
export function creationRows(
  change: Change,
  creation: Creation,
): { payment: RowOut; events: RowOut[]; steps: RowOut[] } {
  const { payment } = creation
  const steps = splitSteps(creation.steps, payment.createdAt)
  return {
    payment: paymentToRow(payment, change.changeId, steps),
    events: beginsWithItsRow(change, creation)
      ? []
      : [
          eventRow(change, payment, {
            seq: payment.seq,
            from: undefined,
            to: payment.status,
            announced: payment.announced > 0 ? payment.announced : undefined,
            reason: creation.reason,
          }),
        ],
    steps: steps.rows.map((step) => stepRow(payment, step)),
  }
}

/**
 * Whether the row says all that its first event would. The view `history` then derives that event from the row, and
 * none is stored.
 */
export const beginsWithItsRow = (change: Change, { payment, reason, postings }: Creation): boolean =>
  payment.kind === 'payin' &&
  payment.seq === 1 &&
  payment.createdAt === change.at &&
  reason === 'accepted' &&
  change.actor === 'merchant' &&
  postings.length === 0

/** The history of money that moves without a payment. */
export const fundingRow = (
  change: Change,
  funding: { readonly merchantId: string; readonly key: string; readonly reason: string },
): RowOut => ({
  merchant_id: funding.merchantId,
  key: funding.key,
  seq: 1,
  change_id: change.changeId,
  kind: 'funding',
  from_status: null,
  to_status: null,
  announced: null,
  reason: funding.reason,
  actor: change.actor,
  at: isoTime(change.at),
})

export function caseRow(change: Change, opened: NewCase, payment: Payment | undefined): RowOut {
  return {
    merchant_id: change.merchantId,
    key: opened.key,
    payment_key: opened.paymentKey ?? payment?.key ?? null,
    reason: opened.reason,
    currency: opened.money?.currency ?? null,
    amount: opened.money?.amountMinor.toString() ?? null,
    detail: JSON.stringify(opened.detail),
    opened_at: isoTime(change.at),
    processor: opened.processor ?? payment?.processor ?? null,
  }
}

export const decisionRow = (change: Change, decision: CaseDecision): RowOut => ({
  merchant_id: decision.merchantId,
  case_key: decision.caseKey,
  part: decision.part,
  action: decision.action,
  currency: decision.money?.currency ?? null,
  amount: decision.money?.amountMinor.toString() ?? null,
  detail: JSON.stringify(decision.detail),
  operator: decision.operator,
  at: isoTime(change.at),
})

interface EventFacts {
  readonly seq: number
  readonly from: Status | undefined
  readonly to: Status
  readonly announced: number | undefined
  readonly reason: string | undefined
}

export function eventRow(change: Change, payment: Payment, facts: EventFacts): RowOut {
  return {
    merchant_id: payment.merchantId,
    key: payment.key,
    seq: facts.seq,
    change_id: change.changeId,
    kind: payment.kind,
    from_status: facts.from ?? null,
    to_status: facts.to,
    announced: facts.announced ?? null,
    reason: facts.reason ?? null,
    actor: change.actor,
    at: isoTime(change.at),
  }
}

export const stepRow = (payment: Payment, step: NewStep): RowOut => ({
  merchant_id: payment.merchantId,
  key: payment.key,
  purpose: step.purpose,
  kind: payment.kind,
  id: payment.id,
  due_at: isoTime(step.dueAt),
  tries: 0,
  processor: payment.processor,
})
