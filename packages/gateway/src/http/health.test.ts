import { describe, expect, it } from 'vitest'
import { registerHealth } from './health.ts'
import { testServer, VERSION } from './http.fixture.ts'
import { httpMetrics, registerMetrics } from './metrics.ts'
import { Shedding } from './shedding.ts'

const healthy = (check: () => Promise<boolean>, overloaded?: () => boolean) => {
  const shedding = new Shedding(overloaded)
  const { app } = testServer({ shedding })
  registerHealth(app, shedding, [{ name: 'database', check }])
  app.get('/work', async () => ({}))
  return { app, shedding }
}

describe('health', () => {
  it('is ready where all checks pass', async () => {
    const answer = await healthy(async () => true).app.inject('/health/ready')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().checks).toEqual([{ name: 'database', ok: true }])
  })

  it.each([async () => false, () => Promise.reject(new Error('secret reason'))])(
    'is alive but not ready where a check fails, and does not say why',
    async (check) => {
      const { app } = healthy(check)
      const answer = await app.inject('/health/ready')
      expect(answer.statusCode).toBe(503)
      expect(answer.body).not.toContain('secret reason')
      expect((await app.inject('/health/live')).statusCode).toBe(200)
    },
  )

  it('is not ready once the node leaves, while everything is still served and its connections closed', async () => {
    const { app, shedding } = healthy(async () => true)
    shedding.leave()
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
    const answer = await app.inject({ url: '/work', headers: VERSION })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.connection).toBe('close')
  })

  it('is not ready while draining', async () => {
    const { app, shedding } = healthy(async () => true)
    shedding.drain()
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
  })
})

describe('under too much load', () => {
  it('requests are 503 UNAVAILABLE with Retry-After, before anything is done', async () => {
    const answer = await healthy(
      async () => true,
      () => true,
    ).app.inject({ url: '/work', headers: VERSION })
    expect(answer.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(answer.headers['retry-after']).toBe('1')
  })

  it('health still answers', async () => {
    const { app } = healthy(
      async () => true,
      () => true,
    )
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
  })
})

describe('metrics', () => {
  it('count requests by route template, and a stranger makes no series', async () => {
    const metrics = httpMetrics()
    const { app } = testServer({ metrics })
    registerMetrics(app, () => metrics.registry.metrics())
    app.get('/things/:id', async () => ({}))
    await app.inject({ url: '/things/private-name', headers: VERSION })
    await app.inject({ url: '/private-path', headers: VERSION })
    const { body } = await app.inject('/metrics')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 1',
    )
    expect(body).toContain('route="(none)",status="404"} 1')
    expect(body).not.toContain('private')
  })
})
