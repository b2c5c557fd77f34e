/**
 * Money that came back of a payout that its merchant has never paid for: it must not be credited to the merchant.
 *
 * A payout takes its money from its merchant only at SUCCESS. Until then the money is reserved; REFUSED and FAILED
 * release it. So crediting what came back would give it to the merchant twice. A SUCCESS is final, so one that is seen
 * here is still one in the commit.
 */
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import type { CaseContext, CaseFile } from './cases.ts'
import { findPayment } from './reading.ts'

/** Where the money is, from the merchant's point of view. */
export type Uncharged = 'STILL_RESERVED' | 'REFUNDED'

/** @returns undefined if the case is not about such money */
export async function unchargedBy(
  { database }: Pick<CaseContext, 'database'>,
  { merchantId, payment: about, leftMinor }: CaseFile,
): Promise<Uncharged | undefined> {
  if (about === undefined || !isOutgoing(about.kind) || leftMinor < 0n) return undefined
  const payout = await findPayment(database, merchantId, about.kind, about.id)
  if (!payout || payout.status === 'SUCCESS') return undefined
  return isOpen(payout.status) ? 'STILL_RESERVED' : 'REFUNDED'
}
