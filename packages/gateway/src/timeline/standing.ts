/**
 * The current state of a payment, by kind and status: whom it waits for, and what comes next. Every possible status has
 * a row; a missing one does not compile.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { sumsOf } from '../payments/refunds.ts'
import { caseWords } from './case-texts.ts'
import { failureWords } from './failure-texts.ts'
import { OUTGOING_HELD, PAYIN_HELD } from './held.ts'
import { holderOf } from './holders.ts'
import { cellOf, dueAt, type ForEach, openCases, type PaymentSnapshot } from './snapshot.ts'
import { both, by, type PaymentStanding, type Said } from './texts.ts'

type Say = (snapshot: PaymentSnapshot) => PaymentStanding

/** Final: nothing more has to be done. */
const over =
  (text: (snapshot: PaymentSnapshot) => Said): Say =>
  (snapshot) => ({ text: text(snapshot), waitingFor: 'NOBODY', next: undefined })

const notAccepted: Say = (snapshot) => ({
  text: {
    operator: `Accepted. ${snapshot.payment.processor} has not yet confirmed it.`,
    merchant: 'Accepted. The provider has not yet confirmed it.',
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

/** How much of a payin was refunded or is being refunded. */
function refundsText({ payment, refunds }: PaymentSnapshot): string {
  const { refundedMinor, countedMinor } = sumsOf(payment, refunds)
  const said = (amountMinor: bigint, words: string): string =>
    amountMinor === 0n ? '' : ` ${moneyWords({ ...payment.money, amountMinor: minor(amountMinor) })} ${words}`
  return (
    said(refundedMinor, 'was refunded to the payer.') +
    said(countedMinor - refundedMinor, 'is being refunded to the payer.')
  )
}

const goesOut = {
  NEW: notAccepted,
  PENDING: (snapshot: PaymentSnapshot) => OUTGOING_HELD[holderOf(snapshot.payment.processor)](snapshot),
  FAILED: (snapshot: PaymentSnapshot) => moneyIsBack(failed(snapshot)),
  REFUSED: (snapshot: PaymentSnapshot) =>
    moneyIsBack(
      over(() => both('It was rejected by the payee, a bank, or the gateway’s operator.'))(snapshot),
    ),
}

function moneyIsBack({ text, ...rest }: PaymentStanding): PaymentStanding {
  const back = ' The money was returned to the merchant’s balance.'
  return {
    ...rest,
    text: {
      operator: text.operator + back,
      merchant: `${text.merchant} The money was returned to your balance.`,
    },
  }
}

/** No account is named: the rail itself returns the payment. */
const byItsRail =
  (say: Say): Say =>
  (snapshot) => {
    const { text, ...rest } = say(snapshot)
    return {
      ...rest,
      text: {
        operator: `The refund goes through the payment method of the payin. ${text.operator}`,
        merchant: `The refund goes through the payment method of the payin. ${text.merchant}`,
      },
    }
  }

/**
 * By the refund's route: the rail itself, a payout, a payout to the account that the payer chooses, or an operator by
 * hand.
 */
const REFUND_IN_PROGRESS: Readonly<Record<RefundRoute, Say>> = {
  NATIVE: byItsRail(goesOut.PENDING),
  PAYOUT: goesOut.PENDING,
  CLAIM: goesOut.PENDING,
  MANUAL: () => ({
    text: {
      operator: 'No processor can send this refund. An operator must send it by hand and mark it as paid.',
      merchant: 'The gateway’s operator must send it by hand.',
    },
    waitingFor: 'OPERATOR',
    next: { operation: 'SEND_BY_HAND', at: undefined },
  }),
}
const refundGoes: Say = (snapshot) =>
  REFUND_IN_PROGRESS[snapshot.payment.request.refund?.route ?? 'PAYOUT'](snapshot)

/** Money that never belonged to the merchant and could not be returned. */
function excessFailed(snapshot: PaymentSnapshot): PaymentStanding {
  const { text, ...rest } = failed(snapshot)
  return {
    ...rest,
    text: {
      operator: `${text.operator} The money is a case of the payin again.`,
      merchant: `${text.merchant} The gateway’s operator will decide how to settle the money.`,
    },
  }
}

/** The amount needs a review. @param isExcess the money never belonged to the merchant */
const refundHeld = (at: Instant | undefined, isExcess: boolean): PaymentStanding => ({
  text: {
    operator: `Waiting for approval${by(at)}. If no other operator approves it, it fails and the money ${isExcess ? 'becomes a case of the payin again' : 'returns to the merchant’s balance'}.`,
    merchant: `Waiting for approval by the gateway’s operator${by(at)}. If it is not approved, it fails and ${isExcess ? 'the operator decides how to settle the money' : 'the money returns to your balance'}.`,
  },
  waitingFor: 'OPERATOR',
  next: { operation: 'APPROVE_REFUND', at },
})

/** The payer has chosen an account, and the amount needs a review. */
const claimHeld = (at: Instant | undefined): PaymentStanding => ({
  text: {
    operator: `The payer has chosen an account. An operator must approve it${by(at)}.`,
    merchant: `The payer has chosen an account. The gateway’s operator must approve it${by(at)}.`,
  },
  waitingFor: 'OPERATOR',
  next: { operation: 'APPROVE_CLAIM', at },
})

const nobodyPaid = over(() => ({
  operator:
    'It expired without payment. If money arrives late, it is still credited to the merchant, unless the product refunds late payments.',
  merchant:
    'It expired without payment. If money arrives late, it is still credited to you, unless your product refunds late payments.',
}))

const lateSentBack = over(() => both('It expired. Money that arrived late is refunded to the sender.'))

export const STANDINGS: ForEach<Say> = {
  payin: {
    NEW: notAccepted,
    PENDING: (snapshot) => PAYIN_HELD[holderOf(snapshot.payment.processor)](snapshot),
    SUCCESS: over((snapshot) => ({
      operator: `Paid. The merchant was credited with ${amount(snapshot)} less the fee.${refundsText(snapshot)}`,
      merchant: `Paid. You were credited with ${amount(snapshot)} less the fee.${refundsText(snapshot)}`,
    })),
    REFUSED: over(() => both('It was rejected by the payer, a bank, or the gateway’s operator.')),
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
        text: both(`The payer must choose an account with the claim link${by(expireAt)}.`),
        waitingFor: 'PAYER',
        next: { operation: 'CLAIM', at: expireAt },
      }
    },
    PENDING: refundGoes,
    SUCCESS: over((snapshot) => {
      const isNative = snapshot.payment.request.refund?.route === 'NATIVE'
      return both(
        `${amount(snapshot)} was refunded to the payer${isNative ? ' through the payment method of the payin' : ''}.`,
      )
    }),
    FAILED: (snapshot) =>
      snapshot.payment.request.refund?.excess ? excessFailed(snapshot) : goesOut.FAILED(snapshot),
    EXPIRED: (snapshot) =>
      moneyIsBack(over(() => both('The payer did not claim the refund in time.'))(snapshot)),
  },
  settlement: {
    ...goesOut,
    SUCCESS: over((snapshot) => ({
      operator: `${amount(snapshot)} reached the merchant’s account.`,
      merchant: `${amount(snapshot)} reached your account.`,
    })),
  },
}

/** By status alone. */
const byStatus = (snapshot: PaymentSnapshot): PaymentStanding =>
  cellOf(STANDINGS, snapshot.payment.kind, snapshot.payment.status)(snapshot)

/** An open case comes first: the payment cannot be expected to end before an operator has decided it. */
export function standingOf(snapshot: PaymentSnapshot): PaymentStanding {
  const plain = byStatus(snapshot)
  const [first, ...more] = openCases(snapshot)
  if (!first) return plain
  const words = caseWords(first.reason)
  const others =
    more.length === 0 ? '' : ` It has ${more.length} more open ${more.length === 1 ? 'case' : 'cases'}.`
  return {
    text: {
      operator: `${words.operator}${others} Its status is ${snapshot.payment.status}.`,
      merchant: `${words.merchant} Its status is ${snapshot.payment.status}.`,
    },
    waitingFor: 'OPERATOR',
    next: { operation: 'SETTLE_CASE', at: undefined },
  }
}
