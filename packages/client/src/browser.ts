/**
 * The package for pages: `@sluice/client/browser`. It handles one payin, with a token that your server has fetched for
 * it (`PAYIN_CHECKOUT` to pay, `PAYIN_INFO` to read). It signs nothing and has no key.
 */
import { type Connection, call } from './connection.ts'
import type { AvailablePaymentOptions, MerchantInfo, Money } from './generated.ts'
import { Payins } from './payins.ts'
import type { WaitOptions } from './payments.ts'
import type { Payin, UntypedRequest } from './requests.ts'
import { givenToken } from './tokens.ts'
import { type RequestOptions, Transport, type TransportOptions } from './transport.ts'

export type { Clock } from './clock.ts'
export type * from './generated.ts'
export { type Fault, SluiceProblem, SluiceStillOpen, SluiceUnreachable } from './problem.ts'
export type { Payin, PayinMethodCode, UntypedRequest } from './requests.ts'

export interface PayinPageOptions extends TransportOptions {
  readonly idPayin: string
  readonly token: string
}

/** One payin, as its payer's page sees it. */
export class PayinPage {
  readonly idPayin: string
  readonly #connection: Connection
  readonly #payins: Payins

  constructor({ idPayin, token, ...options }: PayinPageOptions) {
    this.idPayin = idPayin
    this.#connection = { transport: new Transport(options), tokens: givenToken(token) }
    this.#payins = new Payins(this.#connection)
  }

  /** Safe to call again after any failure. */
  create(request: UntypedRequest, options: RequestOptions = {}): Promise<Payin> {
    return this.#payins.createUntyped(this.idPayin, request, options)
  }

  get(options: RequestOptions = {}): Promise<Payin> {
    return this.#payins.get(this.idPayin, options)
  }

  /** @throws SluiceStillOpen at the timeout */
  wait(options: WaitOptions = {}): Promise<Payin> {
    return this.#payins.wait(this.idPayin, options)
  }

  setExternalReference(reference: string, options: RequestOptions = {}): Promise<Payin> {
    return this.#payins.setExternalReference(this.idPayin, reference, options)
  }

  availableOptions(money: Money, options: RequestOptions = {}): Promise<AvailablePaymentOptions> {
    return this.#payins.availableOptions(money, options)
  }

  merchantInfo(options: RequestOptions = {}): Promise<MerchantInfo> {
    const path = '/merchant-info'
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}
