/**
 * The server: fastify, configured so that every request passes the same checks in the same order and every refusal has the same
 * format. Read this file first.
 *
 * The order: preflight (204), version (404), route (404, 405), load (503), size and media type (413, 415) in `first-checks.ts`;
 * then the route's own `onRequest` hooks (token, rate, scope); then the body is read and parsed (`body.ts`, 400); then schemas.
 * The bodies of one turn of the event loop are first collected for all requests, then parsed for all, and then each request
 * continues: see `together.ts`. Every answer, log line and problem has a request ID of our own. There is one log line per
 * request, without bodies, queries or full URLs. The server knows nothing about its routes.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Deps, Timers } from '@sluice/core/foundation/deps.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import type { TrustProxy } from './addresses.ts'
import { BODY_LIMIT_BYTES, parseBody } from './body.ts'
import { BodyCollector } from './collected-body.ts'
import {
  API_VERSION,
  BYTE_TYPES,
  firstProblem,
  isBelow,
  KnownPaths,
  pathOf,
  sendPreflight,
  versionUnsupported,
} from './first-checks.ts'
import { asRequested, lookForGet, withoutBody } from './head.ts'
import { logRequest } from './logging.ts'
import type { HttpMetrics } from './metrics.ts'
import { httpProblem, type Problem, ProblemError, problemDocument } from './problems.ts'
import { badPath, errorHandler, type ProblemOfError, sendProblem } from './refusals.ts'
import './request.ts'
import { COMMON_HEADERS } from './security-headers.ts'
import type { Shedding } from './shedding.ts'
import { Gathered, Together } from './together.ts'
import { traceRequests } from './tracing.ts'

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface ServerOptions {
  readonly deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log' | 'tracing'>
  readonly shedding: Shedding
  /** Who is trusted to report the client's address: see `addresses.ts`. */
  readonly trustProxy?: TrustProxy | undefined
  readonly metrics?: HttpMetrics | undefined
  /** Path prefixes that need no version, even if there is no route. */
  readonly unversionedPrefixes?: readonly string[] | undefined
  /** Called with the headers of every request, before anything else. */
  readonly watch?: ((headers: FastifyRequest['headers']) => void) | undefined
  /** Called after every answer. It must not throw. */
  readonly answered?: ((request: FastifyRequest, reply: FastifyReply, durationMs: number) => void) | undefined
  /** Problems for errors that only the modules above know. */
  readonly problemOfError?: ProblemOfError | undefined
}

export const UNVERSIONED_PREFIXES = [
  '/openapi.json',
  '/docs',
  '/health',
  '/metrics',
  '/.well-known',
  '/admin',
] as const

const MAX_HEADER_BYTES = 32_768

/** Options of every address that it listens on. */
export const LISTENER_OPTIONS = {
  // Twice Node's default, so that an overlong token gets a 401 instead of a broken connection.
  maxHeaderSize: MAX_HEADER_BYTES,
  requestTimeout: 30_000,
  // Fastify's default: longer than load balancers keep connections.
  keepAliveTimeout: 72_000,
} as const

/** Builds the server without routes. Register them, then call `listen` or `inject`. */
export function buildServer(options: ServerOptions): Server {
  const { clock, randomness, tracing } = options.deps
  const app = Fastify<RawServerDefault>({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomness.uuidV7(clock.now()),
    trustProxy: options.trustProxy ?? false,
    return503OnClosing: false,
    // Every GET also answers HEAD: see `head.ts`, and `methodRequested`.
    exposeHeadRoutes: false,
    rewriteUrl: lookForGet,
    requestTimeout: LISTENER_OPTIONS.requestTimeout,
    keepAliveTimeout: LISTENER_OPTIONS.keepAliveTimeout,
    http: { maxHeaderSize: LISTENER_OPTIONS.maxHeaderSize },
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true, useDefaults: false },
    },
    frameworkErrors: (_error, request, reply) => {
      asRequested(request)
      sendUnroutable(options, request, reply)
    },
    clientErrorHandler(_error, socket) {
      if (socket.writable) socket.end(rawBadRequest(randomness.uuidV7(clock.now())))
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  writeJsonPlainly(app)
  readJsonBodies(app, options.deps.timers)
  if (tracing) traceRequests(app, tracing)
  answerErrors(app, options)
  checkFirst(app, options)
  reportBodyProblems(app)
  recordResponses(app, options)
  return app
}

function answerErrors(app: Server, { deps: { log, tracing }, problemOfError }: ServerOptions): void {
  const answer = errorHandler({ log, problemOfError })
  if (!tracing) app.setErrorHandler(answer)
  else
    app.setErrorHandler((error, request, reply) =>
      tracing.run(request.span, () => answer(error, request, reply)),
    )
}

/** Schemas describe replies and do not serialise them: see `foundation/json.ts`. */
function writeJsonPlainly(app: Server): void {
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setReplySerializer((payload) => JSON.stringify(payload))
}

function readJsonBodies(app: Server, timers: Pick<Timers, 'soon'>): void {
  const bodies = new BodyCollector(timers)
  const readTogether = new Together(queueMicrotask)
  app.decorateRequest('rawBody')
  app.decorateRequest('impreciseNumbers')
  app.decorateRequest('bodyProblem', null)
  app.decorateRequest('foundRoute')
  app.decorateRequest('receivedAt', 0)
  app.decorateRequest('refusedAs', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const announcedBytes = Number(request.headers['content-length'])
    const bounds = { limitBytes: request.foundRoute.bodyLimit, announcedBytes }
    bodies.collect(payload, bounds, (error, bytes) => {
      if (error) return done(error)
      request.rawBody = bytes
      if (bytes.length === 0) return done(null, undefined)
      const parsed = parseBody(bytes, request.method === 'PATCH' ? 'kept' : 'left-out')
      // Reported in `reportBodyProblems`: an error passed to `done` would close the connection because of an honest mistake.
      if (!parsed.ok) request.bodyProblem = parsed.failure
      else request.impreciseNumbers = parsed.value.impreciseNumbers
      readTogether.join(() => done(null, parsed.ok ? parsed.value.value : undefined))
    })
  })
  // Other routes have rejected these types before: see `first-checks.ts`.
  app.addContentTypeParser<Buffer>([...BYTE_TYPES], { parseAs: 'buffer' }, (request, bytes, done) => {
    request.rawBody = bytes
    done(null, undefined)
  })
}

