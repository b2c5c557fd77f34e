import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { OutgoingRequest, Timers } from '@sluice/core/foundation/deps.ts'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressPolicy } from './guard.ts'
import { Agents, type RealNetwork, type RealNetworkOptions, realNetwork } from './network.ts'
import type { ResolvedAddress } from './resolve.ts'

const strict = addressPolicy({ allow: [], loopback: false })
const loopback = addressPolicy({ allow: [], loopback: true })
const LOCAL: ResolvedAddress = { address: '127.0.0.1', family: 4 }

const closers: (() => Promise<void>)[] = []
let network: RealNetwork

function networkWith(options: Partial<RealNetworkOptions>): RealNetwork {
  const made = realNetwork({ clock: realClock, timers: realTimers, ...options })
  closers.push(() => made.close())
  return made
}

beforeEach(() => {
  network = networkWith({})
})
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function listening(server: Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  const address = server.address() as AddressInfo
  return { port: address.port, connections: () => connections }
}

const httpServer = (listener: RequestListener) => listening(createServer(listener))
const tcpServer = (onSocket: (socket: Socket) => void) => listening(createTcpServer(onSocket))

const post = (url: string, changes: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"type":"payin.status_changed"}',
  timeoutMs: 60_000,
  maxAnswerBytes: 1024,
  guard: loopback,
  ...changes,
})

describe('a call that arrives', () => {
  it('sends method, headers and body as given and hands back status, headers and body', async () => {
    const { port } = await httpServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        response.writeHead(202, { 'x-a': ['1', '2'] })
        response.end(
          `${request.method} ${request.url} ${request.headers.host} ${request.headers['webhook-id']} ${body}`,
        )
      })
    })
    const answer = await network.request(
      post(`http://127.0.0.1:${port}/hook?a=1`, { headers: { 'webhook-id': 'one' }, body: '{}' }),
    )
    expect(answer).toMatchObject({ ok: true, status: 202, body: `POST /hook?a=1 127.0.0.1:${port} one {}` })
    expect(answer.ok && answer.headers['x-a']).toBe('1, 2')
    expect(answer.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('asks for the name in the URL at the address that the resolver gave', async () => {
    const { port } = await httpServer((request, response) => response.end(request.headers.host))
    const named = networkWith({ resolve: async () => [LOCAL] })
    const answer = await named.request(post(`http://shop.example:${port}/`))
    expect(answer).toMatchObject({ ok: true, body: `shop.example:${port}` })
  })

  it('follows no redirect', async () => {
    let calls = 0
    const { port } = await httpServer((_request, response) => {
      calls++
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await network.request(post(`http://127.0.0.1:${port}/`))).toMatchObject({ ok: true, status: 307 })
    expect(calls).toBe(1)
  })

  it('reads only the first bytes of a body that never ends', async () => {
    const { port } = await httpServer((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
      }
      response.on('drain', pour)
      pour()
    })
    const answer = await network.request(post(`http://127.0.0.1:${port}/`, { maxAnswerBytes: 3000 }))
    expect(answer).toMatchObject({ ok: true, status: 200, body: 'x'.repeat(3000) })
  })

  it('takes nothing that comes before the answer for it, such as early hints', async () => {
    const { port } = await httpServer((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.writeHead(202, { 'x-own': 'yes' }).end('ok')
    })
    const answer = await network.request(post(`http://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ ok: true, status: 202, body: 'ok', headers: { 'x-own': 'yes' } })
    expect(answer.ok && answer.headers).not.toHaveProperty('link')
  })

  it('takes no second answer behind the first for that of the next request', async () => {
    const { port, connections } = await tcpServer((socket) => {
      socket.on('data', () => {
        const first = connections() === 1
        const reported = (status: string, body: string) =>
          `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        socket.write(
          first ? reported('200 OK', 'ok') + reported('201 Made up', 'no') : reported('200 OK', 'new'),
        )
      })
    })
    const ask = () => network.request(post(`http://127.0.0.1:${port}/`))
    expect([await ask(), await ask()]).toMatchObject([{ body: 'ok' }, { status: 200, body: 'new' }])
    expect(connections()).toBe(2)
  })

  it.each([
    ['a status below 100', '099 X\r\nContent-Length: 0'],
    ['a status of four digits', '1000 X\r\nContent-Length: 0'],
    ['two lengths', '200 OK\r\nContent-Length: 2\r\nContent-Length: 3'],
    ['a length and chunks', '200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked'],
    ['a NUL in a header', '200 OK\r\nX-A: \0\r\nContent-Length: 2'],
    ['another protocol', '101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade'],
  ])('takes nothing of an answer with %s', async (_, head) => {
    const { port } = await tcpServer((socket) => {
      socket.on('data', () => socket.write(`HTTP/1.1 ${head}\r\n\r\n2\r\nok\r\n0\r\n\r\n`))
    })
    const answer = await network.request(post(`http://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ ok: false, reason: 'UNREACHABLE' })
  })

  it('hands back no NUL, which no database text can hold', async () => {
    const { port } = await httpServer((_request, response) => response.end('a\0b'))
    expect(await network.request(post(`http://127.0.0.1:${port}/`))).toMatchObject({ body: 'a\uFFFDb' })
  })

  it('reuses a connection under one policy, and never under another', async () => {
    const { port, connections } = await httpServer((_request, response) => response.end('ok'))
    const url = `http://127.0.0.1:${port}/`
    await network.request(post(url))
    // The socket is free again once the turn that ended the answer is over.
    await new Promise((resolve) => setImmediate(resolve))
    await network.request(post(url))
    expect(connections()).toBe(1)
    expect(await network.request(post(url, { guard: strict }))).toMatchObject({ reason: 'REFUSED_ADDRESS' })
    await network.request(post(url, { guard: addressPolicy({ allow: ['127.0.0.1'], loopback: false }) }))
    expect(connections()).toBe(2)
  })

  it('opens no more sockets to one origin than allowed', async () => {
    const { port, connections } = await httpServer((_request, response) => {
      setTimeout(() => response.end('ok'), 5)
    })
    const narrow = networkWith({ socketsPerOrigin: 2 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => narrow.request(post(`http://127.0.0.1:${port}/`))),
    )
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(connections()).toBe(2)
  })
})

