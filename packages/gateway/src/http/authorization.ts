/**
 * Reads a bearer token from a request and passes it to an authenticator.
 *
 * Runs before the body is read, and after the first checks. The authenticator knows the form of a token and what it allows. Never
 * logs or repeats the header's content.
 */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { httpProblem, type Problem, ProblemError } from './problems.ts'

/**
 * Checks a token; may decorate the request and set response headers. The token is `undefined` if there was no well-formed header.
 * Answers synchronously if it can, because each promise costs the request a turn of the microtask queue.
 */
export type BearerAuthenticator = (
  token: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) => Problem | undefined | Promise<Problem | undefined>

/** An `onRequest` hook for routes that need a bearer token. */
export function requireBearer(authenticate: BearerAuthenticator): onRequestHookHandler {
  return (request, reply, done) => {
    const answer = (problem: Problem | undefined) =>
      problem === undefined ? done() : done(new ProblemError(problem))
    const judged = authenticate(bearerToken(request.headers.authorization), request, reply)
    if (judged instanceof Promise) judged.then(answer, done)
    else answer(judged)
  }
}

const SCHEME = 'Bearer '
const SPACE = /\s/

/** RFC 6750, 2.1; the scheme in upper or lower case. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  // The usual spelling: a regular expression over 400 characters takes as long as everything after it.
  const token = header.startsWith(SCHEME) ? header.slice(SCHEME.length) : undefined
  if (token !== undefined && token !== '' && !SPACE.test(token)) return token
  return /^bearer +([^\s]+)$/i.exec(header)?.[1]
}

/** 401, with its challenge. */
export const unauthenticated = (
  detail: string,
  code: 'AUTHENTICATION_FAILED' | 'TOKEN_EXPIRED' = 'AUTHENTICATION_FAILED',
): Problem => httpProblem(code, detail, { headers: { 'www-authenticate': 'Bearer' } })

/** The method to check: HEAD requests what GET does, and is checked as GET. */
export const methodRequested = ({ method }: Pick<FastifyRequest, 'method'>): string =>
  method === 'HEAD' ? 'GET' : method

/**
 * The whole decoded path, built from the matched route and its decoded parameters, so what is checked is what is executed,
 * however the caller spelt it. Or the path that the route declares instead. A slash inside a parameter stays encoded, so that it
 * matches no other path.
 */
export function matchedPath(request: FastifyRequest): string {
  const params = request.params as Readonly<Record<string, string>>
  let path = ''
  const { config, url = '' } = request.foundRoute
  for (const { text, parameter } of chunksOf(config.judgedAs ?? url)) {
    const value = parameter === undefined ? text : (params[parameter] ?? '')
    path += parameter !== undefined && value.includes('/') ? value.replaceAll('/', '%2F') : value
  }
  return path
}

/** A part of a route's template: literal text, or the name of a parameter. */
interface Chunk {
  readonly text: string
  readonly parameter: string | undefined
}

/** One entry for each route. */
const chunksOfTemplate = new Map<string, readonly Chunk[]>()

function chunksOf(template: string): readonly Chunk[] {
  const known = chunksOfTemplate.get(template)
  if (known) return known
  const chunks = template.split(/(:[A-Za-z_]\w*|\*$)/).map((text, index) => ({
    text,
    parameter: index % 2 === 0 ? undefined : text.replace(/^:/, ''),
  }))
  chunksOfTemplate.set(template, chunks)
  return chunks
}
