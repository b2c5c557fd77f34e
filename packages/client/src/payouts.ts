/** Outgoing payments. */
import { type Connection, call, query } from './connection.ts'
import type { Explanation, PayoutFileLook, PayoutFileResult } from './generated.ts'
import { type ListOptions, Payments, type WaitOptions } from './payments.ts'
import type { Payout, PayoutCurrency, PayoutMethodCode, PayoutRequest, UntypedRequest } from './requests.ts'
import type { RequestOptions } from './transport.ts'

export class Payouts {
  readonly #payments: Payments<Payout>
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
    this.#payments = new Payments(connection, 'payout')
  }

  /**
   * Creates a payout. Repeating the same request with the same ID returns the same payout: money never leaves twice.
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

  /** The same for a request built at run time. */
  createUntyped(idPayout: string, request: UntypedRequest, options: RequestOptions = {}): Promise<Payout> {
    return this.#payments.create(idPayout, request, request.paymentRequested.money, options)
  }

  /** @throws SluiceProblem NOT_FOUND */
  get(idPayout: string, options: RequestOptions = {}): Promise<Payout> {
    return this.#payments.get(idPayout, options)
  }

  /** Waits for the end. @throws SluiceStillOpen at the timeout */
  wait(idPayout: string, options: WaitOptions = {}): Promise<Payout> {
    return this.#payments.wait(idPayout, options)
  }

  /** What happened to it, why, who has to act, and what comes next: as sentences and as data. */
  explain(idPayout: string, options: RequestOptions = {}): Promise<Explanation> {
    return this.#payments.explain(idPayout, options)
  }

  /** Newest first. */
  list(options: ListOptions = {}): AsyncGenerator<Payout, void, undefined> {
    return this.#payments.list(options)
  }

  /** Previews a CSV file of payouts: what would become of each row. Nothing is stored. */
  lookAtFile(file: Uint8Array<ArrayBuffer>, options: RequestOptions = {}): Promise<PayoutFileLook> {
    const path = '/payout-batches/!preview'
    const scope = { operations: [`POST ${path}`] }
    return call(this.#connection, scope, { method: 'POST', path, body: file, ...options })
  }

  /**
   * Pays all rows of a previewed file. Sending the same file again pays nothing twice.
   * @param fingerprint from the preview
   * @throws SluiceProblem BATCH_REFUSED if a row has a fault, FILE_CHANGED if it is another file: then nothing was paid
   */
  async payFile(
    file: Uint8Array<ArrayBuffer>,
    fingerprint: string,
    options: RequestOptions = {},
  ): Promise<Omit<PayoutFileResult, 'nextRow'>> {
    const path = `/payout-batches/${fingerprint}`
    const scope = { operations: [`POST ${path}`] }
    const rows: PayoutFileResult['rows'][number][] = []
    let from: string | undefined
    do {
      const asking = { method: 'POST', path: path + query({ from }), body: file, ...options } as const
      const paid: PayoutFileResult = await call(this.#connection, scope, asking)
      rows.push(...paid.rows)
      const isUnknown = paid.rows.some(({ outcome }) => outcome === 'UNKNOWN')
      from = paid.nextRow === undefined || isUnknown ? undefined : String(paid.nextRow)
    } while (from !== undefined)
    const count = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
    return { rows, made: count('MADE'), refused: count('REFUSED') }
  }
}
