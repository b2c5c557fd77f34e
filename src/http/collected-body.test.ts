import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BodyBounds, collectBody } from './collected-body.ts'

/** Every answer that was given: the bytes, or the code of an error. */
async function answersTo(
  pieces: readonly Uint8Array[],
  bounds: BodyBounds,
  failure?: Error,
): Promise<readonly (string | Buffer)[]> {
  const payload = new PassThrough()
  const answers: (string | Buffer)[] = []
  collectBody(payload, bounds, (error, bytes) =>
    answers.push(error === null ? bytes : 'code' in error ? String(error.code) : error.message),
  )
  const over = new Promise((resolve) => payload.once('close', resolve))
  for (const piece of pieces) payload.write(piece)
  if (failure) payload.destroy(failure)
  else payload.end()
  // It closes by itself once all was read and told; what nobody reads is left to the server.
  payload.resume()
  await over
  return answers
}

const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 6 })

it('a body is its pieces in their order, told once, however they came', () =>
  fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (some, isAnnounced) => {
      const whole = Buffer.concat(some)
      const bounds = { limitBytes: whole.length, announcedBytes: isAnnounced ? whole.length : Number.NaN }
      expect(await answersTo(some, bounds)).toEqual([whole])
    }),
  ))

it.each([
  ['is announced as larger than the limit', [], 11, 'FST_ERR_CTP_BODY_TOO_LARGE'],
  ['is larger than the limit', [6, 5], Number.NaN, 'FST_ERR_CTP_BODY_TOO_LARGE'],
  ['goes on beyond the limit', [6, 5, 5, 5], Number.NaN, 'FST_ERR_CTP_BODY_TOO_LARGE'],
  ['ends before its announced length', [3, 3], 7, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'],
] as const)('a body that %s is refused, once', async (_, sizes, announcedBytes, code) => {
  const some = sizes.map((size) => new Uint8Array(size))
  expect(await answersTo(some, { limitBytes: 10, announcedBytes })).toEqual([code])
})

it('a body whose sender has gone is that error, once', async () => {
  const bounds = { limitBytes: 10, announcedBytes: 8 }
  expect(await answersTo([new Uint8Array(4)], bounds, new Error('aborted'))).toEqual(['aborted'])
})
