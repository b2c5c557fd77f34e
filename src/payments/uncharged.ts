/**
 * Money that came back of a payout, and that its merchant has never paid: it is not the merchant's to be credited with.
 *
 * A payout takes its money from its merchant at SUCCESS, and at no other moment. Until then the reserve holds it; REFUSED and FAILED
 * give it back. Whoever is credited with what came back then has it twice. A SUCCESS is final, so what is one when it is looked at is
 * one in the commit.
 */
import { isOutgoing } from '../foundation/identifiers.ts'
import type { CaseContext, CaseFile } from './cases.ts'
import { findPayment } from './reading.ts'
import { isOpen } from './transitions.ts'

/** Where the money is, as far as the merchant is concerned. */
export type Uncharged = 'STILL_RESERVED' | 'REFUNDED'

/** @returns undefined where the case is about no such money */
export async function unchargedBy(
  { database }: Pick<CaseContext, 'database'>,
  { merchantId, payment: about, leftMinor }: CaseFile,
): Promise<Uncharged | undefined> {
  if (about === undefined || !isOutgoing(about.kind) || leftMinor < 0n) return undefined
  const payout = await findPayment(database, merchantId, about.kind, about.id)
  if (!payout || payout.status === 'SUCCESS') return undefined
  return isOpen(payout.status) ? 'STILL_RESERVED' : 'REFUNDED'
}
