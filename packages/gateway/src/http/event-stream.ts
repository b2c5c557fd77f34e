/**
 * A stream of server-sent events, shared by every route that has one. It sends heartbeats when idle, ends on request or when the
 * listener loses access, and disconnects a client that does not read.
 */
import { PassThrough, type Readable } from 'node:stream'
import type { Cancel, Timers } from '@sluice/core/foundation/deps.ts'
import { Type } from 'typebox'
import { httpProblem } from './problems.ts'

const HEARTBEAT_MS = 15_000
/** A client that does not read is disconnected before much data piles up. */
const MAX_UNREAD_BYTES = 1_048_576
/**
 * After the end, a client that does not read the rest within this time is disconnected, so that it cannot delay the gateway's
 * stop.
 */
const READ_PAUSE_MS = 1_000

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // Some proxies hold answers back until they are complete.
  'x-accel-buffering': 'no',
  // Nothing follows: a connection kept alive would delay the gateway's stop.
  connection: 'close',
} as const

/** The request header to resume with. */
export const LAST_EVENT_ID = {
  'last-event-id': Type.Optional(
    Type.String({ description: 'ID of the last event received before the connection was lost.' }),
  ),
}

export const TOO_MANY_LISTEN = httpProblem(
  'RATE_LIMITED',
  'There are too many listeners already. Close one of them.',
  {
    headers: { 'retry-after': '20' },
  },
)

/** A client that did not ask for events gets those that exist and then the end: a manual `GET`, or a `HEAD`, would never end. */
export const acceptsEvents = ({ accept }: { readonly accept?: string | undefined }): boolean =>
  accept?.includes('text/event-stream') === true

export interface StreamedEvent {
  readonly event: string
  readonly id?: string | undefined
  readonly data: object
}

export class EventStream {
  readonly #stream = new PassThrough()
  readonly #timers: Timers
  #cancels: Cancel[] = []
  #cancelBeat: Cancel = () => undefined

  constructor(timers: Timers) {
    this.#timers = timers
    this.#stream.once('close', () => {
      this.#cancelBeat()
      for (const cancel of this.#cancels) cancel()
    })
    this.#beat()
  }

  get readable(): Readable {
    return this.#stream
  }

  send({ event, id, data }: StreamedEvent): void {
    if (this.#stream.writableLength > MAX_UNREAD_BYTES) {
      this.end()
      return
    }
    const named = id === undefined ? '' : `id: ${id}\n`
    // JSON has no line breaks, so one data line is enough.
    this.#write(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  end(): void {
    if (this.#stream.writableEnded) return
    this.#stream.end()
    this.#cancels.push(this.#timers.after(READ_PAUSE_MS, () => this.#stream.destroy()))
  }

  /** Runs once the stream has ended, for whatever reason. */
  whenOver(action: () => void): void {
    this.#cancels.push(action)
  }

  #write(text: string): void {
    // The gateway may stop while this request is still arriving.
    if (!this.#stream.writableEnded) this.#stream.write(text)
  }

  #beat(): void {
    this.#cancelBeat = this.#timers.after(HEARTBEAT_MS, () => {
      this.#write(':\n\n')
      this.#beat()
    })
  }
}
