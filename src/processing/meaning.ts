/**
 * What each report means for a payment as it stands: the whole table, as data. `status-updates.ts` does what it says, and the tests walk
 * every cell, each told for the first time, again, and under another name.
 *
 *   becomes      its status changes, if the money is what was asked for
 *   money        money has come or gone that changes no status: it goes to suspense with a case, once for each name
 *   contradicts  not both can be true, and no money has moved that could be posted: a case without money, once for the payment
 *   told         it says what is known already, in whatever words
 *   late         it was true once, and is over
 *   senseless    this kind of payment knows no such news: money in the other direction (a payout is `paid`, a payin `delivered`
 *                or `returned`), a payout that expires. What the processor means nobody can say, perhaps the payin and the payout
 *                of one ID are mistaken for each other. So nothing is posted, and it is a case without money: once for each name
 *                that speaks of money, once for the payment where none is spoken of. The name stays free: told rightly it counts
 *
 * The name of a fact counts for money alone: told again under its own name it is the same money, and nothing happens; under
 * another name it is other money. Of what moves no money each further telling says the same, whatever it is called.
 */
import type { MethodKind, PaymentKind } from '../foundation/identifiers.ts'
import type { Payment } from '../payments/model.ts'
import type { Status } from '../payments/transitions.ts'
import type { StatusUpdate } from './port.ts'

export type StatusChange = StatusUpdate['statusChange']['type']
export type Meaning = 'becomes' | 'money' | 'contradicts' | 'reported' | 'late' | 'senseless'

/** Of which kind of payment it says that money has come or gone; undefined: it speaks of no money. */
export const MOVES_MONEY_OF = {
  paid: 'payin',
  delivered: 'payout',
  returned: 'payout',
  refused: undefined,
  failed: undefined,
  expired: undefined,
} as const satisfies Readonly<Record<StatusChange, MethodKind | undefined>>

/** What speaks of no money cannot be money. */
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
  /** One that nobody claimed, or that nobody has claimed yet, is with no processor: as one that failed. */
  readonly refund: Readonly<Record<Exclude<Status, 'REFUSED'>, Row>>
}
type Outgoing = Readonly<Record<Exclude<Status, 'EXPIRED' | 'AWAITING_PAYEE'>, Row>>

const NOT_OF_PAYINS = { delivered: 'senseless', returned: 'senseless' } as const
const NOT_OF_PAYOUTS = { paid: 'senseless' } as const

const OUTGOING: Outgoing = {
  // That it has expired says of a payout that it was not sent, and never will be; but not that this is the end of an open one.
  // Money may come back before anybody said that it had gone: reports overtake each other.
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
    // Late money is the customer's money. That none came is what the expiry has said.
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
