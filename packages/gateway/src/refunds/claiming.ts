/**
 * The payer says where a refund goes. The page's API is `hosted-pages/claim-api.ts`; this file decides what it may show
 * and do.
 *
 * The holder of the secret names one payee, once. Then the refund is sent or waits for an operator's approval
 * (`claim-approval.ts`), and the link is void. Of two simultaneous attempts, on any nodes, the journal lets one
 * succeed. A payee that no processor can pay changes nothing, and another may be named. The input is checked like a
 * payout's payee, and against the form. Without the secret nobody learns whether a refund exists; with it, nothing
 * about its payer or payee is shown.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { isMerchantCode, isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment, RefundPayee } from '@sluice/core/payment/model.ts'
import { refundTerms, triedOf } from '@sluice/core/payment/refund-terms.ts'
import type { Gateway } from '../api/gateway.ts'
import { findPayment } from '../payments/reading.ts'
import { holdClaim, mustWait } from './claim-approval.ts'
import { type ClaimOption, claimOption, wantedOf } from './claim-form.ts'
import { continueRefund, nextStage } from './passing.ts'
import { readPayee } from './payee.ts'
import { payableBy, triedAs } from './refund-route.ts'

export interface ClaimName {
  readonly merchantCode: string
  readonly idRefund: string
  /** From the link's fragment. */
  readonly secret: string
}

/** A refund, and the state of the opened link. */
export interface OpenedClaim {
  readonly refund: Payment
  readonly state: ClaimState
}

/**
 * OPEN: a payee may be named. CHECKING: a payee was named and waits for approval. SENT, PAID, FAILED: the result for
 * the payee named with this link. EXPIRED: nobody named one in time.
 */
export type ClaimState = 'OPEN' | 'CHECKING' | 'SENT' | 'PAID' | 'FAILED' | 'EXPIRED'

/** The refund that this secret opens; undefined if it does not exist or never had this link. */
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
      // It has a later link, because the payee named with this one could not be paid.
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

/** The payout methods that can pay the payer, and the fields that each needs. */
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
  /** No processor can pay this payee now. */
  | { readonly type: 'nobody' }
  /** Another request was faster, or its time is over. */
  | { readonly type: 'over' }

/**
 * Names the payee of a refund that `openClaim` has opened, and continues the refund.
 * @param payee like `paymentMethod` of a payout; faults point to `/payee`
 * @throws Undecided if it is unknown whether it was stored: send the same again
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
  const gone = await continueRefund(gateway, refund, {
    why: 'the payer has named a payee',
    asks,
    actor: 'payer',
    payee,
  })
  if (gone === 'nobody' || gone === 'moved') await need.undo()
  return gone
}
