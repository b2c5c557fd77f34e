/**
 * Collects the bytes of a request's body, up to a limit.
 *
 * A body that has arrived completely, as nearly every body does together with its headers, is read without a listener or a copy,
 * and together with those of all other requests in the same turn of the event loop: see `together.ts`. Otherwise it is collected
 * as it arrives, like fastify does for a parser of bytes. Calls back once, with fastify's errors. Never holds more than the limit
 * and one chunk.
 */
import type { Readable } from 'node:stream'
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { errorCodes } from 'fastify'
import { Together } from './together.ts'

export interface BodyBounds {
  readonly limitBytes: number
  /** From the header; NaN if there is none. */
  readonly announcedBytes: number
}

/**
 * A request's body. `complete`: whether all of it was received, read or not; undefined if unknown, as in a test without a socket.
 */
type ReceivedBody = Readable & { readonly complete?: boolean }

type Collected = (error: Error | null, bytes: Buffer) => void

const NO_BYTES = Buffer.alloc(0)

export class BodyCollector {
  readonly #together: Together

  constructor(timers: Pick<Timers, 'soon'>) {
    // A single request does not wait for others: the turn ends as soon as everything that has arrived was processed.
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
  // Checked first, because a destroyed stream reads as if nothing had been sent.
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
