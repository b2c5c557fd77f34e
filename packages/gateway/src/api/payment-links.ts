/**
 * What a create must know if a payment link began the payin. The links themselves are in a module above
 * (`payment-links/`), which implements this; creates and the payin endpoints know nothing else about them.
 */
import type { Result } from '@sluice/core/foundation/result.ts'
import type { LinkTerms, Payment } from '@sluice/core/payment/model.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { Problem } from '../http/problems.ts'
import type { Grant } from '../identity/access/grant.ts'

export interface CreateByLink {
  /** Why no payment can begin by it now: it is closed, it has expired, or it has all its payments. */
  readonly problem: Problem | undefined
  /** At most; undefined: as long as the method allows. */
  readonly openForMs: number | undefined
  /**
   * What is free of the link now, for the create to claim. Called again if another payin was quicker. The failure:
   * nothing is free.
   */
  hold(): Promise<Result<LinkTerms, Problem>>
  /** The link's row that is written in the create's commit. */
  alongside(payin: Payment): SqlCall
}

/** The part of a caller that shows which link it comes from. */
export interface LinkCaller {
  readonly grant: Pick<Grant, 'madeWith' | 'merchantCode'>
  /** See `payer.ts`. */
  readonly payer?: string
}

export interface PaymentLinkAccess {
  /** @returns undefined if the caller has not come by a link */
  forCreate(caller: LinkCaller): Promise<CreateByLink> | undefined
}
