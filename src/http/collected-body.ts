/**
 * The bytes of a request's body, collected up to a limit.
 *
 * What has come whole, as nearly every body does together with its headers, is taken in one piece, without a listener or a copy, and that of all
 * requests of a turn of the event loop together: see `together.ts`. Whatever is still on its way is collected as it comes, as fastify does it for a parser that asks for bytes.
 * Promises: it answers once, with fastify's errors. Never holds more than the limit and one piece.
 */
import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import type { Timers } from '../foundation/deps.ts'
import { Together } from './together.ts'

export interface BodyBounds {
  readonly limitBytes: number
  /** As the header says; NaN where it says nothing. */
  readonly announcedBytes: number
}

/** A request's body. `complete`: whether all of it was received, read or not; undefined where nobody knows, as in a test without a socket. */
type ReceivedBody = Readable & { readonly complete?: boolean }

type Collected = (error: Error | null, bytes: Buffer) => void

const NO_BYTES = Buffer.alloc(0)

export class BodyCollector {
  readonly #together: Together

  constructor(timers: Pick<Timers, 'soon'>) {
    // One that is alone waits for no other: the turn ends as soon as all that was received is looked at.
    this.#together = new Together((all) => timers.soon(all))
  }

  collect(payload: ReceivedBody, bounds: BodyBounds, collected: Collected): void {
    if (bounds.announcedBytes > bounds.limitBytes) collected(tooLarge(), NO_BYTES)
    else if (payload.complete === undefined) collectChunks(payload, bounds, collected)
    else this.#together.join(() => collectReceived(payload, bounds, collected))
  }
}

const tooLarge = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
const otherLength = (): Error => new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
const lengthError = (bytes: number, announcedBytes: number): Error | null =>
  Number.isNaN(announcedBytes) || bytes === announcedBytes ? null : otherLength()

function collectReceived(payload: ReceivedBody, bounds: BodyBounds, collected: Collected): void {
  // First: a stream that is gone reads as if nothing had been sent.
  if (payload.destroyed) collected(payload.errored ?? otherLength(), NO_BYTES)
  else if (payload.complete) collectWhole(payload, bounds, collected)
  else collectChunks(payload, bounds, collected)
}

function collectWhole(payload: ReceivedBody, bounds: BodyBounds, collected: Collected): void {
  const read: unknown = payload.read()
  const bytes = Buffer.isBuffer(read) ? read : NO_BYTES
  const error =
    bytes.length > bounds.limitBytes ? tooLarge() : lengthError(bytes.length, bounds.announcedBytes)
  collected(error, error === null ? bytes : NO_BYTES)
}

function collectChunks(
  payload: ReceivedBody,
  { limitBytes, announcedBytes }: BodyBounds,
  collected: Collected,
): void {
  let bytes: Buffer = NO_BYTES
  let slices: Buffer[] | undefined
  let receivedBytes = 0
  let isAnswered = false
  const answer = (error: Error | null) => {
    if (isAnswered) return
    isAnswered = true
    if (error !== null) collected(error, NO_BYTES)
    else collected(null, slices === undefined ? bytes : Buffer.concat(slices, receivedBytes))
  }
  payload.on('data', (slice: Buffer) => {
    if (isAnswered) return
    receivedBytes += slice.length
    if (receivedBytes > limitBytes) answer(tooLarge())
    else if (receivedBytes === slice.length) bytes = slice
    else if (slices === undefined) slices = [bytes, slice]
    else slices.push(slice)
  })
  payload.on('end', () => {
    answer(lengthError(receivedBytes, announcedBytes))
  })
  payload.on('error', answer)
}
