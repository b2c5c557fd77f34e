/**
 * Authorization: reads a bearer token from a request and lets somebody else judge it.
 *
 * Promises: runs before the body is read, and after the first checks. What a token is, and what it allows, is the
 * authenticator's to know. Never logs or echoes what the header holds.
 */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { httpProblem, type Problem, ProblemError } from './problems.ts'

/**
 * Judges a token; may decorate the request and set headers of the answer. `undefined` as token: there was no well-formed header.
 * Answers at once where it can: each promise that a request waits for costs it a turn of the microtasks.
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

/** RFC 6750, 2.1; the scheme in any case of letters. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  // As nearly everybody writes it: a regular expression over 400 characters takes as long as all that follows.
  const token = header.startsWith(SCHEME) ? header.slice(SCHEME.length) : undefined
  if (token !== undefined && token !== '' && !SPACE.test(token)) return token
  return /^bearer +([^\s]+)$/i.exec(header)?.[1]
}

/** 401, with the challenge that belongs to it. */
export const unauthenticated = (
  detail: string,
  code: 'AUTHENTICATION_FAILED' | 'TOKEN_EXPIRED' = 'AUTHENTICATION_FAILED',
): Problem => httpProblem(code, detail, { headers: { 'www-authenticate': 'Bearer' } })

/** What is asked for: HEAD asks for what GET does, and is judged as it. */
export const methodRequested = ({ method }: Pick<FastifyRequest, 'method'>): string =>
  method === 'HEAD' ? 'GET' : method

/**
 * The whole decoded path, put together from the route that was matched and its decoded parameters: what is judged is
 * then what is done, however the caller spelt it; or the path that the route says it is judged as. A slash inside a parameter stays encoded, so that it opens no other path.
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

/** Of a route's template: text as it stands, or the name of a parameter. */
interface Chunk {
  readonly text: string
  readonly parameter: string | undefined
}

/** As many as there are routes. */
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
