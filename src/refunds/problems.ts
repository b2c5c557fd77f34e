/** The problems of a refund that is not accepted. */

import { allDeclined } from '../api/all-declined.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import { moneyText } from '../api/requests.ts'
import { moneyWords } from '../catalogue/amounts.ts'
import { rawNumber } from '../foundation/json.ts'
import type { Money } from '../foundation/money.ts'
import type { Problem } from '../http/problems.ts'
import type { Doubt } from '../payments/doubt.ts'
import type { Payment } from '../payments/model.ts'
import { MAX_REFUNDS } from '../payments/refunds.ts'
import type { DeclinedBy } from '../processing/port.ts'
import type { NativeBound } from './refund-route.ts'

export const notRefundable = (why: string): Problem => paymentProblem('PAYIN_NOT_REFUNDABLE', why)

export const notPaid = ({ status }: Payment): Problem =>
  notRefundable(`Only a payin that is a SUCCESS can be given back; this one is ${status}.`)

/** The payin's money never arrived, was taken back, or is disputed, so there is nothing to refund. */
export const DOUBTED: Readonly<Record<Doubt, Problem>> = {
  IN_DOUBT: notRefundable(
    'The money of this payin is in doubt: the bank, the processor or the chain has contradicted it, and the operator decides.',
  ),
  FUNDS_NOT_RECEIVED: notRefundable(
    'The money of this payin never came, or not all of it: there is nothing of a payer’s to give back.',
  ),
  WITHDRAWN: notRefundable(
    'The bank has taken the money of this payin back: whoever paid it has it already.',
  ),
}

export const tooMany = (): Problem =>
  paymentProblem('REFUND_TIMES_EXCEEDED', `A payin can have at most ${MAX_REFUNDS} refunds.`)

/** @param left what can still be refunded */
export function exceeds(left: Money): Problem {
  const refundable = moneyText(left)
  return paymentProblem(
    'REFUND_EXCEEDS_PAYIN',
    left.amountMinor > 0n
      ? `Of this payin ${moneyWords(left)} are left to be given back.`
      : 'All of this payin has been given back, or is on its way.',
    { extra: { refundable: { ...refundable, amount: rawNumber(refundable.amount) } } },
  )
}

const BOUNDS: Readonly<Record<NativeBound, Problem>> = {
  WINDOW: paymentProblem(
    'REFUND_WINDOW_PASSED',
    'The rail gives this payin back no more, and it cannot be paid out: there is no payout of your account that could.',
  ),
  TIMES: paymentProblem(
    'REFUND_TIMES_EXCEEDED',
    'The rail gives a payin back once, and the rest cannot be paid out: there is no payout of your account that could.',
  ),
  PARTS: paymentProblem(
    'METHOD_UNAVAILABLE',
    'The rail gives back only the whole payin, and a part cannot be paid out: there is no payout of your account that could.',
  ),
}

/** No processor accepts it. */
export function noRoute(
  gateway: Pick<Gateway, 'deps'>,
  payin: Payment,
  money: Money,
  { declined, bound }: { readonly declined: readonly DeclinedBy[]; readonly bound: NativeBound | undefined },
): Problem {
  if (bound) return BOUNDS[bound]
  const { merchantId, method } = payin
  return allDeclined(gateway, { kind: 'refund', merchantId, method, operator: undefined, money }, declined)
}
