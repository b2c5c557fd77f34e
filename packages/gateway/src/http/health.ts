/**
 * Health: `/health/live` says that the process runs, `/health/ready` that it can serve. Both are answered while draining and
 * under load; readiness then fails, so that a load balancer sends requests elsewhere. Shows which check failed, but not why.
 */
import type { FastifyInstance } from 'fastify'
import './request.ts'
import type { Shedding } from './shedding.ts'

export interface ReadinessCheck {
  readonly name: string
  /** Must answer soon. If it rejects, the check has failed. */
  check(): Promise<boolean>
}

const passes = async ({ check }: ReadinessCheck): Promise<boolean> => {
  try {
    return await check()
  } catch {
    return false
  }
}

export function registerHealth(
  app: FastifyInstance,
  shedding: Shedding,
  checks: readonly ReadinessCheck[],
): void {
  const options = { config: { versioned: false, sheddable: false }, schema: { hide: true } }
  app.get('/health/live', options, async () => ({ status: 'ok' }))
  app.get('/health/ready', options, async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async (check) => ({ name: check.name, ok: await passes(check) })),
    )
    const ready = !shedding.leaving && results.every((result) => result.ok)
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    return { status: ready ? 'ok' : 'unavailable', draining: shedding.draining, checks: results }
  })
}
