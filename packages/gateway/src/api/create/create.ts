/**
 * Creating a payment: one order of checks for payins and payouts. Read this file first.
 *
 *   the ID's form, the JSON (400) → accepted before (409) → rules (400) → the token's money (403) → its payment link (409)
 *   → the processor's check (406) → products, limits (422) → commit, which decides on the balance (422) and the ID (409) → 201
 *
 * Each stage is a file and passes its result type to the next. `opening.ts` checks the ID and the body. `reading.ts`
 * turns the body into a `ReadRequest`. `drafting.ts` makes a `Draft` with its terms. `routing.ts` tries the processors
 * of its route in order. With the one that accepts it, it is a `Payment`, and `committing.ts` commits it. Refunds share
 * the first stage and the last. If all processors decline it, the answer is a 422. `refusal.ts` explains how an ID that
 * was accepted before is found before any rule, although a successful create makes only one round trip to the database.
 */
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Problem, validationFailed } from '../../http/problems.ts'
import type { Gateway } from '../gateway.ts'
import { paymentProblem } from '../problems.ts'
import { grantMoneyProblem, isBeyondAllRanges, personMoneyProblem } from '../requests.ts'
import { draftOf } from './drafting.ts'
import type { CreateRequest, KindOfCreate } from './kind.ts'
import { openCreate } from './opening.ts'
import { readRequest } from './reading.ts'
import { placeOnRoute } from './routing.ts'

/** @returns the payment as it is when the create is answered */
export function create<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  request: CreateRequest,
): Promise<Result<Payment, Problem>> {
  const { profile, grant } = request
  const opened = openCreate(gateway, kind, request, () => readRequest(gateway, kind, request))
  if (!opened.ok) return Promise.resolve(opened)
  const { id, read, refused } = opened.value
  if (!read.ok) {
    return refused(isBeyondAllRanges(read.failure) ? BEYOND_ALL_RANGES : validationFailed(read.failure))
  }
  const moneyProblem = grantMoneyProblem(grant, read.value.money)
  if (moneyProblem) return refused(moneyProblem)
  const beyond = kind.kind === 'payout' ? personMoneyProblem(grant, read.value.money) : undefined
  if (beyond) return refused(beyond)

  const beyondLink = request.link?.problem
  if (beyondLink) return refused(beyondLink)

  const draft = draftOf(gateway, kind, request, id, read.value)
  gateway.deps.tracing?.current()?.belongTo(draft.key, { isFirst: true })
  return placeOnRoute(gateway, kind, profile, draft, refused, request.meanwhile)
}

const BEYOND_ALL_RANGES = paymentProblem(
  'AMOUNT_OUT_OF_RANGE',
  'No payment method accepts an amount this large.',
)
