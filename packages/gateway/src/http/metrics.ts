/**
 * Metrics for Prometheus: requests by route template and status, and whatever the modules above register.
 *
 * Labels come from our routes, never from a caller, so strangers cannot create series.
 */
import type { FastifyInstance } from 'fastify'
import type { Registry as MetricsRegistry } from 'prom-client'
import { Histogram, Registry } from './prometheus.ts'
import './request.ts'

export interface ObservedRequest {
  readonly method: string
  /** The route's template; undefined if no route matched. */
  readonly route: string | undefined
  readonly status: number
  readonly durationMs: number
}

export interface HttpMetrics {
  readonly registry: MetricsRegistry
  observe(request: ObservedRequest): void
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function httpMetrics(registry: MetricsRegistry = new Registry()): HttpMetrics {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer, by method, route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  // One for each combination of route, method and status. Looking the labels up in the histogram costs ten times as much.
  const series = new Map<string, ReturnType<typeof durations.labels>>()
  return {
    registry,
    observe({ method, route = '(none)', status, durationMs }) {
      const known = METHODS.has(method) ? method : 'OTHER'
      const name = `${known} ${status} ${route}`
      let one = series.get(name)
      if (one === undefined) {
        one = durations.labels({ method: known, route, status })
        series.set(name, one)
      }
      one.observe(durationMs / 1000)
    },
  }
}

/** `GET /metrics` in Prometheus' text format. @param page the page to return; with several processes, for all of them */
export function registerMetrics(app: FastifyInstance, page: () => Promise<string>): void {
  const config = { versioned: false, sheddable: false }
  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) => {
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE)
    return page()
  })
}
