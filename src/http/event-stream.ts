/**
 * A stream of server-sent events, as each route that has one answers it: it beats while nothing is told, ends when it is told to or when
 * whoever listens may not any more, and cuts off who does not read.
 */
import { PassThrough, type Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Cancel, Timers } from '../foundation/deps.ts'
import { httpProblem } from './problems.ts'

const HEARTBEAT_MS = 15_000
/** Who does not read is cut off, before what waits for it grows. */
const MAX_UNREAD_BYTES = 1_048_576
/** Once it is ended, who does not read the rest within it is cut off, so that nobody holds up a gateway that stops. */
const READ_PAUSE_MS = 1_000

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // Some proxies hold answers back until they are whole.
  'x-accel-buffering': 'no',
  // Nothing follows it: kept alive, the connection would hold up the end of a gateway that has told everything.
  connection: 'close',
} as const

/** What it is asked with. */
export const LAST_EVENT_ID = {
  'last-event-id': Type.Optional(
    Type.String({ description: 'The last event that was heard before the connection was lost.' }),
  ),
}

export const TOO_MANY_LISTEN = httpProblem('RATE_LIMITED', 'Too many listen already; end one of them.', {
  headers: { 'retry-after': '20' },
})

/** Whoever has not asked for events gets those that there are, and the end of them: a `GET` by hand, or a `HEAD`, would never end. */
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

  tell({ event, id, data }: StreamedEvent): void {
    if (this.#stream.writableLength > MAX_UNREAD_BYTES) {
      this.end()
      return
    }
    const named = id === undefined ? '' : `id: ${id}\n`
    // JSON has no line breaks of its own, so one line of data is enough.
    this.#write(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  end(): void {
    if (this.#stream.writableEnded) return
    this.#stream.end()
    this.#cancels.push(this.#timers.after(READ_PAUSE_MS, () => this.#stream.destroy()))
  }

  /** Done once it is over, whoever ended it. */
  whenOver(action: () => void): void {
    this.#cancels.push(action)
  }

  #write(text: string): void {
    // The gateway may be told to stop while this one is still coming in.
    if (!this.#stream.writableEnded) this.#stream.write(text)
  }

  #beat(): void {
    this.#cancelBeat = this.#timers.after(HEARTBEAT_MS, () => {
      this.#write(':\n\n')
      this.#beat()
    })
  }
}
