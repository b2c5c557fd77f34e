/** Invoices for your fees, by month. Sluice's own, beside the shared interface. */
import type { Invoice } from './generated.ts'
import { type Connection, call, query } from './payments.ts'
import type { RequestOptions } from './transport.ts'

export interface InvoiceFilter extends RequestOptions {
  /** Issued from this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Issued before this time. */
  readonly to?: string
}

interface InvoicePage {
  readonly data: readonly Invoice[]
  readonly nextCursor?: string
}

export class Invoices {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The latest first; pages are read as they are needed. */
  async *list({ from, to, ...options }: InvoiceFilter = {}): AsyncGenerator<Invoice, void, undefined> {
    const scope = { operations: ['GET /invoices'] }
    let cursor: string | undefined
    do {
      const path = `/invoices${query({ from, to, cursor })}`
      const page = await call<InvoicePage>(this.#connection, scope, { method: 'GET', path, ...options })
      yield* page.data
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  /** One by its number, such as `INV-000042`. As a file: `GET /invoices/{number}?format=pdf`. @throws SluiceProblem NOT_FOUND where there is none */
  get(number: string, options: RequestOptions = {}): Promise<Invoice> {
    const path = `/invoices/${encodeURIComponent(number)}`
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}
