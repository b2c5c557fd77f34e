/**
 * The payer says where a refund is to go. The page that asks is `hosted-pages/claim-api.ts`; here is what it may show and do.
 *
 * Whoever has the secret names one payee, once: with it the refund is on its way, or waits for an operator's approval
 * (`claim-approval.ts`), and the link is void. Of two who do so at once, on whatever nodes, the journal lets one. A payee that nobody
 * can pay changes nothing, and another one may be named. What was typed is checked as a payout's payee is, and as the form asks.
 * Never says whether a refund is there to whoever has no secret of it, and nothing of its payer or payee to whoever has.
 */

import type { Gateway } from '../api/gateway.ts'
import { offered } from '../catalogue/currencies.ts'
import type { Fault } from '../foundation/faults.ts'
import { isMerchantCode, isMerchantOrderId } from '../foundation/identifiers.ts'
import { assert, fail, type Result, succeed } from '../foundation/result.ts'
import type { Payment, RefundPayee } from '../payments/model.ts'
import { findPayment } from '../payments/reading.ts'
import { refundTerms, triedOf } from '../payments/refund-terms.ts'
import { holdClaim, mustWait } from './claim-approval.ts'
import { type ClaimOption, claimOption, wantedOf } from './claim-form.ts'
import { goOn, nextStage } from './passing.ts'
import { readPayee } from './payee.ts'
import { payableBy, triedAs } from './refund-route.ts'

export interface ClaimName {
  readonly merchantCode: string
  readonly idRefund: string
  /** Out of the link's fragment. */
  readonly secret: string
}

/** A refund, and what the link that somebody has opened is to it. */
export interface OpenedClaim {
  readonly refund: Payment
  readonly state: ClaimState
}

/**
 * OPEN: a payee may be named. CHECKING: one was, and waits for an approval. SENT, PAID, FAILED: one was named by this link, and that
 * became of it. EXPIRED: nobody did in time.
 */
export type ClaimState = 'OPEN' | 'CHECKING' | 'SENT' | 'PAID' | 'FAILED' | 'EXPIRED'

/** What this secret opens; undefined where there is no such refund, or it never had that link. */
export async function openClaim(
  { database, claimLinks, deps }: Pick<Gateway, 'database' | 'claimLinks' | 'deps'>,
  { merchantCode, idRefund, secret }: ClaimName,
): Promise<OpenedClaim | undefined> {
  const refund =
    isMerchantCode(merchantCode) && isMerchantOrderId(idRefund)
      ? await findPayment(database, merchantCode, 'refund', idRefund)
      : undefined
  if (!refund || !claimLinks.knows(secret, refund)) return undefined
  const isOpen = claimLinks.opens(secret, refund)
  return { refund, state: stateOf(refund, isOpen, deps.clock.now()) }
}

function stateOf(refund: Payment, isOpen: boolean, now: number): ClaimState {
  const { status, expireAt } = refund
  switch (status) {
    case 'AWAITING_PAYEE':
      // By a later link than this one: what this one named could not be paid.
      if (!isOpen && refundTerms(refund).heldBy === undefined) return 'FAILED'
      if (expireAt === undefined || expireAt <= now) return 'EXPIRED'
      return isOpen ? 'OPEN' : 'CHECKING'
    case 'NEW':
    case 'PENDING':
      return 'SENT'
    case 'SUCCESS':
      return 'PAID'
    case 'EXPIRED':
      return 'EXPIRED'
    default:
      return 'FAILED'
  }
}

/** By which payouts its payee can be paid, and what each must know. */
export async function claimOptions(
  gateway: Pick<Gateway, 'processors' | 'merchants' | 'deps'>,
  refund: Payment,
): Promise<readonly ClaimOption[]> {
  const profile = await gateway.merchants.find(refund.merchantId)
  assert(profile, 'a payment has a merchant')
  const terms = refundTerms(refund)
  const tried = [...triedOf(terms), triedAs(terms.route, refund.processor)]
  const refundRoutes = payableBy(gateway, profile, { money: refund.money, tried }, gateway.deps.clock.now())
  return refundRoutes.map(claimOption)
}

export type NotClaimed =
  | { readonly type: 'faults'; readonly faults: readonly Fault[] }
  /** Nobody can pay this payee now. */
  | { readonly type: 'nobody' }
  /** Somebody was quicker, or its time is over. */
  | { readonly type: 'over' }

/**
 * Names the payee of a refund that `openClaim` has opened, and moves it on.
 * @param payee as `paymentMethod` of a payout; faults stand at `/payee`
 * @throws Undecided where nobody can say: the same again
 */
export async function namePayee(
  gateway: Gateway,
  { refund, state }: OpenedClaim,
  payee: unknown,
): Promise<Result<OpenedClaim, NotClaimed>> {
  if (state !== 'OPEN') return fail({ type: 'over' })
  const { currency } = refund.money
  const options = await claimOptions(gateway, refund)
  const read = readPayee(payee, offered(currency), 'PAYER', wantedOf(options, payee))
  if (!read.ok) return fail({ type: 'faults', faults: read.failure })
  const moved = await moveOn(gateway, refund, read.value)
  if (moved === 'nobody') return fail({ type: 'nobody' })
  if (moved === 'moved') return fail({ type: 'over' })
  return succeed({ refund: moved, state: stateOf(moved, false, gateway.deps.clock.now()) })
}

async function moveOn(
  gateway: Gateway,
  refund: Payment,
  payee: RefundPayee,
): Promise<Payment | 'nobody' | 'moved'> {
  const asks = 'step'
  if (!(await nextStage(gateway, refund, { asks, payee }))) return 'nobody'
  const need = await mustWait(gateway, refund)
  if (need.type === 'ASK') return holdClaim(gateway, refund, payee, need.operation)
  const gone = await goOn(gateway, refund, {
    why: 'the payer has named a payee',
    asks,
    actor: 'payer',
    payee,
  })
  if (gone === 'nobody' || gone === 'moved') await need.undo()
  return gone
}
