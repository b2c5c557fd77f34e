/**
 * The state of a refund on a route: status, processor, method, payee, and the steps that wait.
 *
 * A refund that waits for its payee, for an approval or for an operator is with none of the gateway's processors. The
 * names below stand in for one, so that test and live stay separate as everywhere.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment, RefundTerms } from '@sluice/core/payment/model.ts'
import { triedOf } from '@sluice/core/payment/refund-terms.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import type { ClaimLinks } from '../api/claim-links.ts'
import { isCalled, nameFor } from '../payments/processor-names.ts'
import type { RefundStage } from '../payments/refunding.ts'
import type { RefundRouteOption } from './refund-route.ts'

export const MANUAL = 'manual'
const CLAIM = 'claim'
const APPROVAL = 'approval'
const DAY_MS = 86_400_000
/** How long a payer may take to say where the money goes. */
export const CLAIM_DAYS = 30
/** If an operator has not sent it by then, a case opens. */
const MANUAL_SILENCE_MS = 5 * DAY_MS

export const isManual = (processor: string): boolean => isCalled(processor, MANUAL)

export interface Staged {
  readonly payin: Payment
  readonly refund: Pick<Payment, 'merchantId' | 'id' | 'key' | 'isTest'>
  /** Before this route. */
  readonly terms: RefundTerms
  readonly at: Instant
  /** When the step calls its processor, if nobody has before. */
  readonly askAt: Instant
}

export const termsOn = (refundRoute: RefundRouteOption, terms: RefundTerms): RefundTerms => ({
  ...terms,
  route: refundRoute.route,
  ...(refundRoute.route === 'PAYOUT' && { payee: refundRoute.payee }),
})

/** @param links make the secret of a claim link */
export function stageOn(
  links: ClaimLinks,
  refundRoute: RefundRouteOption,
  { payin, refund, terms: before, at, askAt }: Staged,
): RefundStage {
  const { claimHash: _, heldBy: __, ...unclaimed } = before
  const terms = termsOn(refundRoute, unclaimed)
  const asPaid = { method: payin.method, operator: payin.operator, request: { refund: terms } }
  switch (refundRoute.route) {
    case 'NATIVE':
      return { ...asPaid, ...requested(refundRoute.processor.name, askAt) }
    case 'PAYOUT': {
      const { payee } = refundRoute
      return {
        method: payee.method,
        operator: payee.operator,
        request: { ...payee.fields, refund: terms },
        ...requested(refundRoute.processor.name, askAt),
      }
    }
    case 'CLAIM': {
      const claimHash = links.hashOf(refund, triedOf(before).length)
      const expireAt = at + CLAIM_DAYS * DAY_MS
      return {
        ...asPaid,
        request: { refund: { ...terms, claimHash } },
        status: 'AWAITING_PAYEE',
        processor: nameFor(CLAIM, refund.isTest),
        expireAt,
        steps: [{ purpose: 'expire', dueAt: expireAt }],
      }
    }
    case 'MANUAL':
      return {
        ...asPaid,
        status: 'PENDING',
        processor: nameFor(MANUAL, refund.isTest),
        expireAt: undefined,
        steps: [{ purpose: 'silence', dueAt: at + MANUAL_SILENCE_MS }],
      }
  }
}

/** It waits for an approval, of the refund or of the payee that its payer named. */
export const isHeld = ({ status, request }: Pick<Payment, 'status' | 'request'>): boolean =>
  isOpen(status) && request.refund?.heldBy !== undefined

/**
 * Waits for an operator's approval before its first route: no processor is called, and it ends if nobody approves in
 * time.
 * @param way the route it would take now; after the approval its route is decided again
 */
export function heldOn(
  refundRoute: RefundRouteOption,
  { payin, refund, terms }: Pick<Staged, 'payin' | 'refund' | 'terms'>,
  { id: heldBy, expiresAt }: { readonly id: string; readonly expiresAt: Instant },
): RefundStage {
  return {
    method: payin.method,
    operator: payin.operator,
    request: { refund: { ...termsOn(refundRoute, terms), heldBy } },
    status: 'NEW',
    processor: nameFor(APPROVAL, refund.isTest),
    expireAt: expiresAt,
    steps: [{ purpose: 'expire', dueAt: expiresAt }],
  }
}

/** With a processor that is called by the step, or immediately by the caller. */
const requested = (
  processor: string,
  at: Instant,
): Pick<RefundStage, 'status' | 'processor' | 'expireAt' | 'steps'> => {
  const ask: NewStep = { purpose: 'accept', dueAt: at }
  return { status: 'NEW', processor, expireAt: undefined, steps: [ask] }
}