describe('a call to an address that the policy refuses', () => {
  it.each([['127.0.0.1'], ['localhost'], ['[::1]'], ['2130706433'], ['[::ffff:127.0.0.1]'], ['0.0.0.0']])(
    'opens no connection: %s',
    async (host) => {
      const { port, connections } = await httpServer((_request, response) => response.end())
      const answer = await network.request(post(`http://${host}:${port}/?secret=s3cr3t`, { guard: strict }))
      expect(answer).toMatchObject({ ok: false, reason: 'REFUSED_ADDRESS' })
      expect(JSON.stringify(answer)).not.toContain('s3cr3t')
      expect(connections()).toBe(0)
    },
  )

  it('is refused when the name resolves to it', async () => {
    const inner = networkWith({ resolve: async () => [{ address: '169.254.169.254', family: 4 }] })
    const answer = await inner.request(post('http://shop.example/', { guard: strict }))
    expect(answer).toMatchObject({ ok: false, reason: 'REFUSED_ADDRESS' })
    expect(!answer.ok && answer.detail).toContain('metadata')
  })

  it('is refused when the name turns to it after a good answer (DNS rebinding)', async () => {
    const { port, connections } = await httpServer((_request, response) => {
      response.writeHead(200, { connection: 'close' }).end('ok')
    })
    const answers = [LOCAL, { address: '10.0.0.1', family: 4 }]
    const rebound = networkWith({ resolve: async () => answers.splice(0, 1) })
    const url = `http://shop.example:${port}/`
    expect(await rebound.request(post(url))).toMatchObject({ ok: true })
    expect(await rebound.request(post(url))).toMatchObject({ ok: false, reason: 'REFUSED_ADDRESS' })
    expect(connections()).toBe(1)
  })

  it('is left out where the name has an allowed address as well', async () => {
    const { port } = await httpServer((_request, response) => response.end('ok'))
    const mixed = networkWith({ resolve: async () => [{ address: '10.0.0.1', family: 4 }, LOCAL] })
    expect(await mixed.request(post(`http://shop.example:${port}/`))).toMatchObject({ ok: true, body: 'ok' })
  })
})

