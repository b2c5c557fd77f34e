/**
 * Everything that an explanation reads: the stored rows about one payment at one moment. It uses no clock and no
 * process memory, so two nodes that read the same rows give the same explanation.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { CallbackView } from '../callbacks/reading.ts'
import type { CaseFile } from '../payments/cases.ts'
import type { HistoryEvent, PaymentRows } from '../payments/reading.ts'
import type { StoredStatusUpdate } from '../processing/stored-status-updates.ts'
import type { PayoutInFile } from '../processors/bank-file/listing.ts'
import type { ReportedCalls } from '../processors/providers/call-records.ts'
import type { SeenTransfer } from '../processors/stablecoin/sightings.ts'
import type { StoredEntry } from '../reconciliation/store.ts'

/** The possible statuses of each kind; a test compares it with the table of transitions. */
export interface StatusOfKind {
  readonly payin: Exclude<Status, 'AWAITING_PAYEE'>
  readonly payout: Exclude<Status, 'AWAITING_PAYEE' | 'EXPIRED'>
  readonly refund: Exclude<Status, 'REFUSED'>
  readonly settlement: Exclude<Status, 'AWAITING_PAYEE' | 'EXPIRED'>
}

/** A value for each kind and status; a missing one does not compile. */
export type ForEach<Value> = {
  readonly [Kind in PaymentKind]: Readonly<Record<StatusOfKind[Kind], Value>>
}

/** For a stored payment, whose status the database checks against the table of transitions. */
export function cellOf<Value>(table: ForEach<Value>, kind: PaymentKind, status: Status): Value {
  const cells: Readonly<Record<PaymentKind, Readonly<Partial<Record<Status, Value>>>>> = table
  const cell = cells[kind][status]
  if (cell === undefined) throw new Error(`a ${kind} cannot be ${status}`)
  return cell
}

export interface PaymentSnapshot {
  readonly payment: Payment
  readonly history: readonly HistoryEvent[]
  readonly steps: PaymentRows['steps']
  /** About this payment. */
  readonly cases: readonly CaseFile[]
  /** Open cases without a payment that name it among their candidates. */
  readonly perhaps: readonly CaseFile[]
  /** Refunds of a paid payin, newest first. */
  readonly refunds: readonly Payment[]
  readonly callbacks: readonly CallbackView[]
  /** Status updates that wait to be applied. */
  readonly statusUpdates: readonly StoredStatusUpdate[]
  /** Calls to a provider whose API the gateway speaks. */
  readonly calls: readonly ReportedCalls[]
  /** Set for a payout that goes into a bank file. */
  readonly file: PayoutInFile | undefined
  /** Bank entries that were matched with it. */
  readonly entries: readonly StoredEntry[]
  /** Transfers on a chain that are not confirmed yet. */
  readonly transfers: readonly SeenTransfer[]
  /** It cannot be completed before its external reference is set. */
  readonly lacksReference: boolean
}

/** When this kind of step is due, if one is waiting. */
export const dueAt = ({ steps }: PaymentSnapshot, purpose: string): Instant | undefined =>
  steps.find((step) => step.purpose === purpose)?.dueAt

export const openCases = ({ cases }: PaymentSnapshot): readonly CaseFile[] =>
  cases.filter(({ closedAt }) => closedAt === undefined)
