/** Invoices for your fees by month, and credit notes for reversed fees. An extension of Sluice. */
import { type Connection, call, listed } from './connection.ts'
import type { CreditNote, Invoice } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface InvoiceFilter extends RequestOptions {
  /** Issued from this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Issued before this time. */
  readonly to?: string
}

export class Invoices {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Latest first. Pages are read on demand. */
  list({ from, to, ...options }: InvoiceFilter = {}): AsyncGenerator<Invoice, void, undefined> {
    return listed(this.#connection, '/invoices', { from, to }, options)
  }

  /**
   * One by its number, such as `INV-000042`. As a file: `GET /invoices/{number}?format=pdf`. @throws SluiceProblem
   * NOT_FOUND
   */
  get(number: string, options: RequestOptions = {}): Promise<Invoice> {
    const path = `/invoices/${encodeURIComponent(number)}`
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}

export class CreditNotes {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Latest first. Pages are read on demand. Amounts are positive. */
  list({ from, to, ...options }: InvoiceFilter = {}): AsyncGenerator<CreditNote, void, undefined> {
    return listed(this.#connection, '/credit-notes', { from, to }, options)
  }

  /**
   * One by its number, such as `CN-000007`. As a file: `GET /credit-notes/{number}?format=pdf`. @throws SluiceProblem
   * NOT_FOUND
   */
  get(number: string, options: RequestOptions = {}): Promise<CreditNote> {
    const path = `/credit-notes/${encodeURIComponent(number)}`
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}
