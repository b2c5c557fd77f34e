/**
 * The API's own descriptions: OpenAPI 3.1 at `/openapi.json`, made from the routes' schemas, and a page to read it at `/docs`. A
 * part of the API for another audience has its own description and page, under a prefix.
 *
 * Each described route is in the descriptions that cover it and in no other. A page loads nothing from elsewhere: its bundle
 * comes from here, and its Content-Security-Policy would block anything else. Register it before the routes.
 */
import { createHash } from 'node:crypto'
import { FAULT_CODES } from '@sluice/core/foundation/faults.ts'
import { optionalPart } from '@sluice/core/foundation/optional-part.ts'
import fastify, {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifySchema,
  type RouteOptions,
} from 'fastify'
import { API_VERSION } from './first-checks.ts'
import { HTTP_PROBLEMS, httpProblem, ProblemError, type ProblemKind } from './problems.ts'
import type { Server } from './server.ts'

export interface Description {
  /** The prefix of `/openapi.json` and `/docs`. Default: none. */
  readonly prefix?: `/${string}` | undefined
  /** Which routes it describes, by their path. Default: all. */
  readonly covers?: ((path: string) => boolean) | undefined
  readonly title: string
  /** The API's version, as `info.version`. */
  readonly version: string
  readonly summary: string
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  /** OpenAPI 3.1 `webhooks`: the requests that the server sends. */
  readonly webhooks?: Readonly<Record<string, object>>
  /** Shared schemas, headers, parameters and so on, besides the problem document. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>
  /** Every code of a refusal, besides HTTP's own. */
  readonly problems?: Readonly<Record<string, ProblemKind>>
}

/**
 * Adds a description and its page. Routes registered afterwards are described, unless their schema has `hide`. The description is
 * created on first request, like the page: see `registerReferencePage`.
 */
export function registerOpenApi(app: Server, description: Description): void {
  const { prefix = '', covers = () => true, title } = description
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (covers(route.url)) routes.push(route)
  })
  let written: Promise<object> | undefined
  app.register(async (pages) => {
    const options = { config: { versioned: false }, schema: { hide: true } }
    pages.get(`${prefix}/openapi.json`, options, () => {
      written ??= write(description, routes)
      return written
    })
  })
  registerReferencePage(app, { title, prefix })
}

/** Uses an internal server that has the same routes and serves none of them. */
async function write(description: Description, routes: readonly RouteOptions[]): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(describeOnly)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: description.title,
        version: description.version,
        description: description.summary,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: (description.tags ?? []).map((tag) => ({ ...tag })),
      webhooks: { ...description.webhooks },
      components: componentsOf(description),
    },
    transform: ({ schema, url, route }) => ({
      schema: withHttpRules({ operationId: operationId(route), ...schema }, route.config),
      url,
    }),
  })
  for (const { method, url, schema, config } of routes)
    app.route({ method, url, ...(schema && { schema }), ...(config && { config }), handler: () => undefined })
  await app.ready()
  return app.swagger()
}

/** For a route without an explicit name: `GET /things/:id/!close` becomes `getThingsIdClose`. */
function operationId({ method, url }: Pick<RouteOptions, 'method' | 'url'>): string {
  const words = url.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return [method].flat().join('').toLowerCase() + capitalised.join('')
}

/** What applies to every described route: its version, and HTTP's own refusals. */
function withHttpRules(schema: FastifySchema, config: FastifyContextConfig | undefined): FastifySchema {
  const reported = { ...schema, response: withWords(schema) }
  if (config?.versioned === false) return { security: [], ...reported, response: withRefusals(reported) }
  const given = schema.headers as { readonly properties?: object } | undefined
  const headers = {
    type: 'object',
    required: ['x-api-version'],
    properties: { 'x-api-version': VERSION_HEADER, ...given?.properties },
  }
  return { ...reported, headers }
}

/** Every successful answer gets a description: for a read, the object in its summary, unless its schema has its own. */
function withWords({ response, summary = '' }: FastifySchema): object {
  const named = summary.replace(/^(Read|List|Get) /, '')
  const words = `${named.charAt(0).toUpperCase()}${named.slice(1)}.`
  return Object.fromEntries(
    Object.entries((response ?? {}) as Readonly<Record<string, object>>).map(([status, schema]) => [
      status,
      status.startsWith('2') ? { description: words, ...schema } : schema,
    ]),
  )
}

function withRefusals({ response }: FastifySchema): object {
  const given = { ...(response as object | undefined) }
  if (Object.keys(given).some((status) => status.startsWith('4'))) return given
  return { ...given, '4xx': { description: 'A request that HTTP itself refuses.', ...PROBLEM_CONTENT } }
}

const VERSION_HEADER = {
  type: 'string',
  const: API_VERSION,
  description: 'The major version of the API. Without it or with another value the response is 404.',
}

function componentsOf({ components = {}, problems = {} }: Description) {
  return {
    ...components,
    schemas: { Problem: problemSchema({ ...HTTP_PROBLEMS, ...problems }), ...components.schemas },
  }
}

