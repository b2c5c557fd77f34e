/**
 * Which processors would accept a payment, and why the others would not. For operators who hear of a payout that was
 * declined and so has no record.
 *
 * Reads the payment as a create does and runs the same route with the same checks. It stores nothing, reserves nothing,
 * and no processor is asked to accept anything. A processor that would accept it now may have reached its limit by the
 * time of the create.
 */
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { DeclinedBy, Processor } from '@sluice/core/processor/port.ts'
import { type Problem, validationFailed } from '../http/problems.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { decisiveDecline } from '../processing/route.ts'
import { type Draft, draftOf, paymentWith } from './create/drafting.ts'
import type { KindOfCreate } from './create/kind.ts'
import { NO_OBJECT, readOrder } from './create/reading.ts'
import type { Gateway } from './gateway.ts'
import { declinedProblem } from './problems.ts'
import { isObject, readId } from './requests.ts'

export interface Rehearsal {
  /** The processors that would be tried, in this order. */
  readonly takers: readonly string[]
  /** The processors that would decline, and why. */
  readonly declined: readonly DeclinedBy[]
  /** What the merchant would read; undefined if some processor would be tried. */
  readonly problem: Problem | undefined
}

export interface RehearsedRequest {
  readonly profile: MerchantProfile
  /** As for the create. Addresses are not checked. */
  readonly body: unknown
  readonly impreciseNumbers: readonly string[]
}

/** @returns a 400 if it is no valid payment */
export async function rehearse<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  { profile, body, impreciseNumbers }: RehearsedRequest,
): Promise<Result<Rehearsal, Problem>> {
  if (!isObject(body)) return fail(validationFailed(NO_OBJECT))
  const id = readId('rehearsal', kind.idName)
  if (!id.ok) return fail(validationFailed([id.failure]))
  const order = readOrder(kind, profile, body, impreciseNumbers)
  if (!order.ok) return fail(validationFailed(order.failure))
  const read = { ...order.value, addresses: { callbackUrl: '', returnUrl: undefined }, hash: '' }
  const draft = draftOf(gateway, kind, { profile, apiVersion: 2 }, id.value, read)
  const { wanted, route, unavailable } = draft.terms
  const { takers, declined } = await ask(draft, route.candidates)
  const all = [...route.declined, ...declined]
  const nobody = takers.length === 0 ? declinedProblem(decisiveDecline(all), wanted) : undefined
  return succeed({ takers, declined: all, problem: unavailable ?? nobody })
}

async function ask(draft: Draft, candidates: readonly Processor[]) {
  const takers: string[] = []
  const declined: DeclinedBy[] = []
  for (const processor of candidates) {
    const { name } = processor
    const check = await processor.check(paymentWith(draft, processor))
    // Balances are not checked here, nor is the sandbox's answer that one is too low.
    if (check.type === 'fine' || check.type === 'short') takers.push(name)
    else if (check.type === 'declined') declined.push({ ...check, processor: name })
    else {
      const detail = `it refuses the customer: ${check.refusal}`
      declined.push({ type: 'declined', processor: name, reason: 'METHOD', detail })
    }
  }
  return { takers, declined }
}
