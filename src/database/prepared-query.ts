/**
 * A statement that is prepared already and returns nothing, sent as one message in one write: its values, its execution, and the end of its
 * transaction. pg sends four, and asks which columns the statement has, which are none.
 *
 * For whoever waits alone for a commit: nothing is shared then, and each step on the way costs what it costs after a sleep, twice of what
 * it costs among many. Knows nothing of what is bound; a value that is bytes (an array in binary) it does not take.
 */
import pg from 'pg'

/** Bind: the unnamed portal, then the statement's name. */
export const headOf = (name: string): Buffer => Buffer.from(`\0${name}\0`)

const BIND = 'B'.charCodeAt(0)
/** Columns in text, Execute of the unnamed portal for all its rows, Sync. */
const TAIL = Buffer.from([0, 1, 0, 0, 0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
const LENGTH_BYTES = 4
const COUNT_BYTES = 2
/** In the place of a length. */
const NULL = -1

/** @param values at most 65,535, all of them text */
export function messageOf(head: Uint8Array, values: readonly (string | null)[]): Buffer {
  let bytes = 1 + LENGTH_BYTES + head.length + 2 * COUNT_BYTES + values.length * LENGTH_BYTES
  const lengths = values.map((value) => {
    if (value === null) return NULL
    const length = Buffer.byteLength(value)
    bytes += length
    return length
  })
  const message = Buffer.allocUnsafe(bytes + TAIL.length)
  message[0] = BIND
  // What follows the letter, the length itself included, and of the tail what is still of this message.
  message.writeInt32BE(bytes - 1 + 2 * COUNT_BYTES, 1)
  message.set(head, 1 + LENGTH_BYTES)
  let at = 1 + LENGTH_BYTES + head.length
  // No format is named: all are text.
  at = message.writeUInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(lengths[index] ?? NULL, at)
    if (value !== null) at += message.write(value, at)
  }
  message.set(TAIL, at)
  return message
}

/** Answered by pg as any other: in its turn, or with the failure of the connection. */
export class PreparedQuery extends pg.Query {
  readonly #message: Buffer

  constructor(message: Buffer, answered: (error: unknown) => void) {
    super({ text: '' }, undefined, answered)
    this.#message = message
  }

  override submit = ({ stream }: pg.Connection): void => {
    if (stream.writable) stream.write(this.#message)
  }
}
