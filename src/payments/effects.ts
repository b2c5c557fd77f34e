/** The rows that a batch's changes leave behind: a list for each statement of the second trip, and how an event and a step become rows. */
import type { Change, Creation, NewStep } from './change.ts'
import type { Payment } from './model.ts'
import { isoTime, paymentToRow, type RowOut } from './rows.ts'
import type { Status } from './transitions.ts'

/** Everything the second trip writes, a list for each statement. */
export interface Effects {
  readonly updates: RowOut[]
  readonly acceptances: RowOut[]
  readonly removals: RowOut[]
  readonly events: RowOut[]
  readonly postings: RowOut[]
  readonly balanceMoves: RowOut[]
  readonly balanceOpenings: RowOut[]
  readonly callbacks: RowOut[]
  readonly superseding: RowOut[]
  readonly steps: RowOut[]
  readonly clearedSteps: RowOut[]
  /** Payments for which nothing shall wait any more. */
  readonly settled: RowOut[]
  readonly cases: RowOut[]
  readonly releases: RowOut[]
}

export const emptyEffects = (): Effects => ({
  updates: [],
  acceptances: [],
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
  releases: [],
})

/** The events, steps and row of a create: the same whether it travels alone or in a mixed batch. */
export function creationRows(
  change: Change,
  creation: Creation,
): { payment: RowOut; event: RowOut; steps: RowOut[] } {
  const { payment } = creation
  return {
    payment: paymentToRow(payment, change.changeId),
    event: eventRow(change, payment, {
      seq: payment.seq,
      from: undefined,
      to: payment.status,
      announced: undefined,
      reason: creation.reason,
    }),
    steps: creation.steps.map((step) => stepRow(payment, step)),
  }
}

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
})