describe('a call that fails', () => {
  it('is cut when the headers take too long', async () => {
    const { port } = await httpServer(() => {})
    const answer = await network.request(post(`http://127.0.0.1:${port}/`, { timeoutMs: 50 }))
    expect(answer).toMatchObject({ ok: false, reason: 'TIMEOUT' })
  })

  it('is cut when the body drips on beyond the time for everything', async () => {
    const { port } = await httpServer((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const answer = await network.request(post(`http://127.0.0.1:${port}/`, { timeoutMs: 80 }))
    expect(answer).toMatchObject({ ok: false, reason: 'TIMEOUT' })
  })

  it('is never sent once its time was over before it had a socket', async () => {
    const paths: (string | undefined)[] = []
    let answerFirst = (): void => undefined
    const arrived = Promise.withResolvers<void>()
    const { port } = await httpServer((request, response) => {
      paths.push(request.url)
      if (request.url !== '/first') return void response.end()
      answerFirst = () => void response.end()
      arrived.resolve()
    })
    const narrow = networkWith({ socketsPerOrigin: 1 })
    const first = narrow.request(post(`http://127.0.0.1:${port}/first`))
    await arrived.promise
    const late = await narrow.request(post(`http://127.0.0.1:${port}/late`, { timeoutMs: 20 }))
    expect(late).toMatchObject({ ok: false, reason: 'TIMEOUT' })
    answerFirst()
    expect(await first).toMatchObject({ ok: true })
    expect(await narrow.request(post(`http://127.0.0.1:${port}/next`))).toMatchObject({ ok: true })
    expect(paths).toEqual(['/first', '/next'])
  })

  it('is cut when the lookup hangs', async () => {
    const hanging = networkWith({ resolve: () => new Promise(() => {}) })
    const answer = await hanging.request(post('http://shop.example/', { timeoutMs: 50 }))
    expect(answer).toMatchObject({ ok: false, reason: 'TIMEOUT' })
  })

  it('is cut when the TLS handshake hangs, having named the host in it', async () => {
    let hello = Buffer.alloc(0)
    const named = Promise.withResolvers<void>()
    const { port } = await tcpServer((socket) => {
      socket.on('data', (bytes) => {
        hello = Buffer.concat([hello, bytes])
        if (hello.includes('shop.example')) named.resolve()
      })
    })
    // Its time is over once it has said so much.
    const after: Timers['after'] = (_delayMs, action) => {
      named.promise.then(action)
      return () => undefined
    }
    const waiting = networkWith({ resolve: async () => [LOCAL], timers: { ...realTimers, after } })
    const answer = await waiting.request(post(`https://shop.example:${port}/`))
    expect(answer).toMatchObject({ ok: false, reason: 'TIMEOUT' })
  })

  it('tells of a port where nobody listens', async () => {
    const answer = await network.request(post('http://127.0.0.1:1/'))
    expect(answer).toMatchObject({ ok: false, reason: 'UNREACHABLE' })
    expect(!answer.ok && answer.detail).toContain('nothing listens')
  })

  it('tells of a name that DNS does not know', async () => {
    const lost = networkWith({
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
    })
    const answer = await lost.request(post('http://shop.example/'))
    expect(!answer.ok && answer.detail).toContain('not known to DNS')
  })

  it('tells of https spoken to a port that serves http', async () => {
    const { port } = await httpServer((_request, response) => response.end())
    const answer = await network.request(post(`https://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ ok: false, reason: 'UNREACHABLE' })
    expect(!answer.ok && answer.detail).toContain('TLS')
  })

  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['talks nonsense', (socket: Socket) => socket.end('SSH-2.0-nonsense\r\n')],
    [
      'promises more than it sends',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
    ],
  ])('is a value when the server %s', async (_what, onSocket) => {
    const { port } = await tcpServer(onSocket)
    const answer = await network.request(post(`http://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ ok: false, reason: 'UNREACHABLE' })
  })

  it.each([['not a url'], ['ftp://127.0.0.1/'], ['']])('is a value when the URL is %j', async (url) => {
    expect(await network.request(post(url))).toMatchObject({ ok: false, reason: 'BAD_URL' })
  })

  it('is a value when a header cannot be sent', async () => {
    const answer = await network.request(post('http://127.0.0.1:1/', { headers: { a: 'b\r\nc: d' } }))
    expect(answer.ok).toBe(false)
  })
})

describe('as whom it speaks', () => {
  it('is forgotten a minute after the last word, when somebody else begins to speak, and not while an answer is out', () => {
    let now = 0
    const closed: number[] = []
    let made = 0
    const agents = new Agents({ now: () => now }, () => {
      const number = ++made
      return { close: async () => void closed.push(number), destroy: async () => undefined }
    })
    const guards = Array.from({ length: 4 }, () => addressPolicy({ allow: [], loopback: true }))
    const use = (index: number) => agents.of({ guard: guards[index] ?? loopback })
    const busy = use(0)
    busy.inProgress += 1
    use(1)
    now = 60_000
    use(2)
    expect(closed).toEqual([2])
    expect(use(0)).toBe(busy)
    busy.inProgress -= 1
    busy.usedAt = now
    now = 120_000
    use(3)
    expect(closed).toEqual([2, 1, 3])
  })
})
