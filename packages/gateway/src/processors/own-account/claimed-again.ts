/**
 * A transfer's number (UTR) that has paid one payin, and that another payer reports afterwards.
 *
 * While the money is not matched yet both claims are seen, and neither payin is paid (`reconciliation/match.ts`). But
 * someone who has overheard a number and is quicker than its payer gets the money, and the payer would wait for ever
 * without notice. So each such claim opens a case, without money: an operator asks both for a proof. Nothing here moves
 * money, or says who is right.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type CaseContext, openCase } from '../../payments/cases.ts'
import { type PaidByNumber, paidByNumber } from '../../payments/reported-numbers.ts'
import { accountOfRef } from './account.ts'

/** By then an entry that was matched without this claim has been applied. */
const LOOK_AFTER_MS = 10_000

export const lookForPaid = (at: Instant): NewStep => ({ purpose: 'processor', dueAt: at + LOOK_AFTER_MS })

/** Opens a case if the number that this payin claims has paid another one; once for each number that it claims. */
export async function statusUpdateClaimedAgain(context: CaseContext, payment: Payment): Promise<void> {
  const { externalReference, key, merchantId, processor, processorRef, status } = payment
  if (externalReference === undefined || processorRef === undefined || status === 'SUCCESS') return
  const account = accountOfRef(processorRef)
  const paid = await paidByNumber(context.database, { number: externalReference, account, except: key })
  const [first] = paid
  if (!first) return
  const entry = entryOf(account, first)
  await openCase(context, {
    merchantId,
    // No account has such an id, so it cannot be an entry's name.
    fact: `~claimed-again:${key}:${externalReference}`,
    reason: 'UTR_CLAIMED_AGAIN',
    processor,
    paymentKey: key,
    detail: {
      ...(entry !== undefined && { entry: { account, reference: entry } }),
      why: ['UTR'],
      candidates: paid.map((each) => ({
        merchantCode: each.merchantId,
        kind: 'payin',
        id: each.id,
        why: ['UTR', 'PAID_BEFORE'],
      })),
    },
  })
}

/** The bank's reference of what has paid it: an entry of this account is confirmed as `<account>:<reference>`. */
function entryOf(account: string, { confirmation }: PaidByNumber): string | undefined {
  return confirmation?.startsWith(`${account}:`) ? confirmation.slice(account.length + 1) : undefined
}
