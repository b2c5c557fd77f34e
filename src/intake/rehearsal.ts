/**
 * Who would take a payment, and why the others would not: for operators, who hear of a payout that nobody took and have none to
 * look at.
 *
 * Reads the payment as a create does and asks the same route with the same checks. Keeps nothing, reserves nothing, asks nobody
 * to take anything on: one who says here that it would may find its limit reached when it is asked in earnest.
 */
import type { PaymentMethod } from '../catalogue/method.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { type Problem, validationFailed } from '../http/problems.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { Payment } from '../payments/model.ts'
import type { DeclinedBy, Processor } from '../processors/port.ts'
import { lastWord } from '../processors/route.ts'
import { currencyOf, draft, type KindOfCreate, readRequested } from './create.ts'
import type { Gateway } from './gateway.ts'
import { declinedProblem } from './problems.ts'
import { productOf } from './product-terms.ts'
import { isObject, readId } from './requests.ts'

export interface Rehearsal {
  /** Who would be asked to take it on, in this order. */
  readonly takers: readonly string[]
  /** Who would not, and why. */
  readonly declined: readonly DeclinedBy[]
  /** What the merchant would read; undefined where somebody would be asked. */
  readonly problem: Problem | undefined
}

export interface RehearsedRequest {
  readonly profile: MerchantProfile
  /** As the create's. Addresses are not looked at. */
  readonly body: unknown
  readonly impreciseNumbers: readonly string[]
}

/** @returns a 400 where it is no payment at all */
export async function rehearse<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  { profile, body, impreciseNumbers }: RehearsedRequest,
): Promise<Result<Rehearsal, Problem>> {
  if (!isObject(body))
    return fail(validationFailed([{ path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' }]))
  const id = readId('rehearsal', kind.idName)
  const money = readRequested(body, impreciseNumbers)
  const offeredIn = currencyOf(body)
  const product = offeredIn && productOf(profile, body.paymentMethod, offeredIn)
  const request = kind.validate(body.paymentMethod, offeredIn, product?.require ?? [])
  if (!id.ok) return fail(validationFailed([id.failure]))
  if (!money.ok || !request.ok)
    return fail(validationFailed([money, request].flatMap((part) => (part.ok ? [] : part.failure))))
  const addresses = { callbackUrl: '', returnUrl: undefined }
  const read = { money: money.value, request: request.value, addresses, hash: '' }
  const { payment, terms } = draft(gateway, kind, { profile, apiVersion: 2 }, id.value, read)
  const { takers, declined } = await ask(payment, terms.route.candidates)
  const all = [...terms.route.declined, ...declined]
  const nobody = takers.length === 0 ? declinedProblem(lastWord(all), payment) : undefined
  return succeed({ takers, declined: all, problem: terms.unavailable ?? nobody })
}

async function ask(payment: Payment, candidates: readonly Processor[]) {
  const takers: string[] = []
  const declined: DeclinedBy[] = []
  for (const processor of candidates) {
    const { name } = processor
    const check = await processor.check({ ...payment, processor: name })
    // Balances are not asked here, nor is the sandbox's word that one does not suffice.
    if (check.type === 'fine' || check.type === 'short') takers.push(name)
    else if (check.type === 'declined') declined.push({ ...check, processor: name })
    else {
      const detail = `it refuses the customer: ${check.refusal}`
      declined.push({ type: 'declined', processor: name, reason: 'METHOD', detail })
    }
  }
  return { takers, declined }
}
