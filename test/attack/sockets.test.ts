/**
 * What only bytes on a socket can do to a server: half requests, requests in disguise, connections that stay. The server goes on
 * answering others at once, and nothing of a half request is stored.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId, rowCounts, thb, useApi } from '../api/api.fixture.ts'

// Bare bytes name hosts that are not this machine, which ends a trial.
const api = useApi({ started: false, settings: { callbackAllow: ['127.0.0.0/8'] } })
/** On a busy machine; long before anything that waits is given up after 30 s. */
const AT_ONCE_MS = 10_000
const ANSWERED_WITHIN_MS = 60_000
/** After the last answer: what else there was would have come. */
const QUIET_MS = 150
let port = 0
let token = ''

beforeAll(async () => {
  const { gateway, shop } = api()
  await gateway.app.server.listen({ host: '127.0.0.1', port: 0 })
  const address = gateway.app.server.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  token = await shop.token()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** Sends the bytes, and gives what comes back until the server closes or, after so many answers, `QUIET_MS` have brought nothing. */
async function exchange(bytes: string | Buffer, answers = 0): Promise<string> {
  const socket = await open()
  let text = ''
  return new Promise((resolve) => {
    const done = () => resolve(text)
    const wait = () => {
      socket.setTimeout(statusesIn(text).length < answers ? ANSWERED_WITHIN_MS : QUIET_MS)
    }
    socket.on('timeout', done)
    socket.on('close', done)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      wait()
    })
    wait()
    socket.write(bytes)
  })
}

async function expectResponsive(): Promise<void> {
  const startedAt = performance.now()
  const { status } = await fetch(`http://127.0.0.1:${port}/health/live`)
  expect(status).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS)
}

const head = (lines: readonly string[], target = `/payins/${newId()}`, method = 'POST'): string =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: gateway',
    'X-API-Version: 2',
    'Content-Type: application/json',
    `Authorization: Bearer ${token}`,
    ...lines,
    '',
    '',
  ].join('\r\n')

const BODY = JSON.stringify(thb())
const LENGTH = `Content-Length: ${BODY.length}`
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

it('these tests can make a payment by bare bytes', async () => {
  const before = await rowCounts(api())
  // The server closes once it has answered, so a slow first payment is waited for.
  const whole = (lines: readonly string[], body: string) =>
    exchange(head([...lines, 'Connection: close']) + body, 1)
  expect(statusesIn(await whole([LENGTH], BODY))).toEqual([201])
  const chunked = `${chunk(BODY)}0\r\n\r\n`
  expect(statusesIn(await whole(['Transfer-Encoding: chunked'], chunked))).toEqual([201])
  expect(Number((await rowCounts(api())).payment)).toBe(Number(before.payment) + 2)
})

describe('of a request that never becomes whole nothing is stored:', () => {
  it.each<[string, () => string]>([
    ['headers without an end', () => head([LENGTH]).slice(0, -2)],
    ['a body that is shorter than it says', () => head([LENGTH]) + BODY.slice(0, -1)],
    ['a chunked body without an end', () => head(['Transfer-Encoding: chunked']) + chunk(BODY)],
    ['a chunk that is cut off', () => head(['Transfer-Encoding: chunked']) + chunk(BODY).slice(0, -9)],
    ['an announcement alone', () => head([LENGTH])],
  ])('%s, then the connection is reset', async (_what, bytes) => {
    const before = await rowCounts(api())
    const socket = await open()
    socket.write(bytes())
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expectResponsive()
    socket.resetAndDestroy()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await rowCounts(api())).toEqual(before)
  })
})

