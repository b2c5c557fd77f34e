/**
 * Where a payment stands, by its kind and status: whom it waits for, and what comes next. Every status that a kind can have has its
 * row; a status without one does not compile.
 */
import type { PaymentKind } from '../foundation/identifiers.ts'
import type { Status } from '../payments/transitions.ts'
import { caseWords } from './case-words.ts'
import { failureWords } from './failure-words.ts'
import { OUTGOING_HELD, PAYIN_HELD } from './held.ts'
import { holderOf } from './holders.ts'
import { dueAt, openCases, type PaymentSnapshot } from './snapshot.ts'
import { both, moneyWords, type PaymentStanding, type Said } from './words.ts'

type Say = (snapshot: PaymentSnapshot) => PaymentStanding

/** Nobody has to do anything. */
const over =
  (text: (snapshot: PaymentSnapshot) => Said): Say =>
  (snapshot) => ({ text: text(snapshot), waitingFor: 'NOBODY', next: undefined })

const notTakenOn: Say = (snapshot) => ({
  text: {
    operator: `It was accepted, and ${snapshot.payment.processor} has not said yet whether it takes it on.`,
    merchant: 'It was accepted, and the provider has not said yet whether it takes it on.',
  },
  waitingFor: 'PROVIDER',
  next: { act: 'TAKE_ON', at: dueAt(snapshot, 'accept') ?? dueAt(snapshot, 'ask') },
})

const failed = over(({ payment: { failureReason } }) => {
  if (failureReason === undefined) return both('It failed.')
  const why = failureWords(failureReason)
  return { operator: `It failed. ${why.operator}`, merchant: `It failed. ${why.merchant}` }
})

const amount = ({ payment: { money } }: PaymentSnapshot): string => moneyWords(money)

const goesOut = {
  NEW: notTakenOn,
  PENDING: (snapshot: PaymentSnapshot) => OUTGOING_HELD[holderOf(snapshot.payment.processor)](snapshot),
  FAILED: (snapshot: PaymentSnapshot) => moneyIsBack(failed(snapshot)),
  REFUSED: (snapshot: PaymentSnapshot) =>
    moneyIsBack(
      over(() => both('Somebody on its way said no: the payee, a bank, or the gateway’s operator.'))(
        snapshot,
      ),
    ),
}

function moneyIsBack({ text, ...rest }: PaymentStanding): PaymentStanding {
  const back = ' The money is the merchant’s again.'
  return {
    ...rest,
    text: { operator: text.operator + back, merchant: `${text.merchant} The money is yours again.` },
  }
}

interface Table {
  readonly payin: Readonly<Record<Status, Say>>
  /** What goes out does not expire. */
  readonly payout: Readonly<Record<Exclude<Status, 'EXPIRED'>, Say>>
}

export const STANDINGS: Table = {
  payin: {
    NEW: notTakenOn,
    PENDING: (snapshot) => PAYIN_HELD[holderOf(snapshot.payment.processor)](snapshot),
    SUCCESS: over((snapshot) => ({
      operator: `It was paid, and the merchant was credited with ${amount(snapshot)} less the fee.`,
      merchant: `It was paid, and you were credited with ${amount(snapshot)} less the fee.`,
    })),
    REFUSED: over(() => both('The payer, a bank or the gateway’s operator said no.')),
    FAILED: failed,
    EXPIRED: over(() => ({
      operator: 'Its time passed and no money came. If it comes late, the merchant is credited all the same.',
      merchant: 'Its time passed and no money came. If it comes late, you are credited all the same.',
    })),
  },
  payout: {
    ...goesOut,
    SUCCESS: over((snapshot) => both(`${amount(snapshot)} reached the payee.`)),
  },
}

const CELLS: Readonly<Record<PaymentKind, Readonly<Partial<Record<Status, Say>>>>> = STANDINGS

/** By its status alone. */
function byStatus(snapshot: PaymentSnapshot): PaymentStanding {
  const { kind, status } = snapshot.payment
  const say = CELLS[kind][status]
  // The database lets no payment be what the table of transitions does not have.
  if (!say) throw new Error(`a ${kind} cannot be ${status}`)
  return say(snapshot)
}

/** An open case comes first: until an operator has decided, nothing else brings the payment to its end for sure. */
export function standingOf(snapshot: PaymentSnapshot): PaymentStanding {
  const plain = byStatus(snapshot)
  const [first, ...more] = openCases(snapshot)
  if (!first) return plain
  const words = caseWords(first.reason)
  const others = more.length === 0 ? '' : ` ${more.length} more of its cases are open.`
  return {
    text: {
      operator: `${words.operator}${others} Its status is ${snapshot.payment.status}.`,
      merchant: `${words.merchant} Its status is ${snapshot.payment.status}.`,
    },
    waitingFor: 'OPERATOR',
    next: { act: 'SETTLE_CASE', at: undefined },
  }
}
