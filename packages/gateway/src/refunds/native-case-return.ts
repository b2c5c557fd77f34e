/**
 * Returns a case's money by its payin's own rail: the very payment, by the name that the processor gave it.
 *
 * Only for a payer's money that the processor reported and that was not credited: late, in a different amount, paid
 * twice, or back from a return that failed. It is a refund in the books of the payin's merchant, but like an automatic
 * refund by a product's policy (`excess.ts`) it takes nothing from the balance, costs nothing and does not reduce what
 * can be refunded of the payin. The merchant can read it; only the rail knows the payee. It uses no other route: if the
 * rail declines, the money is a case again.
 */
import { type MerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type Money, ZERO } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Document, ExcessMoney, Payment, RefundTerms } from '@sluice/core/payment/model.ts'
import type { Gateway } from '../api/gateway.ts'
import type { CaseFile } from '../payments/cases.ts'
import { returnClaim, returnsOf } from '../payments/movement-returns.ts'
import { wantedOf } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import { paymentOf, type RefundDraft } from './accepting.ts'
import { byRail, railOf } from './movement-rail.ts'
import type { ReturnFault, ReturnToSend } from './return-to-send.ts'
import { stageOn } from './stages.ts'

type Sending = Pick<Gateway, 'database' | 'deps' | 'processors' | 'acceptances' | 'merchants' | 'claimLinks'>

/** @returns undefined if it is not such money, or the processor does not return payments by name */
export async function nativeCaseReturn(
  gateway: Sending,
  found: CaseFile,
  { money, part }: { readonly money: Money; readonly part: number },
): Promise<Result<ReturnToSend, ReturnFault> | undefined> {
  const { database, deps, processors, acceptances, merchants, claimLinks } = gateway
  const about = await payinOf(gateway, found)
  const excess = about && movementOf(found, about)
  const processor = excess && railOf(processors, about, excess)
  if (!processor) return undefined
  const profile = await merchants.find(about.merchantId)
  if (!profile) return undefined
  const returns = await returnsOf(database, about, excess)
  const now = deps.clock.now()
  const draft = draftOf(found, part, about, { key: paymentKey(deps.randomness.uuidV7(now)), now })
  const answer = byRail(processor, returns, { payin: about, money, excess, key: draft.key, tried: [] }, now)
  // A case holds what is left of its movement, unless another return was made since the case was read.
  if (answer.type === 'exceeds') return fail('RACED')
  if (answer.type === 'bound') return fail({ type: 'BOUND', bound: answer.bound })
  if (answer.type === 'declined') return fail({ type: 'DECLINED', detail: answer.detail })

  const terms: RefundTerms = {
    ...{ idPayin: about.id, payinKey: about.key, number: 0, reason: 'OTHER', route: 'NATIVE' },
    excess: { ...excess, number: returns.next },
  }
  const refund = { merchantId: about.merchantId, isTest: about.isTest, id: draft.id, key: draft.key }
  const { steps: _, ...stage } = stageOn(
    claimLinks,
    { route: 'NATIVE', processor },
    { payin: about, refund, terms, at: now, askAt: now },
  )
  const { processor: cameBy } = excess
  const request = { ...stage.request, caseReturn: { caseKey: found.key, part, cameBy } }
  const payment = paymentOf(
    draft,
    { payin: about, money, charges: { feeMinor: ZERO, vatMinor: ZERO } },
    { ...stage, request },
  )
  const check = (await processor.refund?.check?.(payment, about)) ?? { type: 'fine' }
  if (check.type !== 'fine') {
    const detail = check.type === 'declined' ? check.detail : 'it does not refund this payment'
    return fail({ type: 'DECLINED', detail })
  }
  const made = await acceptances.inline(processor, payment, profile.merchant.name, [], about)
  if (made.type === 'declined') return fail({ type: 'DECLINED', detail: made.detail })
  const claims = [...made.claims, returnClaim(about, excess, returns.next)]
  return succeed({ payment: made.payment, steps: made.steps, claims })
}

/** The payin whose payer sent the money. */
async function payinOf(
  { database }: Sending,
  { payment, merchantId }: CaseFile,
): Promise<Payment | undefined> {
  return payment?.kind === 'payin' ? findPayment(database, merchantId, 'payin', payment.id) : undefined
}

/** The movement of a case, if it is a payer's and was not credited. */
function movementOf({ reason, money, detail, openedAt }: CaseFile, payin: Payment): ExcessMoney | undefined {
  const { statusUpdate, processor } = detail
  if (!money || money.amountMinor <= 0n || typeof statusUpdate !== 'string' || typeof processor !== 'string')
    return undefined
  const why = reason === 'RETURN_FAILED' ? whyIn(detail) : whyOf(reason, money, payin)
  if (!why) return undefined
  return {
    ...{ why, processor, statusUpdate },
    spareMinor: typeof detail.spareMinor === 'string' ? detail.spareMinor : String(money.amountMinor),
    cameAt: typeof detail.cameAt === 'number' ? detail.cameAt : openedAt,
  }
}

/** Why it was not credited. */
function whyOf(reason: string, money: Money, payin: Payment): ExcessMoney['why'] | undefined {
  if (reason === 'SECOND_PAYMENT') return 'SECOND'
  if (reason.startsWith('PAID_AFTER_')) return 'LATE'
  if (reason !== 'AMOUNT_DIFFERS') return undefined
  return money.amountMinor < wantedOf(payin).amountMinor ? 'UNDERPAID' : 'OVERPAID'
}

/** For a return that failed. */
const whyIn = ({ why }: Document): ExcessMoney['why'] | undefined =>
  (['LATE', 'OVERPAID', 'UNDERPAID', 'SECOND'] as const).find((each) => each === why)

/** The ID is derived from the case, so the same part is never returned twice. */
const draftOf = (
  { key: caseKey }: CaseFile,
  part: number,
  { callbackUrl, apiVersion }: Payment,
  { key, now: createdAt }: { readonly key: RefundDraft['key']; readonly now: number },
): RefundDraft => ({
  id: `case-${caseKey}.${part}` as MerchantOrderId,
  key,
  callbackUrl,
  requestHash: `${caseKey} ${part}`,
  apiVersion,
  createdAt,
})
