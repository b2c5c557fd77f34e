import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { testServer, VERSION } from './http.fixture.ts'

const kept = new PassThrough()

function server() {
  const { app, log } = testServer()
  app.get('/json', async () => ({ text: 'für' }))
  app.get('/bytes', async (_request, reply) => reply.type('image/png').send(Buffer.from([1, 2, 3])))
  app.get('/file', async (_request, reply) =>
    reply
      .type('text/plain')
      .header('content-length', '5')
      .send(Readable.from(['a', 'bcde'])),
  )
  app.get('/for-ever', async (_request, reply) => reply.type('text/event-stream').send(kept))
  app.get('/nothing', async (_request, reply) => reply.code(204).send())
  app.get('/seen', async (_request, reply) => reply.code(304).send())
  app.get('/empty', async (_request, reply) => reply.send())
  app.get('/elsewhere', async (_request, reply) => reply.redirect('/json'))
  app.get('/broken', async () => {
    throw new Error('a bug')
  })
  app.post('/only-post', async () => ({}))
  return { app, log }
}

const PASSING = ['date', 'x-request-id']

async function requested(method: 'GET' | 'HEAD', url: string) {
  const { statusCode, headers, body } = await server().app.inject({ method, url, headers: VERSION })
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.includes(name))
  return { statusCode, headers: Object.fromEntries(lasting), body }
}

describe('HEAD', () => {
  it.each([
    '/json',
    '/bytes',
    '/file',
    '/nothing',
    '/seen',
    '/empty',
    '/elsewhere',
    '/broken',
    '/only-post',
    '/nowhere',
    '/%zz',
  ])('answers at %s as GET does, with its length and without its body', async (url) => {
    const got = await requested('GET', url)
    const length = got.headers['content-length']
    expect(await requested('HEAD', url)).toEqual({ ...got, body: '' })
    if (got.body !== '') expect(length).toBe(String(Buffer.byteLength(got.body)))
  })

  it('ends what would stream for ever', async () => {
    const { statusCode, headers, body } = await requested('HEAD', '/for-ever')
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/event-stream', ''])
    expect(kept.destroyed).toBe(true)
  })

  it('is allowed where GET is, and nowhere else', async () => {
    const { app } = server()
    const allowOf = async (url: string) =>
      (await app.inject({ method: 'DELETE', url, headers: VERSION })).headers.allow
    expect(await allowOf('/json')).toBe('GET, HEAD')
    expect(await allowOf('/only-post')).toBe('POST')
  })

  it('is told to hooks and the log under its own name', async () => {
    const { app, log } = server()
    const seen: string[] = []
    app.addHook('onRequest', async ({ method }) => void seen.push(method))
    app.addHook('onResponse', async ({ method }) => void seen.push(method))
    await app.inject({ method: 'HEAD', url: '/json', headers: VERSION })
    expect(seen).toEqual(['HEAD', 'HEAD'])
    expect(log.lines.map(({ fields }) => fields)).toEqual([expect.objectContaining({ method: 'HEAD' })])
  })

  it('writes no body onto a connection, and leaves it open for what comes next', async () => {
    const { app } = server()
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const head = await fetch(`${origin}/bytes`, { method: 'HEAD', headers: VERSION })
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['3', ''])
    expect(await (await fetch(`${origin}/json`, { headers: VERSION })).json()).toEqual({ text: 'für' })
    await app.close()
  })
})
