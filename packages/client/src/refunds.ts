/** Refunds of payins, full or partial, never more than was credited. An extension of Sluice. */
import type { Connection } from './connection.ts'
import type { Explanation, Money, Refund } from './generated.ts'
import { type ListOptions, Payments, type WaitOptions } from './payments.ts'
import type { UntypedRequest } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export type RefundStatus = Refund['process']['status']

export interface RefundRequest {
  readonly idPayin: string
  /** Default: all that is left. */
  readonly money?: Money
  readonly reason: Refund['reason']
  /** For your own use: up to 140 characters. */
  readonly note?: string
  /**
   * Who receives it if the rail does not return it automatically: like `paymentMethod` of a payout in that currency.
   */
  readonly payee?: UntypedRequest['paymentMethod']
  /** Default: the address in your account's settings. */
  readonly callbackUrl?: string
}

export class Refunds {
  readonly #payments: Payments<Refund>

  constructor(connection: Connection) {
    this.#payments = new Payments(connection, 'refund')
  }

  /**
   * Refunds a payin. Repeating the same request with the same ID returns the same refund: nothing is refunded twice.
   * @throws SluiceProblem, for instance REFUND_EXCEEDS_PAYIN; SluiceUnreachable
   */
  create(idRefund: string, request: RefundRequest, options: RequestOptions = {}): Promise<Refund> {
    return this.#payments.create(idRefund, request, request.money, options)
  }

  /** With the `claimUrl` for the payer while it is open. @throws SluiceProblem NOT_FOUND */
  get(idRefund: string, options: RequestOptions = {}): Promise<Refund> {
    return this.#payments.get(idRefund, options)
  }

  /** Waits for the end: a bank may take days, and a payer up to thirty days. @throws SluiceStillOpen at the timeout */
  wait(idRefund: string, options: WaitOptions<RefundStatus> = {}): Promise<Refund> {
    return this.#payments.wait(idRefund, options)
  }

  /** What happened to it, why, who has to act, and what comes next: as sentences and as data. */
  explain(idRefund: string, options: RequestOptions = {}): Promise<Explanation> {
    return this.#payments.explain(idRefund, options)
  }

  /** Newest first: all of yours, or those of one payin. */
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
