import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { SECURITY_HEADERS } from './security-headers.ts'

it('are what helmet sets for an API that no page frames and every origin may read', async () => {
  const app = Fastify()
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.get('/', (_request, reply) => reply.send())
  const { headers } = await app.inject('/')
  const { 'content-length': _length, date: _date, connection: _connection, ...set } = headers
  expect(set).toEqual(SECURITY_HEADERS)
})
