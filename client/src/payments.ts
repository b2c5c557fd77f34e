/** What payins and payouts have in common: create, read, wait, list. */
import { sleep } from './clock.ts'
import type { Explanation, Process, Status } from './generated.ts'
import { member, SluiceProblem, SluiceStillOpen } from './problem.ts'
import type { UntypedRequest } from './requests.ts'
import { authorized, type Scope, type TokenSource } from './tokens.ts'
import type { Call, RequestOptions, Transport } from './transport.ts'

/** What every part of the client works with. */
export interface Connection {
  readonly transport: Transport
  readonly tokens: TokenSource
}

export interface WaitOptions extends RequestOptions {
  /** How long; left out: two minutes. */
  readonly timeoutMs?: number
  /** Which statuses end it; left out: SUCCESS, REFUSED, FAILED and EXPIRED. */
  readonly until?: readonly Status[]
}

export interface ListOptions extends RequestOptions {
  readonly status?: readonly Status[]
  /** From this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Before this time. */
  readonly to?: string
}

const FINAL: readonly Status[] = ['SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED']
const WAIT_MS = 120_000
const FIRST_LOOK_MS = 500
const SLOWEST_LOOK_MS = 5_000
const PAGE_ROWS = 200

export const query = (values: Readonly<Record<string, readonly string[] | string | undefined>>): string => {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : value?.join(',')
    if (text) given.set(name, text)
  }
  return given.size > 0 ? `?${given}` : ''
}

/** Sends with a token of the scope. The caller says what the answer is: what the server describes at that path. */
export async function call<Answer>(
  { transport, tokens }: Connection,
  scope: Scope,
  { signal, ...rest }: Omit<Call, 'token'>,
): Promise<Answer> {
  const options = signal ? { signal } : {}
  const answer = await authorized(tokens, scope, options, (token) =>
    transport.send({ ...rest, ...options, token }),
  )
  return answer as Answer
}

export const pathOf = (kind: 'payin' | 'payout', id: string): string => `/${kind}s/${encodeURIComponent(id)}`

/** One kind of payments. */
export class Payments<Payment extends { readonly process: Process }> {
  readonly #connection: Connection
  readonly #kind: 'payin' | 'payout'

  constructor(connection: Connection, kind: 'payin' | 'payout') {
    this.#connection = connection
    this.#kind = kind
  }

  /**
   * Creates the payment, or finds that it is there already by this very request. An ID of another payment is a SluiceProblem
   * ALREADY_EXISTS.
   */
  async create(id: string, request: UntypedRequest, options: RequestOptions): Promise<Payment> {
    const { money } = request.paymentRequested
    const action = this.#kind === 'payin' ? 'PAYIN_CREATE' : 'PAYOUT_CREATE'
    const scope: Scope = {
      action,
      idPayment: id,
      money: { amount: money.amount, currencyCode: money.currencyCode },
    }
    const path = pathOf(this.#kind, id)
    const body = JSON.stringify(request)
    try {
      return await call<Payment>(this.#connection, scope, { method: 'POST', path, body, ...options })
    } catch (error) {
      const isOurs = error instanceof SluiceProblem && error.code === 'ALREADY_EXISTS' && error.sameRequest
      if (!isOurs) throw error
      return call<Payment>(this.#connection, scope, { method: 'GET', path, ...options })
    }
  }

  get(id: string, options: RequestOptions): Promise<Payment> {
    const action = this.#kind === 'payin' ? 'PAYIN_INFO' : 'PAYOUT_INFO'
    const path = pathOf(this.#kind, id)
    return call<Payment>(this.#connection, { action, idPayment: id }, { method: 'GET', path, ...options })
  }

  explain(id: string, options: RequestOptions): Promise<Explanation> {
    const path = `${pathOf(this.#kind, id)}/explanation`
    // A token lists decoded paths, and an ID that may be one needs no encoding.
    const scope = { operations: [`GET /${this.#kind}s/${id}/explanation`] }
    return call<Explanation>(this.#connection, scope, { method: 'GET', path, ...options })
  }

  /** Looks every few seconds, slower as time goes by. @throws SluiceStillOpen when the time is over */
  async wait(id: string, { timeoutMs = WAIT_MS, until = FINAL, ...options }: WaitOptions): Promise<Payment> {
    const { clock } = this.#connection.transport
    const end = clock.now() + timeoutMs
    for (let delayMs = FIRST_LOOK_MS; ; delayMs = Math.min(delayMs * 1.4, SLOWEST_LOOK_MS)) {
      const payment = await this.get(id, options)
      const { status } = payment.process
      if (until.includes(status)) return payment
      const leftMs = end - clock.now()
      if (leftMs <= 0) throw new SluiceStillOpen(id, status)
      await sleep(clock, Math.min(delayMs, leftMs), options.signal)
    }
  }

  /** Newest first, page after page as they are asked for. */
  async *list({ status, from, to, ...options }: ListOptions): AsyncGenerator<Payment, void, undefined> {
    const path = `/${this.#kind}s`
    let cursor: string | undefined
    do {
      const filters = query({ status, from, to, limit: String(PAGE_ROWS), cursor })
      const page: Page<Payment> = await call(
        this.#connection,
        { operations: [`GET ${path}`] },
        { method: 'GET', path: path + filters, ...options },
      )
      yield* page.data
      const next = member(page, 'nextCursor')
      cursor = typeof next === 'string' ? next : undefined
    } while (cursor !== undefined)
  }
}

interface Page<Row> {
  readonly data: readonly Row[]
}
