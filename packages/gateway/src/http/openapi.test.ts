import { Type } from '@fastify/type-provider-typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { testServer } from './http.fixture.ts'
import { problemResponses, registerOpenApi } from './openapi.ts'
import { registerProblemPages } from './problem-pages.ts'
import type { Server } from './server.ts'

let app: Server
beforeEach(() => {
  app = testServer().app
  registerOpenApi(app, {
    title: 'Things',
    version: '2.82',
    summary: 'All about things.',
    webhooks: { 'thing.changed': { post: { responses: { 200: { description: 'Taken' } } } } },
    components: { schemas: { Thing: { type: 'object' } } },
  })
  registerProblemPages(app, { TOO_ODD: { status: 422, title: 'Too odd', explanation: 'Send <even> things' } })
  app.register(async (routes) => {
    const schema = {
      body: Type.Object({ name: Type.String() }),
      response: {
        201: Type.Object({ id: Type.String() }),
        ...problemResponses('VALIDATION_FAILED', 'MALFORMED_JSON'),
      },
    }
    routes.post('/things/:id', { schema }, async (_request, reply) => reply.code(201).send({ id: 'x' }))
  })
})

describe('/openapi.json', () => {
  it('describes the routes, the webhooks and the shared parts in OpenAPI 3.1', async () => {
    const document = (await app.inject('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.webhooks).toHaveProperty(['thing.changed'])
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Problem', 'Thing']))
    const { responses } = document.paths['/things/{id}'].post
    expect(Object.keys(responses)).toEqual(['201', '400'])
    expect(responses['400'].content).toHaveProperty(['application/problem+json'])
    expect(responses['400'].description).toContain('MALFORMED_JSON')
  })

  it('leaves out what is not the API', async () => {
    const document = (await app.inject('/openapi.json')).json()
    expect(Object.keys(document.paths)).toEqual(['/things/{id}'])
  })
})

describe('/docs', () => {
  it('is a page that loads nothing from anybody else', async () => {
    const page = await app.inject('/docs/')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    expect(page.headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^']+'; .*connect-src 'self'/,
    )
  })

  it('brings its own bundle', async () => {
    const [, source = ''] = /<script src="([^"]+)"/.exec((await app.inject('/docs/')).body) ?? []
    const bundle = await app.inject(new URL(source, 'http://here/docs/').pathname)
    expect(bundle.headers['content-type']).toContain('javascript')
    expect(bundle.statusCode).toBe(200)
  })
})

describe('the page of a problem', () => {
  it.each(['/docs/errors/NOT_FOUND', '/docs/errors/TOO_ODD'])('is at %s', async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).not.toContain('<even>')
  })

  it('is 404 for a code that does not exist', async () => {
    expect((await app.inject('/docs/errors/%3Cscript%3E')).json().code).toBe('NOT_FOUND')
  })
})
