/** What an acceptance makes of a payment: its rows, or a decline. Pure; the caller commits it (`acceptance.ts`). */
import type { PayinContext } from '@sluice/core/catalogue/payment-method.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Claim, NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Acceptance, AcceptContext, Declined, Processor } from '@sluice/core/processor/port.ts'
import { madeKnown, methodOf } from './instructions.ts'
import { inquirySteps } from './unresponsive.ts'

/** A payment that is still NEW by then gets a status inquiry: its node may have died. */
export const INQUIRE_AGAIN_MS = 15_000
export const NO_CLAIMS: readonly Claim[] = []

export interface AcceptedPayment {
  readonly type: 'accepted'
  readonly payment: Payment
  readonly steps: readonly NewStep[]
  readonly claims: readonly Claim[]
}

export const acceptContext = (
  payment: Payment,
  context: PayinContext,
  taken: readonly Claim[],
): AcceptContext => ({
  reference: context.reference,
  merchantName: context.merchantName,
  taken,
  sandboxReceiving: () => (payment.kind === 'payin' ? methodOf(payment).sandboxReceiving(context) : {}),
})

/** @param acceptance undefined: it answers later, and is called again */
export function acceptedBy(
  processor: Processor,
  payment: Payment,
  acceptance: Acceptance | undefined,
  context: PayinContext,
): AcceptedPayment | Declined {
  if (acceptance?.type === 'declined') return acceptance
  const { createdAt } = payment
  const expiry = (at: Instant | undefined): NewStep[] =>
    at === undefined ? [] : [{ purpose: 'expire', dueAt: at }]
  if (acceptance?.type !== 'accepted') {
    const ask: NewStep = { purpose: 'accept', dueAt: createdAt + INQUIRE_AGAIN_MS }
    const steps = [...expiry(payment.expireAt), ask, ...inquirySteps(processor, payment, createdAt)]
    return { type: 'accepted', payment, steps, claims: NO_CLAIMS }
  }
  const { processorRef, processorStatus, moneyRequiredMinor, expireAt, response } = madeKnown(
    payment,
    acceptance,
    context,
  )
  // Field by field: a second spread would take as long as everything else here.
  const taken: Payment = {
    ...payment,
    processorRef,
    processorStatus,
    moneyRequiredMinor,
    expireAt,
    response,
    status: 'PENDING',
  }
  const steps = [...expiry(taken.expireAt), ...acceptance.steps, ...inquirySteps(processor, taken, createdAt)]
  return { type: 'accepted', payment: taken, steps, claims: acceptance.claims ?? NO_CLAIMS }
}
