import { Type } from '@fastify/type-provider-typebox'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import { describe, expect, it } from 'vitest'
import { JSON_BODY, type TestServer, testServer, VERSION } from './http.fixture.ts'
import { validationFailed } from './problems.ts'
import { schemaFaults } from './refusals.ts'
import type { ServerOptions } from './server.ts'

/** A small shop of things, with names like those of the real routes. */
function things(options: Partial<ServerOptions> = {}): TestServer {
  const server = testServer(options)
  server.app.register(async (app) => {
    app.post('/things/!list', async () => ({ route: 'list' }))
    app.get<{ Params: { id: string } }>('/things/:id', async (request) => ({ id: request.params.id }))
    app.post('/things/:id', async (request) => ({ body: request.body, imprecise: request.impreciseNumbers }))
    app.post('/things/:id/!act', async () => ({ route: 'act' }))
    app.post(
      '/files',
      { bodyLimit: 100_000, config: { file: { limitBytes: 100_000 }, versioned: false } },
      async (request) => ({
        bytes: request.rawBody.length,
        first: request.rawBody[0],
        body: request.body ?? null,
      }),
    )
    app.get('/open', { config: { versioned: false } }, async () => ({ amount: rawNumber('0.0000005') }))
    app.get('/broken', async () => {
      throw new Error('secret detail')
    })
    app.post('/strict', { schema: { body: Strict } }, async () => ({}))
    app.post('/lenient', { schema: { body: Strict }, attachValidation: true }, async (request) =>
      schemaFaults(request.validationError?.validation ?? []),
    )
  })
  return server
}

const Strict = Type.Object({ name: Type.String(), count: Type.Integer({ maximum: 5 }) })