const NO_BYTES = new Uint8Array(0)
const NO_POINTERS: readonly string[] = []

function checkFirst(app: Server, options: ServerOptions): void {
  const paths = new KnownPaths()
  const checks = {
    paths,
    shedding: options.shedding,
    isUnversioned: isBelow(options.unversionedPrefixes ?? UNVERSIONED_PREFIXES),
  }
  app.addHook('onRoute', (route) => paths.add(route))
  app.addHook('onRequest', (request, reply, done) => {
    asRequested(request)
    options.watch?.(request.headers)
    request.foundRoute = request.routeOptions
    request.receivedAt = options.deps.clock.now()
    request.rawBody = NO_BYTES
    request.impreciseNumbers = NO_POINTERS
    reply.headers(COMMON_HEADERS).header('x-request-id', request.id)
    if (request.method === 'OPTIONS') return void sendPreflight(reply)
    if (isReader(request)) return void reply.redirect('/docs/', 302)
    const problem = firstProblem(request, checks)
    if (problem === undefined) done()
    else done(new ProblemError(problem))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Also for requests that were accepted before: a connection kept alive would delay the stop.
    if (options.shedding.leaving) reply.header('connection', 'close')
    done(null, withoutBody(request, reply, payload))
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, httpProblem('NOT_FOUND', 'there is nothing at this path')),
  )
}

/** Someone who entered this server's name in a browser. */
const isReader = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  pathOf(url) === '/' &&
  (headers.accept ?? '').includes('text/html')

function reportBodyProblems(app: Server): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // Read again here: a hook may have routed the request to the not-found handler.
    const { config, schema } = request.routeOptions
    const required = config.bodyRequired ?? schema?.body !== undefined
    // A route that serves a page's file also has `file` in its configuration: the file's name.
    if (config.file?.limitBytes !== undefined && request.rawBody.length === 0)
      return done(new ProblemError(emptyFile()))
    if (config.rawBody) return done()
    if (request.bodyProblem !== null) done(new ProblemError(request.bodyProblem))
    else if (required && request.body === undefined) done(new ProblemError(emptyBody()))
    else done()
  })
}

const emptyBody = (): Problem =>
  httpProblem('MALFORMED_JSON', 'the body is empty; a JSON document is expected')

const emptyFile = (): Problem => httpProblem('MALFORMED_JSON', 'the body is empty; a file is expected')

interface Answered {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly durationMs: number
}

/** The requests of a batch are answered in one turn, and recorded after all of them. */
function recordResponses(app: Server, options: ServerOptions): void {
  const { clock, log, tracing } = options.deps
  const logOne = ({ request, reply, durationMs }: Answered) => logRequest(log, request, reply, durationMs)
  const answered = new Gathered<Answered>(queueMicrotask, (all) => {
    if (options.metrics) for (const each of all) observe(options.metrics, each)
    for (const each of all) tracing ? tracing.run(each.request.span, () => logOne(each)) : logOne(each)
    for (const { request, reply, durationMs } of all) options.answered?.(request, reply, durationMs)
  })
  app.addHook('onResponse', (request, reply, done) => {
    answered.add({ request, reply, durationMs: clock.now() - request.receivedAt })
    done()
  })
}

function observe(metrics: HttpMetrics, { request, reply, durationMs }: Answered): void {
  const route = request.is404 ? undefined : request.foundRoute.url
  metrics.observe({ method: request.method, route, status: reply.statusCode, durationMs })
}

/** A URL with broken percent-encoding never reaches a route or a hook. */
function sendUnroutable(options: ServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  options.watch?.(request.headers)
  reply.headers(COMMON_HEADERS).header('x-request-id', request.id)
  const isUnversioned = isBelow(options.unversionedPrefixes ?? UNVERSIONED_PREFIXES)
  const versionOk = request.headers['x-api-version'] === API_VERSION || isUnversioned(pathOf(request.url))
  if (request.method === 'OPTIONS') sendPreflight(reply)
  else sendProblem(request, reply, versionOk ? badPath() : versionUnsupported())
}

/** For bytes that are not an HTTP request. */
function rawBadRequest(requestId: string): string {
  const problem = httpProblem('VALIDATION_FAILED', 'the server cannot read this request')
  const body = JSON.stringify(problemDocument(problem, requestId))
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nConnection: close\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
