import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { realTimers } from '@sluice/core/foundation/real-deps.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BodyBounds, BodyCollector } from './collected-body.ts'
import { testServer, VERSION } from './http.fixture.ts'

const bodies = new BodyCollector(realTimers)

/** Every answer that was given: the bytes, or the code of an error. */
async function answersTo(
  slices: readonly Uint8Array[],
  bounds: BodyBounds,
  failure?: Error,
): Promise<readonly (string | Buffer)[]> {
  const payload = new PassThrough()
  const answers: (string | Buffer)[] = []
  bodies.collect(payload, bounds, (error, bytes) =>
    answers.push(error === null ? bytes : 'code' in error ? String(error.code) : error.message),
  )
  const over = new Promise((resolve) => payload.once('close', resolve))
  for (const slice of slices) payload.write(slice)
  if (failure) payload.destroy(failure)
  else payload.end()
  // It closes by itself once all was read and told; what nobody reads is left to the server.
  payload.resume()
  await over
  return answers
}

const slices = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 6 })

it('a body is its pieces in their order, told once, however they came', () =>
  fc.assert(
    fc.asyncProperty(slices, fc.boolean(), async (some, isAnnounced) => {
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

describe('over a socket', () => {
  const { app } = testServer()
  let port = 0
  beforeAll(async () => {
    app.post('/said', async ({ rawBody }) => ({ said: Buffer.from(rawBody).toString() }))
    app.post(
      '/unread',
      { onRequest: async (_request, reply) => reply.code(401).send({ said: 'unread' }) },
      async () => ({}),
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  /** Sends the pieces a turn of the event loop after the other, and reads what is answered until the server ends the connection. */
  const answered = (slices: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', async () => {
        for (const slice of slices) {
          socket.write(slice)
          await new Promise(setImmediate)
        }
      })
      socket.setNoDelay(true).on('error', reject)
      socket.on('data', (data) => (text += data.toString())).on('close', () => resolve(text))
    })

  const head = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Version: ${VERSION['x-api-version']}\r\nContent-Type: application/json\r\n${more}`
  const announced = (body: string, path = '/said') =>
    head(path, `Content-Length: ${body.length}\r\n\r\n${body}`)
  const chunked = (chunks: readonly string[]) =>
    head(
      '/said',
      `Transfer-Encoding: chunked\r\n\r\n${[...chunks, ''].map((each) => `${each.length.toString(16)}\r\n${each}\r\n`).join('')}`,
    )
  const LAST = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const saidIn = (text: string) => [...text.matchAll(/\{"said":"(.*?)"\}/g)].map(([, said]) => said)

  const word = fc.stringMatching(/^[1-9]{1,30}$/)
  const request = fc.oneof(
    word.map((body) => ({ body, text: announced(body) })),
    fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((words) => ({ body: words.join(''), text: chunked(words) })),
  )

  it('bodies are what was sent, however they are cut and whatever comes before and after them on the connection', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(800), { maxLength: 4 }),
        async (requests, places) => {
          const text = requests.map((each) => each.text).join('') + LAST
          const cuts = [0, ...places.filter((at) => at < text.length).sort((a, b) => a - b), text.length]
          const slices = cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
          expect(saidIn(await answered(slices))).toEqual(requests.map(({ body }) => body))
        },
      ),
      { numRuns: 30 },
    ))

  it('a body that nobody reads leaves the connection to the next request', async () => {
    expect(saidIn(await answered([announced('12', '/unread') + announced('34') + LAST]))).toEqual([
      'unread',
      '34',
    ])
  })

  it('whoever expects to be told to go on is told, and then read', async () => {
    const expecting = head('/said', 'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n')
    const text = await answered([expecting, '56', LAST])
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue/)
    expect(saidIn(text)).toEqual(['56'])
  })
})

describe('bodies that have come whole', () => {
  const whole = (text: string) => Object.assign(new PassThrough(), { complete: true }).end(text)
  const announcedBytes = Number.NaN

  it('are told one after the other once the turn is over', async () => {
    const reported: (string | undefined)[] = []
    for (const text of ['a', 'b'])
      bodies.collect(whole(text), { limitBytes: 1, announcedBytes }, (_, bytes) =>
        reported.push(bytes.toString()),
      )
    expect(reported).toEqual([])
    await new Promise<void>((resolve) => realTimers.soon(resolve))
    expect(reported).toEqual(['a', 'b'])
  })

  it.each([
    ['larger than the limit', 'abc', 2, Number.NaN, 'FST_ERR_CTP_BODY_TOO_LARGE'],
    ['of another length than announced', 'abc', 9, 4, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'],
  ])('and are %s are refused', async (_, text, limitBytes, announcedBytes, code) => {
    const error = new Promise((resolve) =>
      bodies.collect(whole(text), { limitBytes, announcedBytes }, (error) => resolve(error)),
    )
    expect(await error).toMatchObject({ code })
  })

  it.each([
    ['not all of', false],
    ['all of', true],
  ])('one whose sender went when %s it had come, and before it was read, is refused', async (_, complete) => {
    const payload = Object.assign(new PassThrough(), { complete })
    payload.write('all')
    const error = new Promise((resolve) =>
      bodies.collect(payload, { limitBytes: 9, announcedBytes }, (error) => resolve(error)),
    )
    payload.destroy()
    expect(await error).toMatchObject({ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' })
  })
})
