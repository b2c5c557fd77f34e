/**
 * Where a payment stands, by its kind and status: whom it waits for, and what comes next. Every status that a kind can have has its
 * row; a status without one does not compile.
 */
import { moneyWords } from '../catalogue/amounts.ts'
import type { RefundRoute } from '../catalogue/refund-rules.ts'
import type { Instant } from '../foundation/deps.ts'
import { minor } from '../foundation/money.ts'
import { sumsOf } from '../payments/refunds.ts'
import { caseWords } from './case-texts.ts'
import { failureWords } from './failure-texts.ts'
import { OUTGOING_HELD, PAYIN_HELD } from './held.ts'
import { holderOf } from './holders.ts'
import { cellOf, dueAt, type ForEach, openCases, type PaymentSnapshot } from './snapshot.ts'
import { both, by, type PaymentStanding, type Said } from './texts.ts'

type Say = (snapshot: PaymentSnapshot) => PaymentStanding

/** Nobody has to do anything. */
const over =
  (text: (snapshot: PaymentSnapshot) => Said): Say =>
  (snapshot) => ({ text: text(snapshot), waitingFor: 'NOBODY', next: undefined })

const notAccepted: Say = (snapshot) => ({
  text: {
    operator: `It was accepted, and ${snapshot.payment.processor} has not said yet whether it takes it on.`,
    merchant: 'It was accepted, and the provider has not said yet whether it takes it on.',
  },
  waitingFor: 'PROVIDER',
  next: { operation: 'ACCEPT', at: dueAt(snapshot, 'accept') ?? dueAt(snapshot, 'inquiry') },
})

const failed = over(({ payment: { failureReason } }) => {
  if (failureReason === undefined) return both('It failed.')
  const why = failureWords(failureReason)
  return { operator: `It failed. ${why.operator}`, merchant: `It failed. ${why.merchant}` }
})

const amount = ({ payment: { money } }: PaymentSnapshot): string => moneyWords(money)

/** Of a payin's money, by its refunds. */
function pointInTimeRecovery({ payment, refunds }: PaymentSnapshot): string {
  const { refundedMinor, countedMinor } = sumsOf(payment, refunds)
  const said = (amountMinor: bigint, words: string): string =>
    amountMinor === 0n ? '' : ` ${moneyWords({ ...payment.money, amountMinor: minor(amountMinor) })} ${words}`
  return (
    said(refundedMinor, 'of it went back to the payer.') +
    said(countedMinor - refundedMinor, 'of it is on its way back to the payer.')
  )
}

