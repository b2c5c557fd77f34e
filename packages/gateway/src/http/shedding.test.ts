import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { JSON_BODY, type TestServer, testServer, VERSION } from './http.fixture.ts'
import { shutDown } from './shedding.ts'

/** These run over a real socket of the loopback: what they prove is about connections. */
let server: TestServer
afterEach(() => server.app.close())

const never = { after: () => () => {}, soon: (action: () => void) => action() }

async function listening(handler: () => Promise<object>): Promise<number> {
  server = testServer()
  server.app.get('/slow', handler)
  server.app.post('/take', async () => ({}))
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return (server.app.server.address() as AddressInfo).port
}

const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      answer += data.toString()
    })
    socket.on('close', () => resolve(answer))
  })

describe('shutting down', () => {
  it('finishes what was accepted, and closes its connection', async () => {
    let arrived = () => {}
    let finish = () => {}
    const entered = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const port = await listening(async () => {
      arrived()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { done: true }
    })
    const answering = fetch(`http://127.0.0.1:${port}/slow`, { headers: VERSION })
    await entered
    const closing = shutDown(server.app, { shedding: server.shedding, timers: never, graceMs: 1000 })
    finish()
    const answer = await answering
    expect(await answer.json()).toEqual({ done: true })
    expect(answer.headers.get('connection')).toBe('close')
    await closing
    await expect(fetch(`http://127.0.0.1:${port}/slow`, { headers: VERSION })).rejects.toThrow()
  })

  it('refuses new requests with 503 meanwhile', async () => {
    await listening(async () => ({}))
    server.shedding.drain()
    const answer = await server.app.inject({ url: '/slow', headers: VERSION })
    expect(answer.json().code).toBe('UNAVAILABLE')
    expect(answer.headers.connection).toBe('close')
  })

  it('serves on for as long as it was told to before it refuses anything', async () => {
    const port = await listening(async () => ({ served: true }))
    let leaveTime = () => {}
    const timers = {
      ...never,
      after(ms: number, action: () => void) {
        if (ms === 5_000) leaveTime = action
        return () => {}
      },
    }
    const { shedding } = server
    const closing = shutDown(server.app, { shedding, timers, graceMs: 1_000, drainMs: 5_000 })
    const answer = await fetch(`http://127.0.0.1:${port}/slow`, { headers: VERSION })
    expect(await answer.json()).toEqual({ served: true })
    expect(shedding.draining).toBe(false)
    leaveTime()
    await closing
    expect(shedding.draining).toBe(true)
  })

  it('cuts what takes longer than its grace', async () => {
    let arrived = () => {}
    const entered = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const port = await listening(() => {
      arrived()
      return new Promise(() => {})
    })
    const answering = fetch(`http://127.0.0.1:${port}/slow`, { headers: VERSION })
    const refused = expect(answering).rejects.toThrow()
    await entered
    const impatient = {
      ...never,
      after(_ms: number, action: () => void) {
        setImmediate(action)
        return () => {}
      },
    }
    await shutDown(server.app, { shedding: server.shedding, timers: impatient, graceMs: 1 })
    await refused
  })
})

describe('over a real connection', () => {
  it('a chunked body beyond 64 KiB is 413', async () => {
    const port = await listening(async () => ({}))
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest({ port, host: '127.0.0.1', path: '/take', method: 'POST', headers: JSON_BODY })
      call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      call.write('"')
      call.write('x'.repeat(70_000))
      call.end('"')
    })
    expect(status).toBe(413)
  })

  it('a header of 17 kB is no broken connection', async () => {
    const port = await listening(async () => ({}))
    const authorization = `Bearer ${'a'.repeat(17_000)}`
    const answer = await fetch(`http://127.0.0.1:${port}/slow`, { headers: { ...VERSION, authorization } })
    expect(answer.status).toBe(200)
  })

  it.each(['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /\u0001 HTTP/1.1\r\nHost: x\r\n\r\n'])(
    'what is no HTTP gets a 400 problem: %j',
    async (text) => {
      const answer = await raw(await listening(async () => ({})), text)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('application/problem+json')
    },
  )
})
