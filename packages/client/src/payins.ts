/** Incoming payments. */
import { type Connection, call } from './connection.ts'
import type { AvailablePaymentOptions, Explanation, Money, PayinAccount } from './generated.ts'
import { type ListOptions, Payments, pathOf, type WaitOptions } from './payments.ts'
import type { Payin, PayinCurrency, PayinMethodCode, PayinRequest, UntypedRequest } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export class Payins {
  readonly #connection: Connection
  readonly #payments: Payments<Payin>

  constructor(connection: Connection) {
    this.#connection = connection
    this.#payments = new Payments(connection, 'payin')
  }

  /**
   * Creates a payin. You choose the ID, for instance a UUID. Repeating the same request with the same ID returns the
   * same payin, so call it again after any failure. @throws SluiceProblem, SluiceUnreachable
   */
  create<Code extends PayinMethodCode, Currency extends PayinCurrency<Code>>(
    idPayin: string,
    request: PayinRequest<Code, Currency>,
    options: RequestOptions = {},
  ): Promise<Payin<Code>> {
    return this.#payments.create(idPayin, request, request.paymentRequested.money, options) as Promise<
      Payin<Code>
    >
  }

  /** The same for a request built at run time, for instance from `availableOptions`. */
  createUntyped(idPayin: string, request: UntypedRequest, options: RequestOptions = {}): Promise<Payin> {
    return this.#payments.create(idPayin, request, request.paymentRequested.money, options)
  }

  /** @throws SluiceProblem NOT_FOUND */
  get(idPayin: string, options: RequestOptions = {}): Promise<Payin> {
    return this.#payments.get(idPayin, options)
  }

  /** Waits for the end. If you can receive callbacks, prefer them. @throws SluiceStillOpen at the timeout */
  wait(idPayin: string, options: WaitOptions = {}): Promise<Payin> {
    return this.#payments.wait(idPayin, options)
  }

  /** What happened to it, why, who has to act, and what comes next: as sentences and as data. */
  explain(idPayin: string, options: RequestOptions = {}): Promise<Explanation> {
    return this.#payments.explain(idPayin, options)
  }

  /** Newest first: `for await (const payin of sluice.payins.list())`. */
  list(options: ListOptions = {}): AsyncGenerator<Payin, void, undefined> {
    return this.#payments.list(options)
  }

  /** What is known about the customer's accounts, from the request and from the payment itself. */
  async accounts(idPayin: string, options: RequestOptions = {}): Promise<readonly PayinAccount[]> {
    const path = `${pathOf('payin', idPayin)}/accounts`
    const scope = { operations: [`GET /payins/${idPayin}/accounts`] }
    const { data } = await call<{ readonly data: readonly PayinAccount[] }>(this.#connection, scope, {
      method: 'GET',
      path,
      ...options,
    })
    return data
  }

  /** Sets the reference (UTR, 12 digits) that the customer's bank shows after an Indian transfer. */
  setExternalReference(idPayin: string, reference: string, options: RequestOptions = {}): Promise<Payin> {
    const path = `${pathOf('payin', idPayin)}/!setExternalReference`
    const scope = { operations: [`POST /payins/${idPayin}/!setExternalReference`] }
    const body = JSON.stringify({ externalReference: { reference } })
    return call(this.#connection, scope, { method: 'POST', path, body, ...options })
  }

  /** The methods and payment operators that you can offer for an amount. */
  availableOptions(money: Money, options: RequestOptions = {}): Promise<AvailablePaymentOptions> {
    const path = '/payins/!availablePaymentOptions'
    const scope = { operations: [`POST ${path}`] }
    return call(this.#connection, scope, {
      method: 'POST',
      path,
      body: JSON.stringify({ money }),
      ...options,
    })
  }
}
