/** Callbacks across payments: list them, and send a range of them again. An extension of Sluice. */
import { type Connection, call, listed } from './connection.ts'
import type { AnnouncedCallback, RedeliveredRange } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface CallbackFilter extends RequestOptions {
  /** What became of them. */
  readonly state?: readonly AnnouncedCallback['state'][]
  /** Changes from this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Changes before this time. */
  readonly to?: string
}

export interface RedeliveryRange extends RequestOptions {
  /** Default: all except those that a 410 answer has ended (`ENDED`). */
  readonly state?: Exclude<AnnouncedCallback['state'], 'SENDING' | 'SUPERSEDED'>
  readonly from: string
  readonly to: string
  /** Only counts, sends nothing. */
  readonly dryRun?: boolean
  /** The `nextCursor` of the previous call, to continue. */
  readonly cursor?: string
}

export class Callbacks {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Of all payments, newest first. Pages are read on demand. */
  list({
    state,
    from,
    to,
    ...options
  }: CallbackFilter = {}): AsyncGenerator<AnnouncedCallback, void, undefined> {
    return listed(this.#connection, '/callbacks', { state, from, to }, options)
  }

  /**
   * Sends the latest callback of each payment in a range again. If the answer has `nextCursor`, pass it as `cursor` to
   * continue.
   */
  redeliver({ signal, ...range }: RedeliveryRange): Promise<RedeliveredRange> {
    const path = '/callbacks/!redeliver'
    const scope = { operations: [`POST ${path}`] }
    const body = JSON.stringify(range)
    return call(this.#connection, scope, { method: 'POST', path, body, ...(signal && { signal }) })
  }
}
