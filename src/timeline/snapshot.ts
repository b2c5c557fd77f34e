/**
 * All that an explanation looks at: what stands in the rows about one payment at one moment, and nothing else. No clock, no
 * memory of a process: two nodes that read the same rows say the same.
 */
import type { CallbackView } from '../callbacks/reading.ts'
import type { Instant } from '../foundation/deps.ts'
import type { PaymentKind } from '../foundation/identifiers.ts'
import type { CaseFile } from '../payments/cases.ts'
import type { Payment } from '../payments/model.ts'
import type { HistoryEvent, PaymentRows } from '../payments/reading.ts'
import type { Status } from '../payments/transitions.ts'
import type { StoredStatusUpdate } from '../processing/stored-status-updates.ts'
import type { PayoutInFile } from '../processors/bank-file/listing.ts'
import type { ReportedCalls } from '../processors/providers/call-records.ts'
import type { SeenTransfer } from '../processors/stablecoin/sightings.ts'
import type { StoredEntry } from '../reconciliation/store.ts'

/** What a payment of each kind can be; a test holds it to the table of transitions. */
export interface StatusOfKind {
  readonly payin: Exclude<Status, 'AWAITING_PAYEE'>
  readonly payout: Exclude<Status, 'AWAITING_PAYEE' | 'EXPIRED'>
  readonly refund: Exclude<Status, 'REFUSED'>
  readonly settlement: Exclude<Status, 'AWAITING_PAYEE' | 'EXPIRED'>
}

/** Something for each kind and status that there is: one that is missing does not compile. */
export type ForEach<Value> = {
  readonly [Kind in PaymentKind]: Readonly<Record<StatusOfKind[Kind], Value>>
}

/** Of a payment as it stands in the database, which lets none be what the table of transitions does not have. */
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
  /** Open cases of nobody that name it among the payments that their money may be for. */
  readonly perhaps: readonly CaseFile[]
  /** Of a payin that was paid, the newest first. */
  readonly refunds: readonly Payment[]
  readonly callbacks: readonly CallbackView[]
  /** What was told of it, and waits to be applied. */
  readonly statusUpdates: readonly StoredStatusUpdate[]
  /** To a provider that the gateway speaks to by itself. */
  readonly calls: readonly ReportedCalls[]
  /** Of a payment that goes out by bank file. */
  readonly file: PayoutInFile | undefined
  /** Movements in a bank's statement that were matched with it. */
  readonly entries: readonly StoredEntry[]
  /** Transfers on a chain that have not been counted yet. */
  readonly transfers: readonly SeenTransfer[]
  /** It cannot be completed before its external reference is set. */
  readonly lacksReference: boolean
}

/** When this kind of work is due, if it waits. */
export const dueAt = ({ steps }: PaymentSnapshot, purpose: string): Instant | undefined =>
  steps.find((step) => step.purpose === purpose)?.dueAt

export const openCases = ({ cases }: PaymentSnapshot): readonly CaseFile[] =>
  cases.filter(({ closedAt }) => closedAt === undefined)
