/** What payins, payouts and refunds share: create, read, wait, list. */
import { sleep } from './clock.ts'
import { type Connection, call, listed } from './connection.ts'
import type { Explanation, Money, Status } from './generated.ts'
import { SluiceProblem, SluiceStillOpen } from './problem.ts'
import type { Action, Scope } from './tokens.ts'
import type { RequestOptions } from './transport.ts'

export interface WaitOptions<Each extends string = Status> extends RequestOptions {
  /** Default: two minutes. */
  readonly timeoutMs?: number
  /** The statuses that end the wait. Default: SUCCESS, REFUSED, FAILED and EXPIRED. */
  readonly until?: readonly Each[]
}

export interface ListOptions<Each extends string = Status> extends RequestOptions {
  readonly status?: readonly Each[]
  /** From this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Before this time. */
  readonly to?: string
}

const FINAL: readonly string[] = ['SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED']
const WAIT_MS = 120_000
const FIRST_LOOK_MS = 500
const SLOWEST_LOOK_MS = 5_000
const PAGE_ROWS = '200'

type Kind = 'payin' | 'payout' | 'refund'

export const pathOf = (kind: Kind, id: string): string => `/${kind}s/${encodeURIComponent(id)}`

/**
 * The smallest actions that create and read. A token that only reads a refund does not show its `claimUrl`, which a
 * server has to pass on.
 */
const ACTIONS: Readonly<Record<Kind, Readonly<Record<'create' | 'read', Action>>>> = {
  payin: { create: 'PAYIN_CREATE', read: 'PAYIN_INFO' },
  payout: { create: 'PAYOUT_CREATE', read: 'PAYOUT_INFO' },
  refund: { create: 'REFUND_CREATE', read: 'REFUND_CREATE' },
}

/** One kind of payment. */
export class Payments<Payment extends { readonly process: { readonly status: string } }> {
  readonly #connection: Connection
  readonly #kind: Kind

  constructor(connection: Connection, kind: Kind) {
    this.#connection = connection
    this.#kind = kind
  }

  /**
   * Creates the payment, or finds the one that this same request has created before. If another payment has the ID, it
   * throws SluiceProblem ALREADY_EXISTS.
   */
  async create(
    id: string,
    request: object,
    money: Money | undefined,
    options: RequestOptions,
  ): Promise<Payment> {
    const scope: Scope = {
      action: ACTIONS[this.#kind].create,
      idPayment: id,
      ...(money && { money: { amount: money.amount, currencyCode: money.currencyCode } }),
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
    const action = ACTIONS[this.#kind].read
    const path = pathOf(this.#kind, id)
    return call<Payment>(this.#connection, { action, idPayment: id }, { method: 'GET', path, ...options })
  }

  explain(id: string, options: RequestOptions): Promise<Explanation> {
    const path = `${pathOf(this.#kind, id)}/explanation`
    // A token lists decoded paths, and a valid ID needs no encoding.
    const scope = { operations: [`GET /${this.#kind}s/${id}/explanation`] }
    return call<Explanation>(this.#connection, scope, { method: 'GET', path, ...options })
  }

  /** Reads every few seconds, with growing delays. @throws SluiceStillOpen at the timeout */
  async wait(
    id: string,
    { timeoutMs = WAIT_MS, until = FINAL, ...options }: WaitOptions<string>,
  ): Promise<Payment> {
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

  /** Newest first. Pages are read on demand. */
  async *list(
    { status, from, to, ...options }: ListOptions<string>,
    filters: Readonly<Record<string, string | undefined>> = {},
  ): AsyncGenerator<Payment, void, undefined> {
    const requested = { status, from, to, ...filters, limit: PAGE_ROWS }
    yield* listed<Payment>(this.#connection, `/${this.#kind}s`, requested, options)
  }
}
