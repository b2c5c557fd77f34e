import { describe, expect, it } from 'vitest'
import { testServer, VERSION } from './http.fixture.ts'
import { notifyOfWrites } from './siblings.ts'

/** A server that lets in whoever has a token, and how often it had the other processes look anew. */
function backOffice() {
  const { app } = testServer()
  let looked = 0
  notifyOfWrites(app, {
    refreshCaches: async () => {
      looked += 1
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === undefined) await reply.code(401).send({})
  })
  app.get('/things', async () => ({}))
  app.post('/things', async () => ({}))
  app.post('/broken', async () => {
    throw new Error('after it had changed something')
  })
  return {
    async ask(method: 'GET' | 'POST', url: string, authorization?: string) {
      const headers = { ...VERSION, ...(authorization !== undefined && { authorization }) }
      return (await app.inject({ method, url, headers })).statusCode
    },
    looked: () => looked,
  }
}

describe('the other processes look anew', () => {
  it('after what may have changed something, whatever came of it', async () => {
    const { ask, looked } = backOffice()
    expect(await ask('POST', '/things', 'Bearer op_1')).toBe(200)
    expect(await ask('POST', '/broken', 'Bearer op_1')).toBe(500)
    expect(looked()).toBe(2)
  })

  it('not after a read', async () => {
    const { ask, looked } = backOffice()
    expect(await ask('GET', '/things', 'Bearer op_1')).toBe(200)
    expect(looked()).toBe(0)
  })

  it('not for a stranger, who could keep all of them at it', async () => {
    const { ask, looked } = backOffice()
    expect(await ask('POST', '/things')).toBe(401)
    expect(looked()).toBe(0)
  })
})
