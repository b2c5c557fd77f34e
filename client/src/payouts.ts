/** Outgoing payments. */

import type { Connection } from './connection.ts'
import type { Explanation } from './generated.ts'
import { type ListOptions, Payments, type WaitOptions } from './payments.ts'
import type { Payout, PayoutCurrency, PayoutMethodCode, PayoutRequest, UntypedRequest } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export class Payouts {
  readonly #payments: Payments<Payout>

  constructor(connection: Connection) {
    this.#payments = new Payments(connection, 'payout')
  }

  /**
   * Creates a payout. The same ID with the same request again is the same payout: money never leaves twice.
   * @throws SluiceProblem, for instance INSUFFICIENT_BALANCE; SluiceUnreachable
   */
  create<Code extends PayoutMethodCode, Currency extends PayoutCurrency<Code>>(
    idPayout: string,
    request: PayoutRequest<Code, Currency>,
    options: RequestOptions = {},
  ): Promise<Payout<Code>> {
    return this.#payments.create(idPayout, request, request.paymentRequested.money, options) as Promise<
      Payout<Code>
    >
  }

  /** The same for a request that was put together at run time. */
  createUntyped(idPayout: string, request: UntypedRequest, options: RequestOptions = {}): Promise<Payout> {
    return this.#payments.create(idPayout, request, request.paymentRequested.money, options)
  }

  /** @throws SluiceProblem NOT_FOUND where there is none */
  get(idPayout: string, options: RequestOptions = {}): Promise<Payout> {
    return this.#payments.get(idPayout, options)
  }

  /** Waits for the end. @throws SluiceStillOpen when the time is over */
  wait(idPayout: string, options: WaitOptions = {}): Promise<Payout> {
    return this.#payments.wait(idPayout, options)
  }

  /** What happened to it, why, who has to act, and what comes next: in sentences and as data. */
  explain(idPayout: string, options: RequestOptions = {}): Promise<Explanation> {
    return this.#payments.explain(idPayout, options)
  }

  /** Newest first. */
  list(options: ListOptions = {}): AsyncGenerator<Payout, void, undefined> {
    return this.#payments.list(options)
  }
}
