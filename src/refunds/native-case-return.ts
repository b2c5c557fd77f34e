/**
 * A case's money goes back by its payin's own rail: as the very payment that it came by, named as the processor has named it.
 *
 * Only money of a payin's payer that the processor has told of and nobody has credited: what came late, in another amount or once more,
 * and what a return of it has not brought back. It is a refund in the books of the payin's merchant, which takes nothing of its balance, costs it
 * nothing and has no part in what can be refunded of the payin, as one by the policy of a product (`excess.ts`); the merchant reads it,
 * and who gets it the rail knows. It goes no other way: where the rail gives nothing back, its money is a case again.
 */

import type { Gateway } from '../api/gateway.ts'
import { type MerchantOrderId, paymentKey } from '../foundation/identifiers.ts'
import { type Money, ZERO } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { CaseFile } from '../payments/cases.ts'
import type { Document, ExcessMoney, Payment, RefundTerms } from '../payments/model.ts'
import { returnClaim, returnsOf } from '../payments/movement-returns.ts'
import { wantedOf } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import { paymentOf, type RefundDraft } from './accepting.ts'
import { byRail, railOf } from './movement-rail.ts'
import type { ReturnFault, ReturnToSend } from './return-to-send.ts'
import { stageOn } from './stages.ts'

type Sending = Pick<Gateway, 'database' | 'deps' | 'processors' | 'acceptances' | 'merchants' | 'claimLinks'>

/** @returns undefined where it is no such money, or nobody returns such payments by their name */
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
  // A case holds what its movement has left, unless another return of it was made since the case was read.
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
    const detail = check.type === 'declined' ? check.detail : 'it does not give this payment back'
    return fail({ type: 'DECLINED', detail })
  }
  const made = await acceptances.inline(processor, payment, profile.merchant.name, [], about)
  if (made.type === 'declined') return fail({ type: 'DECLINED', detail: made.detail })
  const claims = [...made.claims, returnClaim(about, excess, returns.next)]
  return succeed({ payment: made.payment, steps: made.steps, claims })
}

/** Whose payer's money it is. */
async function payinOf(
  { database }: Sending,
  { payment, merchantId }: CaseFile,
): Promise<Payment | undefined> {
  return payment?.kind === 'payin' ? findPayment(database, merchantId, 'payin', payment.id) : undefined
}

/** The movement that a case holds, if it is one of a payer's that was not credited. */
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

/** Of a return that came to nothing. */
const whyIn = ({ why }: Document): ExcessMoney['why'] | undefined =>
  (['LATE', 'OVERPAID', 'UNDERPAID', 'SECOND'] as const).find((each) => each === why)

/** Its ID is the case's: the same part makes no second one. */
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
