/**
 * What each report means for a payment as it stands: the whole table, as data. `reports.ts` does what it says, and the tests walk
 * every cell, each told for the first time, again, and under another name.
 *
 *   becomes      its status changes, if the money is what was asked for
 *   money        money has come or gone that changes no status: it goes to suspense with a case, once for each name
 *   contradicts  not both can be true, and no money has moved that could be posted: a case without money, once for the payment
 *   told         it says what is known already, in whatever words
 *   late         it was true once, and is over
 *
 * The name of a fact counts for money alone: told again under its own name it is the same money, and nothing happens; under
 * another name it is other money. Of what moves no money each further telling says the same, whatever it is called.
 */
import type { PaymentKind } from '../foundation/identifiers.ts'
import type { Payment } from '../payments/model.ts'
import type { Status } from '../payments/transitions.ts'
import type { Report } from './port.ts'

export type News = Report['news']['type']
export type Meaning = 'becomes' | 'money' | 'contradicts' | 'told' | 'late' | 'senseless'

type PayinNews = Exclude<News, 'delivered' | 'returned'>
type PayoutNews = Exclude<News, 'paid' | 'expired'>

interface Table {
  readonly payin: Readonly<Record<Status, Readonly<Record<PayinNews, Meaning>>>>
  /** A payout does not expire. */
  readonly payout: Readonly<Record<Exclude<Status, 'EXPIRED'>, Readonly<Record<PayoutNews, Meaning>>>>
}

export const MEANINGS: Table = {
  payin: {
    NEW: { paid: 'becomes', refused: 'becomes', failed: 'becomes', expired: 'becomes' },
    PENDING: { paid: 'becomes', refused: 'becomes', failed: 'becomes', expired: 'becomes' },
    // Late money is the customer's money. That none came is what the expiry has said.
    EXPIRED: { paid: 'becomes', refused: 'late', failed: 'late', expired: 'late' },
    // Its time may have been over before the money came: that is no contradiction.
    SUCCESS: { paid: 'money', refused: 'contradicts', failed: 'contradicts', expired: 'late' },
    REFUSED: { paid: 'money', refused: 'told', failed: 'told', expired: 'late' },
    FAILED: { paid: 'money', refused: 'told', failed: 'told', expired: 'late' },
  },
  payout: {
    // Money may come back before anybody said that it had gone: reports overtake each other.
    NEW: { delivered: 'becomes', refused: 'becomes', failed: 'becomes', returned: 'money' },
    PENDING: { delivered: 'becomes', refused: 'becomes', failed: 'becomes', returned: 'money' },
    SUCCESS: { delivered: 'money', refused: 'contradicts', failed: 'contradicts', returned: 'money' },
    REFUSED: { delivered: 'money', refused: 'told', failed: 'told', returned: 'money' },
    FAILED: { delivered: 'money', refused: 'told', failed: 'told', returned: 'money' },
  },
}

type Cells = Readonly<
  Record<PaymentKind, Readonly<Partial<Record<Status, Readonly<Partial<Record<News, Meaning>>>>>>>
>
const CELLS: Cells = MEANINGS

/** `senseless`: there is no such news of this kind of payment. */
export const meaningOf = ({ kind, status }: Pick<Payment, 'kind' | 'status'>, news: News): Meaning =>
  CELLS[kind][status]?.[news] ?? 'senseless'
