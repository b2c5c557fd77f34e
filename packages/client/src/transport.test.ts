/** Requests that the package has no method for: what is sent, what is sent again, and how a refusal reads. */
import { describe, expect, it } from 'vitest'
import type { Clock } from './clock.ts'
import { problemText, SluiceProblem } from './problem.ts'
import { type Call, refusalOf, Transport } from './transport.ts'

/** Time passes at once. */
const hasty: Clock = {
  now: () => 0,
  after: (delayMs, action) => {
    // An attempt's own limit is never reached.
    if (delayMs < 20_000) queueMicrotask(action)
    return () => undefined
  },
}

/** A gateway that answers with each of these in turn, and writes down what it was asked. */
function gateway(...statuses: readonly (number | 'unreachable')[]) {
  const received: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const left = [...statuses]
  const answering: typeof fetch = async (input, init) => {
    received.push({ url: String(input), init })
    const status = left.shift() ?? 200
    if (status === 'unreachable') throw new TypeError('fetch failed')
    return new Response('{"code":"SOME"}', { status })
  }
  const transport = new Transport({ baseUrl: 'https://pay.example/', fetch: answering, clock: hasty })
  return { transport, received }
}

const rotate: Call = {
  method: 'POST',
  path: '/admin/signing-keys/!rotate',
  token: 'op_1',
  repeat: 'UNPROCESSED',
}

describe('a request that does something anew each time', () => {
  it.each([500, 503, 400] as const)('is not sent again after %i', async (status) => {
    const { transport, received } = gateway(status)
    expect(await transport.request(rotate)).toMatchObject({ status })
    expect(received.length).toBe(1)
  })

  it('is not sent again where no answer came', async () => {
    const { transport, received } = gateway('unreachable')
    await expect(transport.request(rotate)).rejects.toMatchObject({ name: 'SluiceUnreachable' })
    expect(received.length).toBe(1)
  })

  it('is sent again where the gateway has done nothing with it', async () => {
    const { transport, received } = gateway(429, 429)
    expect(await transport.request(rotate)).toMatchObject({ status: 200 })
    expect(received.length).toBe(3)
  })
})

it('any other is sent again after each failure on the way', async () => {
  const { transport, received } = gateway('unreachable', 500, 429)
  expect(await transport.request({ method: 'GET', path: '/balances' })).toMatchObject({ status: 200 })
  expect(received.length).toBe(4)
})

it('sends a file as its bytes, and gives an answer as it came', async () => {
  const { transport, received } = gateway()
  const body = new Uint8Array([0xff, 0x00])
  const answer = await transport.request({ method: 'PUT', path: '/file', body })
  expect(received[0]).toMatchObject({ url: 'https://pay.example/file', init: { method: 'PUT', body } })
  expect(received[0]?.init?.headers).toMatchObject({ 'content-type': 'application/octet-stream' })
  expect(answer.bytes).toEqual(new TextEncoder().encode('{"code":"SOME"}'))
  expect(answer).toMatchObject({ text: '{"code":"SOME"}', body: { code: 'SOME' } })
})

describe('a refusal', () => {
  const answered = (body: object) => ({
    status: 400,
    headers: new Headers(),
    bytes: new Uint8Array(),
    text: '',
    body,
    retryAfterMs: undefined,
  })

  it('is told apart from what was granted', () => {
    expect(refusalOf({ ...answered({}), status: 204 })).toBeUndefined()
    expect(refusalOf(answered({ code: 'NOT_FOUND' }))).toMatchObject({ status: 400, code: 'NOT_FOUND' })
  })

  it('reads as one line where one thing is wrong, and as a line for each fault otherwise', () => {
    const fault = (path: string, message: string) => ({ path, code: 'REQUIRED', message })
    const document = { code: 'VALIDATION_FAILED', title: 'It is not valid', detail: 'the name is missing' }
    expect(problemText(new SluiceProblem(400, { ...document, errors: [fault('/name', 'is missing')] }))).toBe(
      '400 VALIDATION_FAILED: the name is missing',
    )
    const errors = [fault('/name', 'is missing'), fault('', 'is no object')]
    expect(problemText(new SluiceProblem(400, { ...document, errors }))).toBe(
      '400 VALIDATION_FAILED: It is not valid\n  /name  is missing\n  body   is no object',
    )
  })

  it('brings no control characters to a terminal', () => {
    const refused = new SluiceProblem(500, { code: 'A\u001b[2J', detail: 'B\u0007' })
    expect(problemText(refused)).toBe('500 A\uFFFD[2J: B\uFFFD')
  })
})
