/**
 * What this room adds to fastify's request and to the configuration of a route.
 * Never holds anything of the rooms above: they add their own.
 */
// For `hide` in a route's schema.
import type {} from '@fastify/swagger'
import type { Problem } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as received; empty where there was none. */
    rawBody: Uint8Array
    /** See `body.ts`. */
    impreciseNumbers: readonly string[]
    /** Why the body could not be parsed. Told after authentication, not while reading. */
    bodyProblem: Problem | null
    /** As `routeOptions`, which fastify makes anew whenever it is asked, was when the request came in. */
    foundRoute: FastifyRequest['routeOptions']
    /** Milliseconds since the epoch, by the injected clock. */
    receivedAt: number
    /** The code of the problem that was answered, if one was. */
    refusedAs: string | null
  }
  interface FastifyContextConfig {
    /** Does the route need `X-API-Version`? Left out: yes. */
    versioned?: boolean
    /** May the route be refused under load and while draining? Left out: yes. */
    sheddable?: boolean
    /** Does it only ask, whatever its method is? Left out: a GET does. */
    asks?: boolean
    /** The template that a token must allow instead of the route's own; with the same names of parameters. */
    judgedAs?: string
    /** Is an empty body a fault? Left out: where the route's schema has a body. */
    bodyRequired?: boolean
    /** The route's JSON may be this large instead of `BODY_LIMIT_BYTES`. Give the route `bodyLimit` of the same size. */
    jsonLimitBytes?: number
    /**
     * The route takes a file as its body instead of JSON, of any of `FILE_TYPES`: its bytes are `rawBody`, and it has no `body`.
     * Give the route `bodyLimit` of the same size.
     */
    file?: { readonly limitBytes: number }
    /** Somebody else's format, of any of `RAW_TYPES`: the route reads `rawBody` alone, and what is wrong with it is no fault of the request. */
    rawBody?: boolean
  }
}
