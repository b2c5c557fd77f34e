/**
 * Authorization: reads a bearer token from a request and lets somebody else judge it.
 *
 * Promises: runs before the body is read, and after the first checks. What a token is, and what it allows, is the
 * authenticator's to know. Never logs or echoes what the header holds.
 */
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { httpProblem, type Problem, ProblemError } from './problems.ts'

/** Judges a token; may decorate the request and set headers of the answer. `undefined` as token: there was no well-formed header. */
export type BearerAuthenticator = (
  token: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Problem | undefined>

/** An `onRequest` hook for routes that need a bearer token. */
export function requireBearer(authenticate: BearerAuthenticator): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const problem = await authenticate(bearerToken(request.headers.authorization), request, reply)
    if (problem !== undefined) throw new ProblemError(problem)
  }
}

/** RFC 6750, 2.1; the scheme in any case of letters. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +([^\s]+)$/i.exec(header)?.[1]
}

/** 401, with the challenge that belongs to it. */
export const unauthenticated = (
  detail: string,
  code: 'AUTHENTICATION_FAILED' | 'TOKEN_EXPIRED' = 'AUTHENTICATION_FAILED',
): Problem => httpProblem(code, detail, { headers: { 'www-authenticate': 'Bearer' } })

/**
 * The whole decoded path, put together from the route that was matched and its decoded parameters: what is judged is
 * then what is done, however the caller spelt it. A slash inside a parameter stays encoded, so that it opens no other path.
 */
export function matchedPath(request: FastifyRequest): string {
  const params = request.params as Readonly<Record<string, string>>
  const template = request.routeOptions.url ?? ''
  return template.replace(/:([A-Za-z_]\w*)|\*$/g, (whole, name: string | undefined) =>
    (params[name ?? whole] ?? '').replaceAll('/', '%2F'),
  )
}
