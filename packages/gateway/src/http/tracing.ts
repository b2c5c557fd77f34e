/**
 * A span for each request, by its route's template and status. Registered only if there is tracing.
 *
 * A caller's `traceparent` becomes a link and never the span's parent: otherwise a stranger would decide what is recorded, and
 * could put spans into any trace. Health and metrics, which are read every few seconds, have no spans.
 */
import {
  readTraceparent,
  TRACEPARENT,
  type TraceSpan,
  type Tracing,
} from '@sluice/core/foundation/tracing.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import './request.ts'

const UNTRACED = ['/health', '/metrics']
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Call it before any other hook or route. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = spanOf(tracing, request)
    done()
  })
  // The bodies of several requests are read together, so a handler may be called in the context of another request.
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      return tracing.run(request.span, () => handler.call(this, request, reply))
    }
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    if (span) endSpan(span, request, reply.statusCode)
    done()
  })
}

function spanOf(tracing: Tracing, request: FastifyRequest): TraceSpan | undefined {
  const route = request.is404 ? undefined : request.routeOptions.url
  if (route !== undefined && UNTRACED.some((path) => route.startsWith(path))) return undefined
  const method = METHODS.has(request.method) ? request.method : '_OTHER'
  const caller = request.headers[TRACEPARENT]
  const link = typeof caller === 'string' ? readTraceparent(caller) : undefined
  return tracing.start(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    isApart: true,
    ...(link && { links: [link] }),
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'sluice.request_id': request.id,
    },
  })
}

function endSpan(span: TraceSpan, { refusedAs }: FastifyRequest, status: number): void {
  span.set({
    'http.response.status_code': status,
    ...(refusedAs !== null && { 'error.type': refusedAs }),
  })
  span.end({ hasFailed: status >= 500 })
}
