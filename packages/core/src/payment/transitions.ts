/**
 * The life of a payment, as data.
 *
 * A payment begins NEW: the gateway has accepted it, and its processor has not answered yet. A processor that needs no
 * network answers within the create itself. Such a payment begins PENDING (or REFUSED or FAILED, if it is refused
 * immediately), in the one commit of its create. PENDING means that the processor has accepted it, and the money is
 * awaited (payin) or on its way (payout). From there:
 *
 *   SUCCESS   the money is confirmed (payin) or delivered (payout). Final.
 *   REFUSED   the customer, the bank or the operator said no. Final.
 *   FAILED    it could not be done; `failureReasonCode` says why. Final.
 *   EXPIRED   a payin whose time has passed. Not quite final: money that comes late is the customer's money, so it is
 *             credited and the payin becomes a SUCCESS after all. For a refund that nobody claimed it is final.
 *
 * Refunds and settlements live as payouts do. A refund may wait for its payee in AWAITING_PAYEE; then no processor has
 * it.
 *
 * A confirmation may overtake the processor's acceptance. The confirmation implies it: the payment goes NEW → PENDING →
 * SUCCESS in one commit (two events, one callback for the final status).
 *
 * A status update that the table does not allow changes no status. If money comes for a FAILED or REFUSED payin, or a
 * second time, or a payout is returned after its SUCCESS, the money goes to `suspense` and a case is opened
 * (`processing/status-updates.ts`).
 *
 * The journal refuses every transition that is not in this table. The property tests walk it, and the docs draw their
 * diagram from it.
 */
import { PAYMENT_KINDS, type PaymentKind } from '../foundation/identifiers.ts'

/** The statuses of payins and payouts in the merchants' API. */
export const METHOD_STATUSES = ['NEW', 'PENDING', 'SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED'] as const
export const STATUSES = [...METHOD_STATUSES, 'AWAITING_PAYEE'] as const
export type Status = (typeof STATUSES)[number]

export interface Transition {
  /** `undefined`: the payment is being created. */
  readonly from: Status | undefined
  readonly to: Status
  readonly kinds: readonly PaymentKind[]
  readonly when: string
}

const ALL: readonly PaymentKind[] = PAYMENT_KINDS
const PAYIN: readonly PaymentKind[] = ['payin']
const REFUND: readonly PaymentKind[] = ['refund']
/** A refund can fail in only one way that has a reason: FAILED. */
const REFUSABLE: readonly PaymentKind[] = ['payin', 'payout', 'settlement']

export const TRANSITIONS: readonly Transition[] = [
  { from: undefined, to: 'NEW', kinds: ALL, when: 'accepted; the processor has not answered yet' },
  {
    from: undefined,
    to: 'PENDING',
    kinds: ALL,
    when: 'accepted, or accepted immediately by a processor that needs no network',
  },
  { from: 'NEW', to: 'PENDING', kinds: ALL, when: 'the processor accepted it' },
  { from: 'NEW', to: 'REFUSED', kinds: REFUSABLE, when: 'the processor refused it' },
  { from: 'NEW', to: 'FAILED', kinds: ALL, when: 'the processor could not accept it' },
  { from: 'NEW', to: 'EXPIRED', kinds: PAYIN, when: 'expireAt has passed' },
  { from: 'PENDING', to: 'EXPIRED', kinds: PAYIN, when: 'expireAt has passed' },
  {
    from: 'PENDING',
    to: 'SUCCESS',
    kinds: ALL,
    when: 'the money is confirmed (payin) or delivered (all others)',
  },
  {
    from: 'PENDING',
    to: 'REFUSED',
    kinds: REFUSABLE,
    when: 'refused by the customer, the bank or the operator',
  },
  { from: 'PENDING', to: 'FAILED', kinds: ALL, when: 'it failed; failureReasonCode says why' },
  { from: 'EXPIRED', to: 'SUCCESS', kinds: PAYIN, when: 'the money arrived late and is credited' },
  {
    from: undefined,
    to: 'AWAITING_PAYEE',
    kinds: REFUND,
    when: 'accepted; the payer must choose where to send the money',
  },
  { from: 'NEW', to: 'AWAITING_PAYEE', kinds: REFUND, when: 'no processor can refund it without a payee' },
  {
    from: 'PENDING',
    to: 'AWAITING_PAYEE',
    kinds: REFUND,
    when: 'it failed, and it is certain that no money left',
  },
  {
    from: 'PENDING',
    to: 'NEW',
    kinds: REFUND,
    when: 'it failed, it is certain that no money left, and the next route is tried',
  },
  { from: 'AWAITING_PAYEE', to: 'NEW', kinds: REFUND, when: 'the payer has chosen where to send the money' },
  {
    from: 'AWAITING_PAYEE',
    to: 'PENDING',
    kinds: REFUND,
    when: 'the payer has chosen, and a processor accepted it immediately',
  },
  { from: 'AWAITING_PAYEE', to: 'FAILED', kinds: REFUND, when: 'withdrawn, or it failed' },
  { from: 'AWAITING_PAYEE', to: 'EXPIRED', kinds: REFUND, when: 'it was not claimed in time' },
]

const ALLOWED: ReadonlySet<string> = new Set(
  TRANSITIONS.flatMap((row) => row.kinds.map((kind) => `${kind} ${row.from ?? ''}>${row.to}`)),
)

/** Whether a payment of this kind may go from one status to the other, or begin in `to` if `from` is undefined. */
export const mayMove = (kind: PaymentKind, from: Status | undefined, to: Status): boolean =>
  ALLOWED.has(`${kind} ${from ?? ''}>${to}`)

/** Neither the merchant nor the passing of time changes these. Only late money can still change a payin's EXPIRED. */
export const isFinal = (status: Status): boolean =>
  status === 'SUCCESS' || status === 'REFUSED' || status === 'FAILED'

/** The statuses in which a payment waits for money or for a status update. */
export const OPEN_STATUSES = ['NEW', 'PENDING', 'AWAITING_PAYEE'] as const satisfies readonly Status[]
export const isOpen = (status: Status): boolean => OPEN_STATUSES.some((open) => open === status)
