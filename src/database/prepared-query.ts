/**
 * A statement that is prepared already and returns nothing, sent as one message in one write: its values, its execution, and the end of its
 * transaction. pg sends four, and asks which columns the statement has, which are none.
 *
 * For whoever waits alone for a commit: nothing is shared then, and each step on the way costs what it costs after a sleep, twice of what
 * it costs among many. Knows nothing of what is bound; a value that is bytes (an array in binary) it does not take.
 */
import pg from 'pg'
import { lengthText, NULL_LENGTH } from './binary-array.ts'

/** Bind: the unnamed portal, then the statement's name. */
export const headOf = (name: string): Buffer => Buffer.from(`\0${name}\0`)

const BIND = 'B'.charCodeAt(0)
/** Columns in text, Execute of the unnamed portal for all its rows, Sync. */
const TAIL = Buffer.from([0, 1, 0, 0, 0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
const LENGTH_BYTES = 4
const COUNT_BYTES = 2
/** Of Bind, what stands in `TAIL`. */
const FORMATS_BYTES = 4

/**
 * Values of ASCII, as nearly all are, are put together as one string of bytes and written at once.
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

/** The same bytes, of values that hold more than ASCII. */
const wideBody = (values: readonly (string | null)[]): string =>
  values
    .map((value) => {
      if (value === null) return NULL_LENGTH
      const bytes = Buffer.from(value)
      return lengthText(bytes.length) + bytes.toString('latin1')
    })
    .join('')

/** @param body each value after its length, as a string of bytes */
function framed(head: Uint8Array, count: number, body: string): Buffer {
  const headBytes = 1 + LENGTH_BYTES + head.length
  const bodyAt = headBytes + 2 * COUNT_BYTES
  const message = Buffer.allocUnsafe(bodyAt + body.length + TAIL.length)
  message[0] = BIND
  // What follows the letter, the length itself included.
  message.writeInt32BE(bodyAt - 1 + body.length + FORMATS_BYTES, 1)
  message.set(head, 1 + LENGTH_BYTES)
  // No format is named: all are text.
  message.writeUInt16BE(0, headBytes)
  message.writeUInt16BE(count, headBytes + COUNT_BYTES)
  message.write(body, bodyAt, 'latin1')
  message.set(TAIL, bodyAt + body.length)
  return message
}

/** Answered by pg as any other: in its turn, or with the failure of the connection. */
export class PreparedQuery extends pg.Query {
  readonly #message: Buffer

  constructor(message: Buffer, answered: (error: unknown) => void) {
    // Settings as an object are copied property by property: see `SentQuery`.
    super('', undefined, answered)
    this.#message = message
  }

  /** Of how many rows it was is of no interest. */
  handleCommandComplete(): void {}

  override submit = ({ stream }: pg.Connection): void => {
    if (stream.writable) stream.write(this.#message)
  }
}
