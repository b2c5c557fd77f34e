/**
 * HEAD: answered as GET, by the same route, hooks and handler, and without the body.
 *
 * fastify would add a HEAD route for each GET, and a gateway has some 300 of them: a third of what its routes cost a start. Here a HEAD is
 * turned into a GET while its route is looked for, and back again before the first hook, so that whoever asks a request for its method
 * reads what was sent. A response to a HEAD writes no body by itself: node leaves it out, and fastify gives its length.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const heads = new WeakSet<FastifyRequest['raw']>()

/** As fastify's `rewriteUrl`, the one place before a route is looked for. The URL stays as it is. */
export function lookForGet(raw: FastifyRequest['raw']): string {
  if (raw.method === 'HEAD') {
    heads.add(raw)
    raw.method = 'GET'
  }
  return raw.url ?? '/'
}

/** To be called before anything looks at the request. */
export function asRequested({ raw }: Pick<FastifyRequest, 'raw'>): void {
  if (heads.has(raw)) raw.method = 'HEAD'
}

/** What a HEAD is answered with instead of `payload`, which may be a stream that never ends. */
export function withoutBody(
  { method }: Pick<FastifyRequest, 'method'>,
  reply: FastifyReply,
  payload: unknown,
): unknown {
  if (method !== 'HEAD') return payload
  if (payload === undefined || payload === null) {
    const { statusCode } = reply
    if (statusCode !== 204 && statusCode !== 304 && !reply.hasHeader('content-length'))
      reply.header('content-length', '0')
  } else if (isStream(payload)) {
    payload.on('error', () => undefined)
    payload.destroy()
    return null
  }
  return payload
}

const isStream = (payload: unknown): payload is NodeJS.ReadableStream & { destroy(): void } =>
  typeof payload === 'object' &&
  payload !== null &&
  'pipe' in payload &&
  'destroy' in payload &&
  typeof payload.destroy === 'function'
