/**
 * The first checks of every request, in this order: preflight, version, route, load, size and media type. Everything specific to
 * a route (token, rate, scope, JSON) comes later, so a missing path is reported even without a token. Never reads the body.
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { BODY_LIMIT_BYTES } from './body.ts'
import { httpProblem, type Problem } from './problems.ts'
import type { Shedding } from './shedding.ts'

/** The only supported version: the major number, as sent in `X-API-Version`. */
export const API_VERSION = '2'

const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Browsers use narrow tokens, so any origin may call. Answers to a cookie are not shown to other origins:
 * `identity/people/guard.ts`.
 */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Location',
} as const

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': ALLOWED_METHODS,
  'access-control-allow-headers': 'Authorization, Content-Type, X-API-Version',
  'access-control-max-age': '7200',
} as const

/** Knows which methods a path has, for `405` and its `Allow`. Used only if routing found nothing. */
export class KnownPaths {
  readonly #methodsOf = new Map<string, Set<string>>()
  /** By a route's template: the paths of other routes that it would match too. Most have none, and none has many. */
  readonly #exceptionsOf = new Map<string, readonly string[]>()

  add(route: Pick<RouteOptions, 'url' | 'method'>): void {
    const methods = this.#methodsOf.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    // HEAD has no route of its own: see `head.ts`.
    if (methods.has('GET')) methods.add('HEAD')
    this.#methodsOf.set(route.url, methods)
    this.#exceptionsOf.clear()
  }

  /** Whether another route has exactly this path. It takes precedence over a parameter: `/a/!b` is no `/a/:id`. */
  isHidden(path: string, template: string): boolean {
    let exceptions = this.#exceptionsOf.get(template)
    if (exceptions === undefined) {
      exceptions = this.#matchedBy(template)
      this.#exceptionsOf.set(template, exceptions)
    }
    // Not looked up in a set of all paths: each path is a new string, and hashing it takes longer than all these checks.
    return exceptions.includes(path)
  }

  /** Only paths with the same beginning are parsed: there are hundreds, and each template is requested once. */
  #matchedBy(template: string): readonly string[] {
    const wildcard = template.search(/[:*]/)
    if (wildcard < 0) return []
    const beginning = template.slice(0, wildcard)
    const parts = template.split('/')
    return [...this.#methodsOf.keys()].filter(
      (each) => each.startsWith(beginning) && each !== template && fits(parts, each.split('/')),
    )
  }

  /** @returns the methods of exactly this path, in alphabetical order */
  methodsOf(path: string): readonly string[] {
    return [...(this.#methodsOf.get(path) ?? [])].sort()
  }

  /** @returns methods in alphabetical order; empty if no route has this path */
  methodsAt(path: string): readonly string[] {
    if (this.#methodsOf.has(path)) return this.methodsOf(path)
    const found = new Set<string>()
    for (const [template, methods] of this.#methodsOf) {
      if (!fits(template.split('/'), path.split('/'))) continue
      for (const method of methods) found.add(method)
    }
    return [...found].sort()
  }
}

function fits(template: readonly string[], path: readonly string[]): boolean {
  for (const [index, part] of template.entries()) {
    const segment = path[index]
    if (segment === undefined) return false
    if (part === '*') return true
    if (part.startsWith(':') ? segment === '' : part !== segment) return false
  }
  return template.length === path.length
}

export interface FirstChecks {
  readonly paths: KnownPaths
  readonly shedding: Shedding
  /** Path prefixes that need no version, even if there is no route. */
  readonly isUnversioned: (path: string) => boolean
}

/** Answers a preflight. */
export const sendPreflight = (reply: FastifyReply): FastifyReply =>
  reply.code(204).headers(PREFLIGHT_HEADERS).send()

/** @returns the problem to refuse the request with, or undefined */
export function firstProblem(request: FastifyRequest, checks: FirstChecks): Problem | undefined {
  const route = request.foundRoute
  const path = pathOf(request.url)
  const place = request.is404 ? path : (route.url ?? path)
  const versioned = route.config.versioned !== false && !checks.isUnversioned(place)
  if (versioned && request.headers['x-api-version'] !== API_VERSION) return versionUnsupported()
  if (request.is404) return noRoute(checks.paths.methodsAt(path))
  if (checks.paths.isHidden(path, place)) return noRoute(checks.paths.methodsOf(path))
  const refused = route.config.sheddable === false ? undefined : checks.shedding.problem()
  return refused ?? bodyHeadersProblem(request)
}

export const versionUnsupported = (): Problem =>
  httpProblem('VERSION_UNSUPPORTED', `send the header X-API-Version: ${API_VERSION}`)

/** Whether a path is one of these, or below it. */
export function isBelow(prefixes: readonly string[]): (path: string) => boolean {
  const all = prefixes.map((path) => ({ path, below: path.endsWith('/') ? path : `${path}/` }))
  return (path) => all.some((prefix) => path === prefix.path || path.startsWith(prefix.below))
}

/** The path of a request target, still encoded, without the query. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

function noRoute(methods: readonly string[]): Problem {
  if (methods.length === 0) return httpProblem('NOT_FOUND', 'there is nothing at this path')
  const allow = methods.join(', ')
  return httpProblem('METHOD_NOT_ALLOWED', `this path allows ${allow}`, { headers: { allow } })
}

const BODILESS = new Set(['GET', 'HEAD'])
const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i
/** Media types that a file may have. Clients guess them from the file's name, so they decide nothing. */
export const FILE_TYPES = [
  'application/octet-stream',
  'application/xml',
  'text/xml',
  'text/csv',
  'text/plain',
] as const

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Media types of notifications that other parties send us. */
const RAW_TYPES = ['application/json', FORM_TYPE, 'text/plain', 'application/octet-stream'] as const
/** Bodies that are not parsed as JSON. */
export const BYTE_TYPES: readonly string[] = [...FILE_TYPES, FORM_TYPE]

function bodyHeadersProblem(request: FastifyRequest): Problem | undefined {
  if (BODILESS.has(request.method)) return undefined
  const {
    'content-length': length,
    'transfer-encoding': transfer,
    'content-encoding': encoding,
  } = request.headers
  const { file, jsonLimitBytes, rawBody } = request.foundRoute.config
  const limitBytes = file?.limitBytes ?? jsonLimitBytes ?? BODY_LIMIT_BYTES
  if (Number(length) > limitBytes) {
    return httpProblem('BODY_TOO_LARGE', `the body may have at most ${limitBytes} bytes`)
  }
  const hasBody = transfer !== undefined || (length !== undefined && length !== '0')
  if (!hasBody) return undefined
  const type = request.headers['content-type'] ?? ''
  const types = rawBody ? RAW_TYPES : file ? FILE_TYPES : undefined
  if (types ? !isOneOf(type, types) : !JSON_TYPE.test(type)) {
    return httpProblem('UNSUPPORTED_MEDIA_TYPE', `send ${types?.join(', ') ?? 'application/json'}`)
  }
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return httpProblem('UNSUPPORTED_MEDIA_TYPE', 'send the body without content encoding')
  }
  return undefined
}

function isOneOf(contentType: string, types: readonly string[]): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase()
  return types.some((known) => known === type)
}
