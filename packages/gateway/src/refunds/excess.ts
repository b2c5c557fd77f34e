/**
 * Automatic refund of money that was never credited to the merchant (overpaid, late or paid twice), if the product's
 * policy says so. Created in the commit that decides about that money (`processing/refunding-excess.ts`).
 *
 * It is an ordinary refund except for what follows from whose money it is. If the processor returns payments by name,
 * the payin's own rail returns the very payment. Otherwise a payout goes to the account that the bank or processor
 * names as the sender of this money. The payer data of the order or of an earlier payment is not used, because it may
 * be another person, nor is a claim link, which could be passed on. Money that the bank may have reported before under
 * another name is not returned. Without rail and sender there is no refund but a case. It costs the merchant nothing.
 * If it fails, it becomes that case.
 */
import { PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { isMerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { ZERO } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { ExcessMoney, Payment, RefundPayee, RefundTerms } from '@sluice/core/payment/model.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { Gateway } from '../api/gateway.ts'
import { suspenseReleased } from '../ledger/postings.ts'
import type { Creation } from '../payments/change.ts'
import { type ExcessFound, hasPolicies, type ReportedMoney } from '../payments/excess.ts'
import { returnClaim } from '../payments/movement-returns.ts'
import { isCalled, OWN_ACCOUNT } from '../payments/processor-names.ts'
import { isOfCredit, refundsOf } from '../payments/refunds.ts'
import type { PassRefund } from '../processing/acceptance.ts'
import type { ExcessRefunds } from '../processing/refunding-excess.ts'
import { mayBeReportedBefore } from '../reconciliation/reported-before.ts'
import { paymentOf, type RefundDraft, requested } from './accepting.ts'
import { amountApproval, FirstLook } from './amount-approval.ts'
import { excessRefundRoutes } from './movement-rail.ts'
import { passRefund } from './passing.ts'
import { payerOf } from './payee.ts'
import type { RefundRouteOption } from './refund-route.ts'
import { heldOn, stageOn, termsOn } from './stages.ts'

/** A payer who pays again and again gets a case, not an endless series of payouts. */
const MAX_OF_PAYIN = 10
/** The policy applies when the money is first reported. */
const FIRST = 1

export interface ExcessRefund {
  readonly creation: Creation
  /** Rows of other modules for the same commit: the approval request. */
  readonly alongside: readonly SqlCall[]
  /** Ensures that its money is returned by the policy only once. */
  readonly claims: readonly Claim[]
  /** It was not created after all. */
  undo(): Promise<void>
}

/** The functions that processing status updates needs from refunds. */
export const forReports = (gateway: () => Gateway): readonly [PassRefund, ExcessRefunds] => [
  passRefund(gateway, 'step'),
  excessRefunds(gateway),
]

const excessRefunds = (gateway: () => Gateway): ExcessRefunds => ({
  async policiesOf(merchantId) {
    const profile = await gateway().merchants.find(merchantId)
    return profile?.merchant.products?.some(hasPolicies)
      ? ({ method, money }) => profile.product(method, money.currency)
      : undefined
  },
  make: (payin, found, reported) => excessRefund(gateway(), payin, found, reported),
})

/** @returns undefined if it cannot be returned automatically */
async function excessRefund(
  gateway: Gateway,
  payin: Payment,
  { why, money }: ExcessFound,
  reported: ReportedMoney & { readonly processor: string },
): Promise<ExcessRefund | undefined> {
  const { merchantId, isTest } = payin
  const profile = await gateway.merchants.find(merchantId)
  if (!profile) return undefined
  const payee = senderOf(payin, { why, money }, reported)
  const before = (await refundsOf(gateway.database, payin)).filter(
    (refund) => !isOfCredit(refund) && refund.request.caseReturn === undefined,
  )
  if (before.length >= MAX_OF_PAYIN) return undefined
  if (isCalled(reported.processor, OWN_ACCOUNT)) {
    const earlier = [payin.confirmation, ...before.map(({ request }) => request.refund?.excess?.statusUpdate)]
    const names = earlier.filter((name) => name !== undefined)
    if (await mayBeReportedBefore(gateway.database, reported.statusUpdate, payin, names)) return undefined
  }

  const now = gateway.deps.clock.now()
  const draft = draftOf(gateway, payin, now)
  const excess = {
    ...{ why, processor: reported.processor, statusUpdate: reported.statusUpdate },
    ...{ spareMinor: String(money.amountMinor), cameAt: reported.at, number: FIRST },
  }
  const terms: RefundTerms = {
    idPayin: payin.id,
    payinKey: payin.key,
    number: 0,
    reason: 'OTHER',
    route: 'PAYOUT',
    ...(payee && { payee }),
    excess,
  }
  const ordered = { payin, money, charges: { feeMinor: ZERO, vatMinor: ZERO } }
  const refund = { merchantId, isTest, id: draft.id, key: draft.key }
  const wanted = { payin, money, excess, key: draft.key, payee, tried: [] }
  const refundRoutes = await excessRefundRoutes(gateway, profile, wanted, now)
  for (const refundRoute of refundRoutes) {
    const { steps: _, ...stage } = stageOn(gateway.claimLinks, refundRoute, {
      payin,
      refund,
      terms,
      at: now,
      askAt: now,
    })
    if (!(await isTakenBy(refundRoute, paymentOf(draft, ordered, stage), payin))) continue
    return made(gateway, draft, ordered, refundRoute, terms, excess)
  }
  return undefined
}

interface Ordered {
  readonly payin: Payment
  readonly money: Payment['money']
  readonly charges: { readonly feeMinor: Payment['feeMinor']; readonly vatMinor: Payment['vatMinor'] }
}

async function made(
  gateway: Gateway,
  draft: RefundDraft,
  ordered: Ordered,
  refundRoute: RefundRouteOption,
  terms: RefundTerms,
  excess: ExcessMoney,
): Promise<ExcessRefund> {
  const { payin, money } = ordered
  const { merchantId, isTest } = payin
  const refund = { merchantId, isTest, id: draft.id, key: draft.key }
  const look = new FirstLook(gateway, { merchantId, money, operator: undefined })
  const approval = (await look.isNeeded())
    ? amountApproval(gateway, { ...refund, money }, termsOn(refundRoute, terms))
    : undefined
  const at = draft.createdAt
  const { steps, ...stage } = approval
    ? heldOn(refundRoute, { payin, refund, terms }, approval)
    : stageOn(gateway.claimLinks, refundRoute, { payin, refund, terms, at, askAt: at })
  return {
    creation: {
      type: 'create',
      payment: paymentOf(draft, ordered, stage),
      reason: 'made by the policy of its product',
      postings: suspenseReleased(money, 'suspense', 'reserved'),
      steps,
    },
    alongside: approval ? requested(gateway, approval) : [],
    claims: [returnClaim(payin, excess, FIRST)],
    undo: () => look.undo(),
  }
}

/**
 * The sender that this money names, whoever paid or ordered before. Amounts below the minimum of such payouts are not
 * returned.
 */
function senderOf(
  { method }: Payment,
  { money }: ExcessFound,
  { customerAccount }: ReportedMoney,
): RefundPayee | undefined {
  const payee = payerOf({ payerAccount: customerAccount, money, method, operator: undefined })
  const rules = PAYOUT_METHODS.find(({ code }) => code === payee?.method)?.currencies.get(money.currency)
  if (!payee || !rules || money.amountMinor < rules.minMinor) return undefined
  return { ...payee, from: 'MONEY' }
}

async function isTakenBy(refundRoute: RefundRouteOption, refund: Payment, payin: Payment): Promise<boolean> {
  switch (refundRoute.route) {
    case 'NATIVE': {
      const check = await refundRoute.processor.refund?.check?.(refund, payin)
      return check === undefined || check.type === 'fine'
    }
    case 'PAYOUT':
      return (await refundRoute.processor.check(refund)).type === 'fine'
    case 'CLAIM':
    case 'MANUAL':
      return false
  }
}

/** The gateway makes its ID, in a form that no merchant can have used. */
function draftOf({ deps }: Gateway, { callbackUrl, apiVersion }: Payment, createdAt: number): RefundDraft {
  const key = paymentKey(deps.randomness.uuidV7(createdAt))
  const id = `auto-${key}`
  assert(isMerchantOrderId(id), 'such an ID is one')
  return { id, key, callbackUrl, requestHash: `policy ${key}`, apiVersion, createdAt }
}
