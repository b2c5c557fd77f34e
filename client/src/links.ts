/** Payment links, by which payers pay without a shop. Sluice's own, beside the shared interface. */

import { type Connection, call, listed } from './connection.ts'
import type { Money, PaymentLink } from './generated.ts'
import type { ListOptions } from './payments.ts'
import { SluiceProblem } from './problem.ts'
import type { Payin } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export type LinkStatus = PaymentLink['status']

interface LinkBasics {
  /** What is paid for, on one line: the payer sees it. */
  readonly title: string
  /** For yourself: payers do not see it. */
  readonly reference?: string
  /** How many payments it takes. Left out: any number. */
  readonly uses?: number
  /** ISO 8601: from then on no payment begins by it. Left out: never. */
  readonly expireAt?: string
  /** Left out: your account's own. */
  readonly callbackUrl?: string
  /** Where the page leads back to. */
  readonly returnUrl?: string
}

/** `money`: what each payment is of. `openAmount`: the payer says how much. */
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

  /** The same ID with the same request again is the same link. @throws SluiceProblem ALREADY_EXISTS of another link's ID */
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

  /** With its `url`, and how many payments it has. @throws SluiceProblem NOT_FOUND where there is none */
  get(idLink: string, options: RequestOptions = {}): Promise<PaymentLink> {
    return this.#call('GET', pathOf(idLink), options)
  }

  /** No payment begins by it any more; those on their way go on. */
  close(idLink: string, options: RequestOptions = {}): Promise<PaymentLink> {
    return this.#call('POST', `${pathOf(idLink)}/!close`, options)
  }

  /** Newest first; pages are read as they are needed. */
  list({
    status,
    from,
    to,
    ...options
  }: ListOptions<LinkStatus> = {}): AsyncGenerator<PaymentLink, void, undefined> {
    return listed(this.#connection, '/payment-links', { status, from, to }, options)
  }

  /** What it has begun, newest first. */
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
