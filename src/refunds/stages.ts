/**
 * What a refund is while it goes a way: its status, who has it, its method and payee, and what waits for it.
 *
 * One that waits for its payee, for an approval or for an operator's hand is with no processor of the gateway's; the names below stand in its place, so that
 * test and live stay apart as everywhere.
 */

import type { ClaimLinks } from '../api/claim-links.ts'
import type { Instant } from '../foundation/deps.ts'
import type { NewStep } from '../payments/claims.ts'
import type { Payment, RefundTerms } from '../payments/model.ts'
import { isCalled, nameFor } from '../payments/processor-names.ts'
import { triedOf } from '../payments/refund-terms.ts'
import type { RefundStage } from '../payments/refunding.ts'
import { isOpen } from '../payments/transitions.ts'
import type { RefundRouteOption } from './refund-route.ts'

export const MANUAL = 'manual'
const CLAIM = 'claim'
const APPROVAL = 'approval'
const DAY_MS = 86_400_000
/** How long a payer may take to say where the money is to go. */
export const CLAIM_DAYS = 30
/** An operator who has not sent it by then gets a case. */
const MANUAL_SILENCE_MS = 5 * DAY_MS

export const isManual = (processor: string): boolean => isCalled(processor, MANUAL)

export interface Staged {
  readonly payin: Payment
  readonly refund: Pick<Payment, 'merchantId' | 'id' | 'key' | 'isTest'>
  /** As they stand before this way. */
  readonly terms: RefundTerms
  readonly at: Instant
  /** When its processor is asked, where nobody has asked it by then. */
  readonly askAt: Instant
}

export const termsOn = (refundRoute: RefundRouteOption, terms: RefundTerms): RefundTerms => ({
  ...terms,
  route: refundRoute.route,
  ...(refundRoute.route === 'PAYOUT' && { payee: refundRoute.payee }),
})

/** @param links make the secret of a CLAIM's link */
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

/** It waits for an approval: of itself, or of the payee whom its payer has named. */
export const isHeld = ({ status, request }: Pick<Payment, 'status' | 'request'>): boolean =>
  isOpen(status) && request.refund?.heldBy !== undefined

/**
 * Before it goes its first way an operator has to look: nobody is asked, and if nobody approves in time, it ends.
 * @param way which it would go now; once it is approved its way is found anew
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

/** With a processor that is asked by the step, or at once by whoever puts it there. */
const requested = (
  processor: string,
  at: Instant,
): Pick<RefundStage, 'status' | 'processor' | 'expireAt' | 'steps'> => {
  const ask: NewStep = { purpose: 'accept', dueAt: at }
  return { status: 'NEW', processor, expireAt: undefined, steps: [ask] }
}
