/**
 * Sends a statement that is already prepared and returns nothing as one message in one write: its values, its execution, and the
 * end of its transaction. pg sends four messages, and requests the columns, of which there are none.
 *
 * For a single caller that waits for a commit: then nothing is shared, and each step costs as much as after a sleep, twice its
 * cost among many. It does not interpret values, and does not support bytes (an array in binary).
 */
import pg from 'pg'
import { lengthText, NULL_LENGTH } from './binary-array.ts'

/** Bind: the unnamed portal, then the statement's name. */
export const headOf = (name: string): Buffer => Buffer.from(`\0${name}\0`)

const BIND = 'B'.charCodeAt(0)
/** Columns in text format, Execute of the unnamed portal for all rows, Sync. */
const TAIL = Buffer.from([0, 1, 0, 0, 0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
const LENGTH_BYTES = 4
const COUNT_BYTES = 2
/** The part of Bind that is in `TAIL`. */
const FORMATS_BYTES = 4

/**
 * ASCII values, as nearly all are, are concatenated as one binary string and written in one call.
 * @param values at most 65,535, all of them text
 */
export function messageOf(head: Uint8Array, values: readonly (string | null)[]): Buffer {
  let body = ''
  for (const value of values) {
    if (value === null) body += NULL_LENGTH
    else {
      if (Buffer.byteLength(value) !== value.length) return framed(head, values.length, wideBody(values))
      body += lengthText(value.length) + value
    }
  }
  return framed(head, values.length, body)
}

/** The same bytes, for values with other characters than ASCII. */
const wideBody = (values: readonly (string | null)[]): string =>
  values
    .map((value) => {
      if (value === null) return NULL_LENGTH
      const bytes = Buffer.from(value)
      return lengthText(bytes.length) + bytes.toString('latin1')
    })
    .join('')

/** @param body each value after its length, as a binary string */
function framed(head: Uint8Array, count: number, body: string): Buffer {
  const headBytes = 1 + LENGTH_BYTES + head.length
  const bodyAt = headBytes + 2 * COUNT_BYTES
  const message = Buffer.allocUnsafe(bodyAt + body.length + TAIL.length)
  message[0] = BIND
  // The length of the message without its type, including itself.
  message.writeInt32BE(bodyAt - 1 + body.length + FORMATS_BYTES, 1)
  message.set(head, 1 + LENGTH_BYTES)
  // No formats: all values are text.
  message.writeUInt16BE(0, headBytes)
  message.writeUInt16BE(count, headBytes + COUNT_BYTES)
  message.write(body, bodyAt, 'latin1')
  message.set(TAIL, bodyAt + body.length)
  return message
}

/** pg treats it like its own queries, including failures of the connection. */
export class PreparedQuery extends pg.Query {
  readonly #message: Buffer
  /** What follows is its commit. */
  isExecuted = false

  constructor(message: Buffer, answered: (error: unknown) => void) {
    // pg copies a settings object property by property: see `SentQuery`.
    super('', undefined, answered)
    this.#message = message
  }

  /** The number of rows is not used. */
  handleCommandComplete(): void {
    this.isExecuted = true
  }

  override submit = ({ stream }: pg.Connection): void => {
    if (stream.writable) stream.write(this.#message)
  }
}
