/** Payins' money, given back: all of it or a part, never more than was credited. Sluice's own, beside the shared interface. */

import type { Connection } from './connection.ts'
import type { Explanation, Money, Refund } from './generated.ts'
import { type ListOptions, Payments, type WaitOptions } from './payments.ts'
import type { UntypedRequest } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export type RefundStatus = Refund['process']['status']

export interface RefundRequest {
  readonly idPayin: string
  /** Left out: all that is left. */
  readonly money?: Money
  readonly reason: Refund['reason']
  /** For yourself: up to 140 characters. */
  readonly note?: string
  /** Who gets it where the rail does not return it by itself: as `paymentMethod` of a payout in that currency. */
  readonly payee?: UntypedRequest['paymentMethod']
  /** Left out: your account's own. */
  readonly callbackUrl?: string
}

export class Refunds {
  readonly #payments: Payments<Refund>

  constructor(connection: Connection) {
    this.#payments = new Payments(connection, 'refund')
  }

  /**
   * Gives money of a payin back. The same ID with the same request again is the same refund: nothing is given back twice.
   * @throws SluiceProblem, for instance REFUND_EXCEEDS_PAYIN; SluiceUnreachable
   */
  create(idRefund: string, request: RefundRequest, options: RequestOptions = {}): Promise<Refund> {
    return this.#payments.create(idRefund, request, request.money, options)
  }

  /** With the `claimUrl` for the payer while it is open. @throws SluiceProblem NOT_FOUND where there is none */
  get(idRefund: string, options: RequestOptions = {}): Promise<Refund> {
    return this.#payments.get(idRefund, options)
  }

  /** Waits for the end: a bank takes days, and a payer up to thirty. @throws SluiceStillOpen when the time is over */
  wait(idRefund: string, options: WaitOptions<RefundStatus> = {}): Promise<Refund> {
    return this.#payments.wait(idRefund, options)
  }

  /** What happened to it, why, who has to act, and what comes next: in sentences and as data. */
  explain(idRefund: string, options: RequestOptions = {}): Promise<Explanation> {
    return this.#payments.explain(idRefund, options)
  }

  /** Newest first: all of yours, or of one payin. */
  list({
    idPayin,
    ...options
  }: ListOptions<RefundStatus> & { readonly idPayin?: string } = {}): AsyncGenerator<
    Refund,
    void,
    undefined
  > {
    return this.#payments.list(options, { idPayin })
  }
}
