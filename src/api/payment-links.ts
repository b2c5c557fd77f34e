/**
 * What a create must know where a payment link has begun the payin. The links themselves stand in a room above (`links/`), which
 * answers this; creates and the endpoints of payins know no more of them.
 */

import type { SqlCall } from '../database/port.ts'
import type { Result } from '../foundation/result.ts'
import type { Problem } from '../http/problems.ts'
import type { Grant } from '../identity/access/grant.ts'
import type { LinkTerms, Payment } from '../payments/model.ts'

export interface CreateByLink {
  /** Why no payment begins by it now: it is closed, its time is over, it has all that it takes. */
  readonly problem: Problem | undefined
  /** At the longest; undefined: as long as the method has it. */
  readonly openForMs: number | undefined
  /** What is free of the link now, for the create to claim; asked again where somebody was quicker. The failure: nothing is. */
  hold(): Promise<Result<LinkTerms, Problem>>
  /** The row of the link's own that is written in the create's commit. */
  alongside(payin: Payment): SqlCall
}

/** As much of a caller as tells by which link it comes. */
export interface LinkCaller {
  readonly grant: Pick<Grant, 'madeWith' | 'merchantCode'>
  /** See `payer.ts`. */
  readonly payer?: string
}

export interface PaymentLinkAccess {
  /** @returns undefined where the caller has not come by a link */
  forCreate(caller: LinkCaller): Promise<CreateByLink> | undefined
}