describe('a request that two servers could read differently is refused:', () => {
  const INNER = 'GET /currencies HTTP/1.1\r\nHost: x\r\n\r\n'
  it.each<[string, () => string]>([
    ['a length and chunks', () => `${head([LENGTH, 'Transfer-Encoding: chunked'])}0\r\n\r\n${INNER}`],
    ['chunks and a length', () => `${head(['Transfer-Encoding: chunked', LENGTH])}0\r\n\r\n${INNER}`],
    ['two lengths', () => head([LENGTH, 'Content-Length: 0']) + BODY],
    ['a length with a sign', () => head([`Content-Length: +${BODY.length}`]) + BODY],
    ['a length in hexadecimal', () => head([`Content-Length: 0x${BODY.length.toString(16)}`]) + BODY],
    ['a list as length', () => head([`Content-Length: ${BODY.length}, ${BODY.length}`]) + BODY],
    ['a negative length', () => head(['Content-Length: -1']) + BODY],
    ['a space before the colon', () => head([`Content-Length : ${BODY.length}`]) + BODY],
    ['a folded header', () => head([LENGTH, 'X-Folded: a\r\n b']) + BODY],
    ['chunked under another name', () => `${head(['Transfer-Encoding: xchunked'])}${chunk(BODY)}0\r\n\r\n`],
    [
      'chunked, then something else',
      () => `${head(['Transfer-Encoding: chunked, identity'])}${chunk(BODY)}0\r\n\r\n`,
    ],
    ['a chunk size that is none', () => `${head(['Transfer-Encoding: chunked'])}zz\r\n${BODY}\r\n0\r\n\r\n`],
    [
      'a chunk size beyond all numbers',
      () => `${head(['Transfer-Encoding: chunked'])}${'f'.repeat(17)}\r\n${BODY}`,
    ],
    ['a negative chunk', () => `${head(['Transfer-Encoding: chunked'])}-1\r\n${BODY}\r\n0\r\n\r\n`],
    ['lines that end with LF alone', () => head([LENGTH]).replaceAll('\r\n', '\n') + BODY],
    ['a NUL in a header', () => head([LENGTH, 'X-A: a\0b']) + BODY],
    ['a name with a space', () => head([LENGTH, 'X A: b']) + BODY],
    ['HTTP/0.9', () => 'GET /health/live\r\n'],
    ['HTTP/9.9', () => 'GET /health/live HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no Host', () => 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['a method nobody has', () => 'BREW /health/live HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    const before = await rowCounts(api())
    const text = await exchange(bytes())
    expect(
      statusesIn(text)
        .slice(0, 1)
        .filter((status) => status < 400),
    ).toEqual([])
    // Nothing that came behind it was taken for a request of its own.
    expect(statusesIn(text).length).toBeLessThanOrEqual(1)
    expect(await rowCounts(api())).toEqual(before)
    await expectResponsive()
  })
})

describe('the target of a request', () => {
  it('is the path alone: no Host, forwarded one or other header changes what is reached', async () => {
    const lines = ['Host: evil.example', 'X-Forwarded-Host: evil.example', 'X-Original-URL: /health/live']
    const text = await exchange(head(lines, '/admin/operators', 'GET'), 1)
    expect(statusesIn(text)).toEqual([401])
    expect(text).not.toContain('evil')
  })

  it.each([
    ['in absolute form', 'http://evil.example/admin/operators'],
    ['with an authority', '//evil.example/currencies'],
    ['with dots', '/health/../admin/operators'],
    ['with encoded dots', '/health/%2e%2e/admin/operators'],
    ['with a backslash', '/health\\..\\admin\\operators'],
    ['with a second slash', '//admin/operators'],
    ['in other letters', '/ADMIN/operators'],
    ['that is a star', '*'],
    ['with a fragment', '/admin/operators#x'],
    ['with a semicolon', '/admin/operators;x=/health/live'],
    ['without a slash', 'admin/operators'],
  ])('%s opens nothing', async (_what, target) => {
    const statuses = statusesIn(await exchange(head([], target, 'GET'), 1))
    expect(statuses.filter((status) => status < 400)).toEqual([])
  })

  it('may not be longer than the headers may be', async () => {
    const text = await exchange(head([], `/payins/${'a'.repeat(40_000)}`, 'GET'), 1)
    expect(statusesIn(text)).toEqual([400])
    expect(text).not.toContain('aaaa')
  })
})

describe('a token for one payment', () => {
  let narrow = ''
  const mine = newId()
  const other = newId()
  beforeAll(async () => {
    const { gateway, shop } = api()
    for (const id of [mine, other]) await shop.post(`/payins/${id}`, thb())
    const fields = { operations: [`GET /payins/${mine}`] }
    narrow = String((await gateway.tokenFor(shop, '/auth-tokens', fields)).body.token)
  })
  const read = (target: string) => exchange(head([], target, 'GET').replace(token, narrow), 1)

  it('reads that payment', async () => {
    expect(statusesIn(await read(`/payins/${mine}`))).toEqual([200])
  })

  it.each([
    'MINE/../OTHER',
    'MINE/%2e%2e/OTHER',
    'MINE%2f..%2fOTHER',
    'MINE%5c..%5cOTHER',
    'MINE\\..\\OTHER',
    './OTHER',
    '/OTHER',
    '%2FOTHER',
    'OTHER?/payins/MINE',
    'OTHER#/payins/MINE',
    'OTHER;/MINE',
    'OTHER%00MINE',
    'OTHER%0AMINE',
    'MINE/',
    'MINE//',
    'MINE/accounts',
    'MINE%2Faccounts',
    'MINE/../../balances',
    'MINE/../../payouts/MINE',
  ])('reads nothing at /payins/%s', async (spelling) => {
    const text = await read(`/payins/${spelling.replaceAll('MINE', mine).replaceAll('OTHER', other)}`)
    expect(statusesIn(text).filter((status) => status < 400)).toEqual([])
  })
})

describe('connections', () => {
  it('with 40 kB of headers are refused with a document', async () => {
    const text = await exchange(head([`X-Long: ${'a'.repeat(40_000)}`]), 1)
    expect(statusesIn(text)).toEqual([400])
    expect(text).toContain('application/problem+json')
  })

  it('with 10,000 headers neither hang nor fall over', async () => {
    await exchange(head(Array.from({ length: 10_000 }, (_, index) => `a${index}: b`)))
    await expectResponsive()
  })

  it('may carry several requests, answered in their order', async () => {
    const ask = (path: string) => head([], path, 'GET')
    const text = await exchange(ask('/currencies') + ask('/payins/none') + ask('/merchant-info'), 3)
    expect(statusesIn(text)).toEqual([200, 404, 200])
  })

  it('are told to go on where they ask first, and refused at once where the body would be too long', async () => {
    expect(statusesIn(await exchange(head([LENGTH, 'Expect: 100-continue']), 1))).toEqual([100])
    const text = await exchange(head(['Content-Length: 70000', 'Expect: 100-continue']), 1)
    expect(statusesIn(text).at(-1)).toBe(413)
    expect(statusesIn(await exchange(head([LENGTH, 'Expect: miracles']), 1)).at(-1)).toBeGreaterThanOrEqual(
      400,
    )
  })

  it('a thousand that say nothing or half a header hold nobody up', async () => {
    const before = await rowCounts(api())
    const many = await Promise.all(Array.from({ length: 1_000 }, open))
    many.forEach((socket, index) => {
      if (index % 2 === 0) socket.write(head([LENGTH]).slice(0, 40))
      else if (index % 3 === 0) socket.write(head([LENGTH]) + BODY.slice(0, 20))
    })
    await expectResponsive()
    expect((await api().shop.post(`/payins/${newId()}`, thb())).status).toBe(201)
    for (const socket of many) socket.resetAndDestroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(Number((await rowCounts(api())).payment)).toBe(Number(before.payment) + 1)
    await expectResponsive()
  })

  it('have limits in time for headers and for the whole request', () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = Object(
      api().gateway.app.server.server,
    )
    expect(requestTimeout).toBe(30_000)
    expect(headersTimeout).toBeGreaterThan(0)
    expect(headersTimeout).toBeLessThanOrEqual(60_000)
    expect(connectionsCheckingInterval ?? 30_000).toBeLessThanOrEqual(30_000)
  })
})

it('nothing of all this was unforeseen: no error in the log', () => {
  expect(api().gateway.deps.logged.filter(({ level }) => level === 'error')).toEqual([])
})