interface Place {
  readonly title: string
  readonly prefix: '' | `/${string}`
}

/**
 * The page and its script come from an internal server, created on first request: loading the library takes a fifth of a second,
 * and hardly any start is followed by a visit to this page.
 */
function registerReferencePage(app: Server, place: Place): void {
  let made: Promise<FastifyInstance> | undefined
  app.register(async (pages) => {
    for (const name of ['', '/', '/js/scalar.js']) {
      const path = `${place.prefix}/docs${name}`
      pages.get(path, { config: { versioned: false }, schema: { hide: true } }, async (_request, reply) => {
        made ??= referencePage(place)
        const page = await made
        const { statusCode, headers, rawPayload } = await page.inject(path)
        if (headers.location !== undefined) reply.header('location', headers.location)
        if (String(headers['content-type']).startsWith('text/html'))
          reply.header('content-security-policy', pagePolicy(rawPayload.toString()))
        return reply.code(statusCode).type(String(headers['content-type'])).send(rawPayload)
      })
    }
  })
}

/** @throws ProblemError 404 if the installation leaves the page out */
async function referencePage({ title, prefix }: Place): Promise<FastifyInstance> {
  const reference = await optionalPart(
    { packageName: '@scalar/fastify-api-reference', of: 'The API reference' },
    () => import('@scalar/fastify-api-reference'),
  )
  if (!reference.ok)
    throw new ProblemError(
      httpProblem('NOT_FOUND', `${reference.failure}. The description itself is openapi.json.`),
    )
  const app = fastify()
  await app.register(reference.value.default, {
    routePrefix: `${prefix}/docs`,
    configuration: {
      pageTitle: title,
      url: `${prefix}/openapi.json`,
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return app
}

/** Allows the page's inline scripts by their hashes, and otherwise only what comes from this server. */
function pagePolicy(html: string): string {
  const hashes = [...html.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    // The page's script creates styles, which a hash cannot allow.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

const codesInWords = (table: Readonly<Record<string, ProblemKind>>): string =>
  Object.entries(table)
    .map(([code, { status, title }]) => `${code} (${status}): ${title}.`)
    .join(' ')

const problemSchema = (table: Readonly<Record<string, ProblemKind>>) => ({
  type: 'object' as const,
  description: 'RFC 9457 problem document. Some codes add members of their own.',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string' as const, description: 'The page that explains this code.' },
    title: { type: 'string' as const },
    status: { type: 'integer' as const },
    code: {
      type: 'string' as const,
      description: `Stable; more may be added. ${codesInWords(table)}`,
    },
    detail: { type: 'string' as const },
    requestId: { type: 'string' as const },
    errors: {
      type: 'array' as const,
      description: 'All faults of the request.',
      items: {
        type: 'object' as const,
        required: ['path', 'code', 'message'],
        properties: {
          path: {
            type: 'string' as const,
            description: 'A JSON Pointer into the body, or header:NAME, query:NAME, path:NAME.',
          },
          code: {
            type: 'string' as const,
            description: `Stable; more may be added. ${Object.keys(FAULT_CODES).join(', ')}.`,
          },
          message: { type: 'string' as const },
        },
      },
    },
  },
})

const PROBLEM_SCHEMA = { $ref: '#/components/schemas/Problem' }
const PROBLEM_CONTENT = { content: { 'application/problem+json': { schema: PROBLEM_SCHEMA } } }

/** All refusals of a described route: their form and their codes. */
export function problemResponsesOf<Table extends Readonly<Record<string, ProblemKind>>>(table: Table) {
  return (...codes: readonly (keyof Table & string)[]): Record<number, object> => {
    const byStatus = new Map<number, string[]>()
    for (const code of codes) {
      const status = table[code]?.status ?? 500
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
    return Object.fromEntries([...byStatus].map(([status, named]) => [status, problemResponse(table, named)]))
  }
}

function problemResponse(table: Readonly<Record<string, ProblemKind>>, codes: readonly string[]): object {
  return {
    description: codes.map((code) => `${code}: ${table[code]?.title}`).join('. '),
    content: { 'application/problem+json': { schema: PROBLEM_SCHEMA, ...examplesOf(table, codes) } },
  }
}

/** For refusals whose detail says what to do next. */
function examplesOf(table: Readonly<Record<string, ProblemKind>>, codes: readonly string[]) {
  const examples = codes.flatMap((code) => {
    const { status, title, example: detail } = table[code] ?? {}
    if (detail === undefined) return []
    const value = { type: `/docs/errors/${code}`, title, status, code, detail, requestId: EXAMPLE_REQUEST }
    return [[code, { value }] as const]
  })
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }
}
const EXAMPLE_REQUEST = '019aa5b2-7c40-7d6e-9f3b-0c1d2e3f4a5b'

/** Used as a route's `validatorCompiler`: its schemas only describe, and the route validates itself, in its own order. */
export const describeOnly = () => () => true

/** Refusals of HTTP's own table. */
export const problemResponses = problemResponsesOf(HTTP_PROBLEMS)
