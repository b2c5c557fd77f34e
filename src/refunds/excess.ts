/**
 * The refund of money that was never the merchant's: what came beyond a payin's order, after its time or once more, where the product
 * says that it goes back. Made in the commit that decides about that money (`processing/refunding-excess.ts`).
 *
 * It is a refund like any other, but for what follows from whose money it is. It goes back by the payin's own rail, as the very payment
 * that it came by, where the processor returns payments by their name; otherwise by a payout, to the account that the bank or the
 * processor has named as the sender of this very money: never to one that the payin was ordered with or that an earlier payment showed,
 * since its payer may be another, and never by a link that somebody could pass on. What the bank may have told before under another name does
 * not go back at all. Where neither is there, there is no refund, and it
 * is a case as ever. It costs the merchant nothing. If it comes to nothing, it is that case.
 */

import type { Gateway } from '../api/gateway.ts'
import { PAYOUT_METHODS } from '../catalogue/all-methods.ts'
import type { SqlCall } from '../database/port.ts'
import { isMerchantOrderId, paymentKey } from '../foundation/identifiers.ts'
import { ZERO } from '../foundation/money.ts'
import { assert } from '../foundation/result.ts'
import { suspenseReleased } from '../ledger/postings.ts'
import type { Creation } from '../payments/change.ts'
import type { Claim } from '../payments/claims.ts'
import { type ExcessFound, hasPolicies, type ReportedMoney } from '../payments/excess.ts'
import type { ExcessMoney, Payment, RefundPayee, RefundTerms } from '../payments/model.ts'
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

/** Whoever pays again and again makes an operator's case, and no endless row of payouts. */
const MAX_OF_PAYIN = 10
/** Money goes back by the policy when it is told first. */
const FIRST = 1

export interface ExcessRefund {
  readonly creation: Creation
  /** Rows of other rooms for the same commit: the approval that it waits for. */
  readonly alongside: readonly SqlCall[]
  /** That its money goes back the first time. */
  readonly claims: readonly Claim[]
  /** It was not made after all. */
  undo(): Promise<void>
}

/** What those who take reports need of refunds. */
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

/** @returns undefined where it cannot go back by itself */
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

/** Whom this money names, whoever has paid or ordered before. An amount below what such payouts take goes nowhere. */
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

/** Its ID is the gateway's: none that anybody could have taken before. */
function draftOf({ deps }: Gateway, { callbackUrl, apiVersion }: Payment, createdAt: number): RefundDraft {
  const key = paymentKey(deps.randomness.uuidV7(createdAt))
  const id = `auto-${key}`
  assert(isMerchantOrderId(id), 'such an ID is one')
  return { id, key, callbackUrl, requestHash: `policy ${key}`, apiVersion, createdAt }
}
