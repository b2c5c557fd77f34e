/** Callbacks across payments: what was signed, what became of it, and sending a range again. Sluice's own, beside the shared interface. */

import { type Connection, call, listed } from './connection.ts'
import type { AnnouncedCallback, RedeliveredRange } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface CallbackFilter extends RequestOptions {
  /** What became of them. */
  readonly status?: readonly AnnouncedCallback['state'][]
  /** Of changes from this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Of changes before this time. */
  readonly to?: string
}

export interface RedeliveryRange extends RequestOptions {
  /** Left out: all but those that were ended by 410 (`ENDED`). */
  readonly status?: Exclude<AnnouncedCallback['state'], 'SENDING' | 'SUPERSEDED'>
  readonly from: string
  readonly to: string
  /** Sends nothing: only counts. */
  readonly dryRun?: boolean
  /** The `nextCursor` of the call before, to go on. */
  readonly cursor?: string
}

export class Callbacks {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Of all payments, newest first; pages are read as they are needed. */
  list({
    status,
    from,
    to,
    ...options
  }: CallbackFilter = {}): AsyncGenerator<AnnouncedCallback, void, undefined> {
    return listed(this.#connection, '/callbacks', { status, from, to }, options)
  }

  /** Sends the callbacks of a range again, of each payment its latest. Where `nextCursor` is answered, give it as `cursor` to go on. */
  redeliver({ signal, ...range }: RedeliveryRange): Promise<RedeliveredRange> {
    const path = '/callbacks/!redeliver'
    const scope = { operations: [`POST ${path}`] }
    const body = JSON.stringify(range)
    return call(this.#connection, scope, { method: 'POST', path, body, ...(signal && { signal }) })
  }
}
