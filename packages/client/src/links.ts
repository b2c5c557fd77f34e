/** Payment links, with which payers pay without a shop. An extension of Sluice. */
import { type Connection, call, listed } from './connection.ts'
import type { Money, PaymentLink } from './generated.ts'
import type { ListOptions } from './payments.ts'
import { SluiceProblem } from './problem.ts'
import type { Payin } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export type LinkStatus = PaymentLink['status']

interface LinkBasics {
  /** What is paid for, on one line. The payer sees it. */
  readonly title: string
  /** For your own use; payers do not see it. */
  readonly reference?: string
  /** How many payments it accepts. Default: any number. */
  readonly uses?: number
  /** ISO 8601: no payment begins from then on. Default: never. */
  readonly expireAt?: string
  /** Default: the address in your account's settings. */
  readonly callbackUrl?: string
  /** Where the page leads the payer afterwards. */
  readonly returnUrl?: string
}

/** `money`: the amount of each payment. `openAmount`: the payer chooses the amount. */
export type LinkRequest = LinkBasics &
  (
    | { readonly money: Money }
    | { readonly openAmount: { readonly currencyCode: string; readonly min?: number; readonly max?: number } }
  )

export class Links {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Repeating the same request with the same ID returns the same link. @throws SluiceProblem ALREADY_EXISTS if another
   * link has the ID
   */
  async create(idLink: string, request: LinkRequest, options: RequestOptions = {}): Promise<PaymentLink> {
    const body = JSON.stringify(request)
    try {
      return await this.#call('POST', pathOf(idLink), { body, ...options })
    } catch (error) {
      const isOurs = error instanceof SluiceProblem && error.code === 'ALREADY_EXISTS' && error.sameRequest
      if (!isOurs) throw error
      return this.get(idLink, options)
    }
  }

  /** With its `url`, and its number of payments. @throws SluiceProblem NOT_FOUND */
  get(idLink: string, options: RequestOptions = {}): Promise<PaymentLink> {
    return this.#call('GET', pathOf(idLink), options)
  }

  /** No payment begins by it any more; open ones continue. */
  close(idLink: string, options: RequestOptions = {}): Promise<PaymentLink> {
    return this.#call('POST', `${pathOf(idLink)}/!close`, options)
  }

  /** Newest first. Pages are read on demand. */
  list({
    status,
    from,
    to,
    ...options
  }: ListOptions<LinkStatus> = {}): AsyncGenerator<PaymentLink, void, undefined> {
    return listed(this.#connection, '/payment-links', { status, from, to }, options)
  }

  /** The payins that it has begun, newest first. */
  payins(idLink: string, options: RequestOptions = {}): AsyncGenerator<Payin, void, undefined> {
    return listed(this.#connection, `${pathOf(idLink)}/payins`, {}, options)
  }

  #call(
    method: 'GET' | 'POST',
    path: string,
    request: RequestOptions & { readonly body?: string },
  ): Promise<PaymentLink> {
    return call(this.#connection, { operations: [`${method} ${path}`] }, { method, path, ...request })
  }
}

const pathOf = (idLink: string): string => `/payment-links/${encodeURIComponent(idLink)}`