describe('the order of the first checks', () => {
  it.each(['/things/x', '/nowhere', '/things/%zz'])(
    'OPTIONS %s is a preflight without a version: 204',
    async (url) => {
      const { app } = things()
      const answer = await app.inject({ method: 'OPTIONS', url })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['access-control-allow-headers']).toBe(
        'Authorization, Content-Type, X-API-Version',
      )
    },
  )

  it.each(['/things/x', '/nowhere', '/things/%zz'])(
    '%s without a version is 404 VERSION_UNSUPPORTED',
    async (url) => {
      const answer = await things().app.inject({ url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('VERSION_UNSUPPORTED')
    },
  )

  it.each(['1', '3', '2.82', '02', 'v2', '2, 2'])('the version %s is not supported', async (version) => {
    const answer = await things().app.inject({ url: '/things/x', headers: { 'x-api-version': version } })
    expect(answer.json().code).toBe('VERSION_UNSUPPORTED')
  })

  it('a route may do without a version, and so may unknown paths beside such routes', async () => {
    const { app } = things()
    expect((await app.inject('/open')).statusCode).toBe(200)
    expect((await app.inject('/admin/nothing')).json().code).toBe('NOT_FOUND')
    expect((await app.inject('/administrator')).json().code).toBe('VERSION_UNSUPPORTED')
  })

  it('an unknown path is 404 NOT_FOUND', async () => {
    const answer = await things().app.inject({ url: '/nowhere', headers: VERSION })
    expect(answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('another method is 405 with Allow', async () => {
    const answer = await things().app.inject({ method: 'DELETE', url: '/things/x', headers: VERSION })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  })

  it('a name with an exclamation mark is no identifier: another method there is 405', async () => {
    const answer = await things().app.inject({ url: '/things/!list', headers: VERSION })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('POST')
  })

  it('a body announced too large is 413 before its media type is looked at', async () => {
    const headers = { ...VERSION, 'content-type': 'text/plain' }
    const answer = await things().app.inject({
      method: 'POST',
      url: '/things/x',
      headers,
      payload: 'x'.repeat(65_537),
    })
    expect(answer.json()).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  })

  it.each(['text/plain', 'application/jsonx', 'application/x-www-form-urlencoded', ''])(
    'the media type "%s" is 415',
    async (type) => {
      const headers = { ...VERSION, 'content-type': type }
      const answer = await things().app.inject({ method: 'POST', url: '/things/x', headers, payload: '{}' })
      expect(answer.json()).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  describe('a route that takes files', () => {
    const send = (payload: Buffer, type: string) =>
      things().app.inject({ method: 'POST', url: '/files', headers: { 'content-type': type }, payload })

    it.each(['application/xml', 'text/xml; charset=iso-8859-1', 'TEXT/CSV', 'application/octet-stream'])(
      'has the bytes of %s as they came, beyond the limit of JSON bodies',
      async (type) => {
        const answer = await send(Buffer.alloc(70_000, 0xff), type)
        expect(answer.json()).toEqual({ bytes: 70_000, first: 0xff, body: null })
      },
    )

    it.each(['application/json', 'application/zip', ''])('takes no "%s": 415', async (type) => {
      expect((await send(Buffer.from('{}'), type)).statusCode).toBe(415)
    })

    it('takes no more than its limit: 413', async () => {
      expect((await send(Buffer.alloc(100_001), 'text/csv')).statusCode).toBe(413)
    })

    it('takes no empty file: 400', async () => {
      expect((await send(Buffer.alloc(0), 'text/csv')).statusCode).toBe(400)
    })
  })

  it('a compressed body is 415', async () => {
    const headers = { ...JSON_BODY, 'content-encoding': 'gzip' }
    const answer = await things().app.inject({ method: 'POST', url: '/things/x', headers, payload: '{}' })
    expect(answer.statusCode).toBe(415)
  })

  it('a charset parameter is fine', async () => {
    const headers = { ...VERSION, 'content-type': 'Application/JSON; charset=utf-8' }
    const answer = await things().app.inject({
      method: 'POST',
      url: '/things/x',
      headers,
      payload: '{"a":1}',
    })
    expect(answer.json().body).toEqual({ a: 1 })
  })
})

describe('routing', () => {
  it.each([
    ['POST', '/things/!list', 'list'],
    ['POST', '/things/%21list', 'list'],
    ['POST', '/things/a.b~c/!act', 'act'],
  ] as const)('%s %s', async (method, url, route) => {
    const answer = await things().app.inject({ method, url, headers: VERSION })
    expect(answer.json()).toEqual({ route })
  })

  it.each([
    ['a%2Fb.c', 'a/b.c'],
    ['%E2%82%AC', '€'],
    ['x'.repeat(9000), 'x'.repeat(9000)],
  ])('a parameter arrives decoded, however long', async (encoded, id) => {
    const answer = await things().app.inject({ url: `/things/${encoded}`, headers: VERSION })
    expect(answer.json()).toEqual({ id })
  })

  it.each(['%zz', '%ff', '%'])('broken percent-encoding %s is a 400 problem', async (encoded) => {
    const answer = await things().app.inject({ url: `/things/${encoded}`, headers: VERSION })
    expect(answer.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })
})

describe('problems', () => {
  it('are RFC 9457 documents with the id that the header carries', async () => {
    const answer = await things().app.inject({ url: '/nowhere', headers: VERSION })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toEqual({
      type: '/docs/errors/NOT_FOUND',
      title: 'Not found',
      status: 404,
      code: 'NOT_FOUND',
      detail: expect.any(String),
      requestId: answer.headers['x-request-id'],
    })
  })

  it('a stranger does not choose the request id', async () => {
    const answer = await things().app.inject({
      url: '/nowhere',
      headers: { ...VERSION, 'x-request-id': 'mine' },
    })
    expect(answer.headers['x-request-id']).not.toBe('mine')
  })

  it('a bug is 500 INTERNAL_ERROR, logged under its request, and shows nothing', async () => {
    const { app, log } = things()
    const answer = await app.inject({ url: '/broken', headers: VERSION })
    expect(answer.json()).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' })
    expect(answer.body).not.toContain('secret detail')
    const line = log.lines.find(({ level }) => level === 'error')
    expect(line?.fields).toMatchObject({ requestId: answer.json().requestId })
  })

  it('all faults of a body are listed at once, by JSON Pointer', async () => {
    const answer = await things().app.inject({
      method: 'POST',
      url: '/strict',
      headers: JSON_BODY,
      payload: '{"count":9}',
    })
    expect(answer.json().errors).toEqual([
      { path: '/name', code: 'REQUIRED', message: 'is mandatory' },
      { path: '/count', code: 'OUT_OF_RANGE', message: 'must be <= 5' },
    ])
  })

  it.each(['"3"', 'true', '[3]'])('%s is no number', async (count) => {
    const payload = `{"name":"n","count":${count}}`
    const answer = await things().app.inject({ method: 'POST', url: '/strict', headers: JSON_BODY, payload })
    expect(answer.json().errors).toMatchObject([{ path: '/count', code: 'WRONG_TYPE' }])
  })

  it('the detail tells of three faults, and how many more there are', () => {
    const faults = ['/a', '/b', '/c', '', '/e'].map((path) => ({
      path,
      code: 'REQUIRED' as const,
      message: 'is mandatory',
    }))
    expect(validationFailed(faults).detail).toBe(
      '/a: is mandatory; /b: is mandatory; /c: is mandatory; and 2 more',
    )
    expect(validationFailed(faults.slice(3, 4)).detail).toBe('body: is mandatory')
  })

  it('a browser that asks for the server itself is sent to the documentation; nobody else is', async () => {
    const { app } = things()
    const browser = await app.inject({ url: '/', headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(browser).toMatchObject({ statusCode: 302, headers: { location: '/docs/' } })
    const other = await app.inject({ url: '/', headers: { accept: 'application/json' } })
    expect(other.json()).toMatchObject({ status: 404, code: 'VERSION_UNSUPPORTED' })
  })

  it('a route may ask for the faults instead of the refusal', async () => {
    const answer = await things().app.inject({
      method: 'POST',
      url: '/lenient',
      headers: JSON_BODY,
      payload: '{"name":"n"}',
    })
    expect(answer.json()).toMatchObject([{ path: '/count', code: 'REQUIRED' }])
  })

  it('no body where one is needed is 400 MALFORMED_JSON', async () => {
    const answer = await things().app.inject({ method: 'POST', url: '/strict', headers: VERSION })
    expect(answer.json().code).toBe('MALFORMED_JSON')
  })

  it('a malformed body leaves the connection open', async () => {
    const answer = await things().app.inject({
      method: 'POST',
      url: '/things/x',
      headers: JSON_BODY,
      payload: '{',
    })
    expect(answer.json().code).toBe('MALFORMED_JSON')
    expect(answer.headers.connection).not.toBe('close')
  })
})

describe('answers', () => {
  it('carry exact numbers', async () => {
    expect((await things().app.inject('/open')).body).toBe('{"amount":0.0000005}')
  })

  it('carry the headers that keep browsers from guessing', async () => {
    const { headers } = await things().app.inject('/open')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers['access-control-expose-headers']).toContain('Retry-After, RateLimit, RateLimit-Policy')
  })

  it('leave one log line with the route, never the path', async () => {
    const { app, log } = things()
    await app.inject({ url: '/things/private-name?secret=1', headers: VERSION })
    expect(log.lines).toHaveLength(1)
    expect(log.lines[0]?.fields).toMatchObject({
      method: 'GET',
      route: '/things/:id',
      status: 200,
      durationMs: 0,
    })
    expect(JSON.stringify(log.lines)).not.toContain('private-name')
  })
})

describe('the client address', () => {
  const addressFor = async (options: Partial<ServerOptions>) => {
    const { app } = testServer(options)
    app.get('/ip', { config: { versioned: false } }, async (request) => ({ ip: request.ip }))
    const answer = await app.inject({ url: '/ip', headers: { 'x-forwarded-for': '203.0.113.9' } })
    return answer.json().ip
  }

  it('is not what a stranger says', async () => {
    expect(await addressFor({})).toBe('127.0.0.1')
  })

  it('is what a believed hop says', async () => {
    expect(await addressFor({ trustProxy: ['loopback'] })).toBe('203.0.113.9')
  })
})
