/** The problems of a refund that is not accepted. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { DeclinedBy } from '@sluice/core/processor/port.ts'
import { allDeclined } from '../api/all-declined.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import { moneyText } from '../api/requests.ts'
import type { Problem } from '../http/problems.ts'
import type { Doubt } from '../payments/payins-in-doubt.ts'
import { MAX_REFUNDS } from '../payments/refunds.ts'
import type { NativeBound } from './refund-route.ts'

export const notRefundable = (why: string): Problem => paymentProblem('PAYIN_NOT_REFUNDABLE', why)

export const notPaid = ({ status }: Payment): Problem =>
  notRefundable(`Only a payin with status SUCCESS can be refunded. This one is ${status}.`)

/** The payin's money never arrived, was taken back, or is disputed, so there is nothing to refund. */
export const DOUBTED: Readonly<Record<Doubt, Problem>> = {
  IN_DOUBT: notRefundable(
    'The money of this payin is in doubt, because the bank, the processor or the chain has contradicted it. The operator will decide.',
  ),
  FUNDS_NOT_RECEIVED: notRefundable(
    'Some or all of the money of this payin never arrived, so it cannot be refunded.',
  ),
  WITHDRAWN: notRefundable('The bank has reversed this payin. The payer already has the money back.'),
}

export const tooMany = (): Problem =>
  paymentProblem('REFUND_TIMES_EXCEEDED', `A payin can have at most ${MAX_REFUNDS} refunds.`)

/** @param left what can still be refunded */
export function exceeds(left: Money): Problem {
  const refundable = moneyText(left)
  return paymentProblem(
    'REFUND_EXCEEDS_PAYIN',
    left.amountMinor > 0n
      ? `${moneyWords(left)} of this payin can still be refunded.`
      : 'This payin is fully refunded, or the refund is in progress.',
    { extra: { refundable: { ...refundable, amount: rawNumber(refundable.amount) } } },
  )
}

const BOUNDS: Readonly<Record<NativeBound, Problem>> = {
  WINDOW: paymentProblem(
    'REFUND_WINDOW_PASSED',
    'The rail no longer refunds this payin, and your account has no payout product that could pay it.',
  ),
  TIMES: paymentProblem(
    'REFUND_TIMES_EXCEEDED',
    'The rail refunds a payin only once, and your account has no payout product that could pay the rest.',
  ),
  PARTS: paymentProblem(
    'METHOD_UNAVAILABLE',
    'The rail refunds only the whole payin, and your account has no payout product that could pay a part of it.',
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
