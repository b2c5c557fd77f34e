/**
 * The external reference (UTR) that a payer supplies: a claim, not evidence.
 *
 * It is unique among the merchant's payins, may be corrected three times until it has matched, and is accepted only for
 * methods that ask for one. The number waiting for money is limited (`claim-limits.ts`). The processor decides what it
 * proves: outside the sandbox it needs money that has arrived, and a reference submitted before the payin expired
 * (`reconciliation/match.ts`).
 */
import {
  isExternalReference,
  needsExternalReference,
  takesExternalReference,
} from '@sluice/core/catalogue/external-reference.ts'
import type { PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Actor, Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isFinal } from '@sluice/core/payment/transitions.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem, undecidedProblem } from '../api/problems.ts'
import { isObject } from '../api/requests.ts'
import { type Fault, type Problem, validationFailed } from '../http/problems.ts'
import type { CommitResult } from '../payments/change.ts'
import { MAX_REFERENCE_SETTINGS, referenceSet } from '../payments/plans.ts'
import { methodOf } from '../processing/instructions.ts'
import { overLimit } from './claim-limits.ts'

const PATH = '/externalReference/reference'

/** Whether a payin may be completed: if its method requires an external reference, it has one. */
export function mayComplete(payment: Payment): boolean {
  if (payment.kind !== 'payin' || payment.externalReference !== undefined) return true
  return !needsExternalReference(methodOf(payment), payment.request)
}

/** Who submits it. */
export interface Submitter {
  readonly actor: Actor
  /** The payer's address, if the payer submits it (`api/payer.ts`). */
  readonly payer: string | undefined
}

export async function setExternalReference(
  gateway: Gateway,
  payment: Payment,
  body: unknown,
  { actor, payer }: Submitter,
): Promise<Result<Payment, Problem>> {
  const reference = readReference(body, methodOf(payment))
  if (!reference.ok) return fail(validationFailed([reference.failure]))
  const at = gateway.deps.clock.now()
  if (mayBeSet(payment) && payment.externalReference !== reference.value) {
    const limits = { database: gateway.database, maxWaiting: gateway.maxWaitingClaims }
    const problem = await overLimit(limits, payment, payer, at)
    if (problem) return fail(problem)
  }
  const claim: Claim = {
    owner: payment.merchantId,
    scope: 'external-reference',
    value: reference.value,
    ...(payer !== undefined && { source: payer }),
  }
  const outcome = await gateway.journal.commit({
    changeId: changeId(gateway.deps.randomness.uuidV7(at)),
    merchantId: payment.merchantId,
    at,
    actor,
    claims: [claim],
    claimKey: payment.key,
    subject: {
      type: 'move',
      kind: 'payin',
      id: payment.id,
      decide: (now) => referenceSet(now, reference.value, nextSteps(gateway, now, reference.value, at)),
    },
  })
  return answer(outcome, payment)
}

function nextSteps(gateway: Gateway, payment: Payment, externalReference: string, at: number) {
  return (
    gateway.processors.get(payment.processor)?.referenceSet?.({ ...payment, externalReference }, at) ?? []
  )
}

function readReference(body: unknown, method: PayinMethod): Result<string, Fault> {
  if (!takesExternalReference(method)) {
    return fail({
      path: '',
      code: 'NOT_ALLOWED',
      message: `${method.code} does not use an external reference`,
    })
  }
  const given =
    isObject(body) && isObject(body.externalReference) ? body.externalReference.reference : undefined
  if (typeof given === 'string' && isExternalReference(given)) return succeed(given)
  const code = given === undefined ? 'REQUIRED' : 'INVALID_FORMAT'
  return fail({ path: PATH, code, message: 'must be a string of exactly 12 digits' })
}

const mayBeSet = ({ status, externalChanges }: Payment): boolean =>
  !isFinal(status) && externalChanges < MAX_REFERENCE_SETTINGS

/** @param payment as read before: another request may have changed it since */
function whyNot({ status, externalChanges }: Payment): string {
  const rule =
    'The external reference can be set while the payin is open or expired, and corrected up to three times.'
  if (isFinal(status)) return `${rule} This payin is ${status}.`
  return externalChanges >= MAX_REFERENCE_SETTINGS ? `${rule} This one has been corrected three times.` : rule
}

function answer(outcome: CommitResult, payment: Payment): Result<Payment, Problem> {
  switch (outcome.type) {
    case 'done':
      return succeed(outcome.payment ?? payment)
    case 'claimed':
      return fail(
        paymentProblem('EXTERNAL_REFERENCE_CONFLICT', 'Another of your payins has this external reference.'),
      )
    case 'refused':
      // Submitting the same reference again is no change and no fault.
      if (outcome.refusal === 'REPEATED') return succeed(payment)
      return fail(paymentProblem('INVALID_STATE', whyNot(payment)))
    case 'shed':
    case 'unavailable':
    case 'unknown':
      return fail(undecidedProblem(outcome))
    case 'absent':
    case 'short':
    case 'duplicate':
      throw new Error(`setting a reference cannot end as ${outcome.type}`)
  }
}
