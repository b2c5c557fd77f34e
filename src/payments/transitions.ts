/**
 * The life of a payment, as data.
 *
 * A payment begins NEW: the gateway has accepted it, and its processor has not answered yet. A processor that needs no
 * network answers as part of the acceptance itself; such a payment begins PENDING (or, refused at once, REFUSED or FAILED),
 * in the one commit of its create. PENDING means that the processor has taken it on and the money is awaited (payin) or
 * on its way (payout). From there:
 *
 *   SUCCESS   the money is confirmed (payin) or delivered (payout). Final.
 *   REFUSED   the customer, the bank or the operator said no. Final.
 *   FAILED    it could not be done; `failureReasonCode` says why. Final.
 *   EXPIRED   a payin whose time has passed. Not quite final: money that comes late is the customer's money, so it is
 *             credited and the payin becomes a SUCCESS after all. A refund that nobody claimed: final.
 *
 * Refunds and settlements live as payouts do. A refund may wait for its payee, `AWAITING_PAYEE`: then no processor has it.
 *
 * A confirmation may overtake the processor's acceptance. It implies it: the payment goes NEW → PENDING → SUCCESS in one
 * commit (two events, one callback for what it has become).
 *
 * What the table does not allow changes no status. A report of money that comes for a FAILED or REFUSED payin, a second
 * payment, a payout returned after its SUCCESS: the money goes to `suspense` and a case is opened (`processing/status-updates.ts`).
 *
 * The journal refuses any step that is not in this table; the property tests walk it; the docs draw their diagram from it.
 */
import { PAYMENT_KINDS, type PaymentKind } from '../foundation/identifiers.ts'

/** Of payins and payouts, as the merchants' interface has them. */
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
/** Refunds know one bad end that has a reason, FAILED. */
const REFUSABLE: readonly PaymentKind[] = ['payin', 'payout', 'settlement']

export const TRANSITIONS: readonly Transition[] = [
  { from: undefined, to: 'NEW', kinds: ALL, when: 'accepted; the processor has not answered yet' },
  {
    from: undefined,
    to: 'PENDING',
    kinds: ALL,
    when: 'accepted, also at once by a processor that needs no network',
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
  { from: 'EXPIRED', to: 'SUCCESS', kinds: PAYIN, when: 'the money came late, and is credited' },
  {
    from: undefined,
    to: 'AWAITING_PAYEE',
    kinds: REFUND,
    when: 'accepted; the payer has to say where to send the money',
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
    when: 'it failed, it is certain that no money left, and it takes the next route',
  },
  { from: 'AWAITING_PAYEE', to: 'NEW', kinds: REFUND, when: 'the payer has said where to send the money' },
  {
    from: 'AWAITING_PAYEE',
    to: 'PENDING',
    kinds: REFUND,
    when: 'the payer has said so, and a processor accepted it at once',
  },
  { from: 'AWAITING_PAYEE', to: 'FAILED', kinds: REFUND, when: 'withdrawn, or it failed' },
  { from: 'AWAITING_PAYEE', to: 'EXPIRED', kinds: REFUND, when: 'nobody claimed it in time' },
]

const ALLOWED: ReadonlySet<string> = new Set(
  TRANSITIONS.flatMap((row) => row.kinds.map((kind) => `${kind} ${row.from ?? ''}>${row.to}`)),
)

/** May a payment of this kind go from one status to the other? `from` undefined: may it begin there? */
export const mayMove = (kind: PaymentKind, from: Status | undefined, to: Status): boolean =>
  ALLOWED.has(`${kind} ${from ?? ''}>${to}`)

/** No step of the merchant's or the clock's changes these any more; of a payin's EXPIRED, only late money does. */
export const isFinal = (status: Status): boolean =>
  status === 'SUCCESS' || status === 'REFUSED' || status === 'FAILED'

/** The statuses in which a payment waits for something: money, or word of it. */
export const OPEN_STATUSES = ['NEW', 'PENDING', 'AWAITING_PAYEE'] as const satisfies readonly Status[]
export const isOpen = (status: Status): boolean => OPEN_STATUSES.some((open) => open === status)
