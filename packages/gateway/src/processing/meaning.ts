/**
 * What each status update means for a payment in its present state: the whole table, as data. `status-updates.ts` acts
 * on it, and the tests walk every cell: reported for the first time, again, and under another name.
 *
 *   becomes      its status changes, if the amount is what was asked for
 *   money        money has come or gone that changes no status: it goes to suspense with a case, once for each name
 *   contradicts  it cannot be true beside what was reported before, and no money has moved that could be posted: a case without
 *                money, once for the payment
 *   reported     it repeats what is known already, in whatever terms
 *   late         it was true once, and is over
 *   senseless    it is impossible for this kind of payment: money in the other direction (a payout is `paid`, a payin `delivered`
 *                or `returned`), or a payout that expires. The processor may have mistaken the payin and the payout of one ID for
 *                each other. So nothing is posted, and there is a case without money: once for each name that speaks of money,
 *                otherwise once for the payment. The name stays free: reported correctly it counts
 *
 * The name of a fact matters for money only. The same name means the same money, and nothing happens; another name
 * means other money. A status update that moves no money says the same each time, whatever its name.
 */
import type { MethodKind, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'

export type StatusChange = StatusUpdate['statusChange']['type']
export type Meaning = 'becomes' | 'money' | 'contradicts' | 'reported' | 'late' | 'senseless'

/** The kind of payment whose money has come or gone. Undefined: no money moves. */
export const MOVES_MONEY_OF = {
  paid: 'payin',
  delivered: 'payout',
  returned: 'payout',
  refused: undefined,
  failed: undefined,
  expired: undefined,
} as const satisfies Readonly<Record<StatusChange, MethodKind | undefined>>

/** A status update that speaks of no money cannot mean money. */
type Row = {
  readonly [Each in StatusChange]: (typeof MOVES_MONEY_OF)[Each] extends MethodKind
    ? Meaning
    : Exclude<Meaning, 'money'>
}

interface Table {
  readonly payin: Readonly<Record<Exclude<Status, 'AWAITING_PAYEE'>, Row>>
  /** A payout does not expire. */
  readonly payout: Outgoing
  readonly settlement: Outgoing
  /** A refund that nobody claimed, or that nobody has claimed yet, is with no processor: treated as failed. */
  readonly refund: Readonly<Record<Exclude<Status, 'REFUSED'>, Row>>
}
type Outgoing = Readonly<Record<Exclude<Status, 'EXPIRED' | 'AWAITING_PAYEE'>, Row>>

const NOT_OF_PAYINS = { delivered: 'senseless', returned: 'senseless' } as const
const NOT_OF_PAYOUTS = { paid: 'senseless' } as const

const OUTGOING: Outgoing = {
  // A payout that `expired` was not sent and never will be, but this does not end an open one. `returned` may come
  // before `delivered`, because status updates overtake each other.
  NEW: {
    delivered: 'becomes',
    refused: 'becomes',
    failed: 'becomes',
    returned: 'money',
    expired: 'senseless',
    ...NOT_OF_PAYOUTS,
  },
  PENDING: {
    delivered: 'becomes',
    refused: 'becomes',
    failed: 'becomes',
    returned: 'money',
    expired: 'senseless',
    ...NOT_OF_PAYOUTS,
  },
  SUCCESS: {
    delivered: 'money',
    refused: 'contradicts',
    failed: 'contradicts',
    returned: 'money',
    expired: 'contradicts',
    ...NOT_OF_PAYOUTS,
  },
  REFUSED: {
    delivered: 'money',
    refused: 'reported',
    failed: 'reported',
    returned: 'money',
    expired: 'reported',
    ...NOT_OF_PAYOUTS,
  },
  FAILED: {
    delivered: 'money',
    refused: 'reported',
    failed: 'reported',
    returned: 'money',
    expired: 'reported',
    ...NOT_OF_PAYOUTS,
  },
}

export const MEANINGS: Table = {
  payin: {
    NEW: { paid: 'becomes', refused: 'becomes', failed: 'becomes', expired: 'becomes', ...NOT_OF_PAYINS },
    PENDING: { paid: 'becomes', refused: 'becomes', failed: 'becomes', expired: 'becomes', ...NOT_OF_PAYINS },
    // Late money is the customer's money. The expiry has already said that none came.
    EXPIRED: { paid: 'becomes', refused: 'late', failed: 'late', expired: 'late', ...NOT_OF_PAYINS },
    // Its time may have been over before the money came: that is no contradiction.
    SUCCESS: {
      paid: 'money',
      refused: 'contradicts',
      failed: 'contradicts',
      expired: 'late',
      ...NOT_OF_PAYINS,
    },
    REFUSED: { paid: 'money', refused: 'reported', failed: 'reported', expired: 'late', ...NOT_OF_PAYINS },
    FAILED: { paid: 'money', refused: 'reported', failed: 'reported', expired: 'late', ...NOT_OF_PAYINS },
  },
  payout: OUTGOING,
  settlement: OUTGOING,
  refund: {
    NEW: OUTGOING.NEW,
    PENDING: OUTGOING.PENDING,
    SUCCESS: OUTGOING.SUCCESS,
    FAILED: OUTGOING.FAILED,
    EXPIRED: OUTGOING.FAILED,
    AWAITING_PAYEE: OUTGOING.FAILED,
  },
}

const CELLS: Readonly<Record<PaymentKind, Readonly<Partial<Record<Status, Row>>>>> = MEANINGS

export const meaningOf = (
  { kind, status }: Pick<Payment, 'kind' | 'status'>,
  statusChange: StatusChange,
): Meaning => CELLS[kind][status]?.[statusChange] ?? 'senseless'