const goesOut = {
  NEW: notAccepted,
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

/** Nobody names an account: the payment itself goes back. */
const byItsRail =
  (say: Say): Say =>
  (snapshot) => {
    const { text, ...rest } = say(snapshot)
    return {
      ...rest,
      text: {
        operator: `It goes back by the payin’s own rail, as the payment that it came by. ${text.operator}`,
        merchant: `It goes back the way that it came. ${text.merchant}`,
      },
    }
  }

/** What its terms say of how it goes back: by a processor, as a payout, once its payer has said where, or by an operator's hand. */
const REFUND_IN_PROGRESS: Readonly<Record<RefundRoute, Say>> = {
  NATIVE: byItsRail(goesOut.PENDING),
  PAYOUT: goesOut.PENDING,
  CLAIM: goesOut.PENDING,
  MANUAL: () => ({
    text: {
      operator: 'No processor can give it back: an operator has to send it, and to say so.',
      merchant: 'The gateway’s operator has to send it by hand.',
    },
    waitingFor: 'OPERATOR',
    next: { operation: 'SEND_BY_HAND', at: undefined },
  }),
}
const refundGoes: Say = (snapshot) =>
  REFUND_IN_PROGRESS[snapshot.payment.request.refund?.route ?? 'PAYOUT'](snapshot)

/** Money that was never the merchant's, and that could not be sent back. */
function excessFailed(snapshot: PaymentSnapshot): PaymentStanding {
  const { text, ...rest } = failed(snapshot)
  return {
    ...rest,
    text: {
      operator: `${text.operator} Its money is a case of the payin again.`,
      merchant: `${text.merchant} The gateway’s operator decides what becomes of the money.`,
    },
  }
}

/** It is more than goes without a look. @param isExcess its money was never the merchant's */
const refundHeld = (at: Instant | undefined, isExcess: boolean): PaymentStanding => ({
  text: {
    operator: `It waits for an approval${by(at)}: another operator has to approve it, or it fails and the money is ${isExcess ? 'a case of the payin' : 'the merchant’s'} again.`,
    merchant: `It waits for an approval${by(at)}: the gateway’s operator looks at it first. If nobody approves it, it fails and ${isExcess ? 'the operator decides what becomes of the money' : 'the money is yours again'}.`,
  },
  waitingFor: 'OPERATOR',
  next: { operation: 'APPROVE_REFUND', at },
})

/** The payer has said where a refund is to go, and it is more than goes without a look. */
const claimHeld = (at: Instant | undefined): PaymentStanding => ({
  text: {
    operator: `The payer has said where the money is to go; an operator has to approve it${by(at)}.`,
    merchant: `The payer has said where the money is to go; the gateway’s operator looks at it first${by(at)}.`,
  },
  waitingFor: 'OPERATOR',
  next: { operation: 'APPROVE_CLAIM', at },
})

const nobodyPaid = over(() => ({
  operator:
    'Its time passed and no money came. If it comes late, the merchant is credited all the same, unless its product sends it back.',
  merchant:
    'Its time passed and no money came. If it comes late, you are credited all the same, unless it is agreed that it goes back.',
}))

const lateSentBack = over(() =>
  both('Its time passed. Money that came late is sent back to whoever sent it.'),
)

export const STANDINGS: ForEach<Say> = {
  payin: {
    NEW: notAccepted,
    PENDING: (snapshot) => PAYIN_HELD[holderOf(snapshot.payment.processor)](snapshot),
    SUCCESS: over((snapshot) => ({
      operator: `It was paid, and the merchant was credited with ${amount(snapshot)} less the fee.${pointInTimeRecovery(snapshot)}`,
      merchant: `It was paid, and you were credited with ${amount(snapshot)} less the fee.${pointInTimeRecovery(snapshot)}`,
    })),
    REFUSED: over(() => both('The payer, a bank or the gateway’s operator said no.')),
    FAILED: failed,
    EXPIRED: (snapshot) => (snapshot.refunds.length > 0 ? lateSentBack(snapshot) : nobodyPaid(snapshot)),
  },
  payout: {
    ...goesOut,
    SUCCESS: over((snapshot) => both(`${amount(snapshot)} reached the payee.`)),
  },
  refund: {
    NEW: (snapshot) => {
      const { expireAt, request } = snapshot.payment
      const { heldBy, route, excess } = request.refund ?? {}
      if (heldBy !== undefined) return refundHeld(expireAt, excess !== undefined)
      if (route === 'MANUAL') return refundGoes(snapshot)
      return route === 'NATIVE' ? byItsRail(notAccepted)(snapshot) : notAccepted(snapshot)
    },
    AWAITING_PAYEE: (snapshot) => {
      const { expireAt, request } = snapshot.payment
      if (request.refund?.heldBy !== undefined) return claimHeld(expireAt)
      return {
        text: both(`The payer has to say by a link where the money is to go${by(expireAt)}.`),
        waitingFor: 'PAYER',
        next: { operation: 'CLAIM', at: expireAt },
      }
    },
    PENDING: refundGoes,
    SUCCESS: over((snapshot) => {
      const isNative = snapshot.payment.request.refund?.route === 'NATIVE'
      return both(`${amount(snapshot)} went back to the payer${isNative ? ', the way that it came' : ''}.`)
    }),
    FAILED: (snapshot) =>
      snapshot.payment.request.refund?.excess ? excessFailed(snapshot) : goesOut.FAILED(snapshot),
    EXPIRED: (snapshot) =>
      moneyIsBack(over(() => both('Nobody said in time where the money was to go.'))(snapshot)),
  },
  settlement: {
    ...goesOut,
    SUCCESS: over((snapshot) => ({
      operator: `${amount(snapshot)} reached the merchant’s account.`,
      merchant: `${amount(snapshot)} reached your account.`,
    })),
  },
}

/** By its status alone. */
const byStatus = (snapshot: PaymentSnapshot): PaymentStanding =>
  cellOf(STANDINGS, snapshot.payment.kind, snapshot.payment.status)(snapshot)

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
    next: { operation: 'SETTLE_CASE', at: undefined },
  }
}
