/** What this module adds to fastify's request and to a route's configuration. The modules above add their own. */
// For `hide` in a route's schema.
import type {} from '@fastify/swagger'
import type { TraceSpan } from '@sluice/core/foundation/tracing.ts'
import type { Problem } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as received; empty if there was none. */
    rawBody: Uint8Array
    /** See `body.ts`. */
    impreciseNumbers: readonly string[]
    /** Why the body could not be parsed. Reported after authentication, not while reading. */
    bodyProblem: Problem | null
    /** `routeOptions` when the request came in; fastify computes it again on each access. */
    foundRoute: FastifyRequest['routeOptions']
    /** Milliseconds since the epoch, by the injected clock. */
    receivedAt: number
    /** The code of the problem that was answered, if any. */
    refusedAs: string | null
    /** Its span, if requests are traced. */
    span?: TraceSpan | undefined
  }
  interface FastifyContextConfig {
    /** Whether the route needs `X-API-Version`. Default: yes. */
    versioned?: boolean
    /** Whether the route may be refused under load and while draining. Default: yes. */
    sheddable?: boolean
    /** Whether it is a read, whatever its method. Default: only GET is. */
    asks?: boolean
    /** The template that a token must allow instead of the route's own; with the same parameter names. */
    judgedAs?: string
    /** Whether an empty body is a fault. Default: if the route's schema has a body. */
    bodyRequired?: boolean
    /** The maximum size of the route's JSON instead of `BODY_LIMIT_BYTES`. Give the route a `bodyLimit` of the same size. */
    jsonLimitBytes?: number
    /**
     * The route accepts a file of any of `FILE_TYPES` as its body instead of JSON: its bytes are `rawBody`, and there is no
     * `body`. Give the route a `bodyLimit` of the same size.
     */
    file?: { readonly limitBytes: number }
    /**
     * Another party's format, of any of `RAW_TYPES`: the route reads only `rawBody`, and an invalid body is not a fault of the
     * request.
     */
    rawBody?: boolean
  }
}
