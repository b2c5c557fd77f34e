/**
 * The third stage of a create: the processors of the payment's route are tried in order, until one accepts it.
 *
 * If a processor declines, the next one is tried. What the first one says of the customer (406) goes before what the
 * merchant's product says (422), and both before any processor is asked to accept. If all decline, the merchant reads
 * the reason that it can fix, and operators read all of them (`all-declined.ts`).
 */
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { fail, type Result } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CustomerRefusal, DeclinedBy } from '@sluice/core/processor/port.ts'
import type { Problem } from '../../http/problems.ts'
import type { MerchantProfile } from '../../merchants/directory.ts'
import { allDeclined } from '../all-declined.ts'
import type { Gateway } from '../gateway.ts'
import { notCovered, paymentProblem } from '../problems.ts'
import { accept } from './committing.ts'
import { type Draft, paymentWith } from './drafting.ts'
import type { KindOfCreate, Meanwhile } from './kind.ts'

/**
 * @param refused answers if the rules refuse: an ID that was accepted before goes before them
 * @returns the payment as its create is answered
 */
export async function placeOnRoute<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  { merchant }: Pick<MerchantProfile, 'merchant'>,
  draft: Draft,
  refused: (problem: Problem) => Promise<Result<never, Problem>>,
  meanwhile?: Meanwhile,
): Promise<Result<Payment, Problem>> {
  const { unavailable, route, wanted } = draft.terms
  const declined: DeclinedBy[] = [...route.declined]
  for (const processor of route.candidates) {
    const payment = paymentWith(draft, processor)
    const checked = processor.check(payment)
    // Most need not wait, and awaiting costs a turn of the event loop.
    const check = checked instanceof Promise ? await checked : checked
    if (check.type === 'customer') {
      return refused(paymentProblem(check.refusal, CUSTOMER_REFUSED[check.refusal]))
    }
    if (unavailable) return refused(unavailable)
    if (check.type === 'short') return refused(notCovered(payment))
    if (check.type === 'declined') {
      declined.push({ ...check, processor: processor.name })
      continue
    }
    const taken = await accept(gateway, kind, merchant.name, processor, payment, draft.link, meanwhile)
    if (taken.ok) return taken
    if (taken.failure.type === 'refused') {
      const { problem, by } = taken.failure
      return by === 'rules' ? refused(problem) : fail(problem)
    }
    declined.push({ ...taken.failure, processor: processor.name })
  }
  return refused(unavailable ?? allDeclined(gateway, wanted, declined))
}

const CUSTOMER_REFUSED: Readonly<Record<CustomerRefusal, string>> = {
  CUSTOMER_NOT_REGISTERED:
    'The processor does not know this customer. The customer must register first. You can use this ID again.',
  CUSTOMER_VERIFICATION_INACTIVITY:
    "The customer's verification at the processor has been inactive for too long and must be renewed. You can use this ID again.",
}
