/**
 * An endpoint, declared once: what the declarations of the operators' API (`admin/endpoint.ts`) and the merchants' API
 * (`api/endpoint.ts`) have in common.
 *
 * A declaration names the route, the parts of the request, the answers by status, and the possible refusals. From it follow the
 * route's options with its OpenAPI description (`routeOptions`) and the types of the handler. `Declared` keeps all of it as
 * types, so clients and applications can infer their types from the endpoints.
 *
 * All preparation happens when an endpoint is registered; what runs with each request are closures over it. Each API adds its own
 * access check.
 */
import type { Readable } from 'node:stream'
import type { ExactNumber } from '@sluice/core/foundation/json.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Static, type TSchema, Type } from 'typebox'
import { IF_MATCH } from './if-match.ts'
import { describeOnly } from './openapi.ts'
import type { Values } from './reading.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** In fastify's form: `GET /payins/:idPayin`. */
export type Route = `${Method} /${string}`

/** The names of the parameters in a path. */
export type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<After>
    : Rest
  : never

export type Schemas = Readonly<Record<string, TSchema>>
/** The answers by status. */
export type AnswerSchemas = Readonly<Record<number, TSchema>>

/** What a handler may return for a schema: lists may be read-only, and optional values undefined. */
export type Answerable<Value> = Value extends
  | ExactNumber
  | Uint8Array
  | Readable
  | string
  | number
  | boolean
  | null
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Answerable<Item>[]
    : {
        readonly [Name in keyof Value]: object extends Pick<Value, Name>
          ? Answerable<Value[Name]> | undefined
          : Answerable<Value[Name]>
      }

export type AnswerOf<Schema extends TSchema> = Answerable<Static<Schema>>

/** What an endpoint may answer, with any of its statuses. */
export type AnswerIn<Answers> = Answerable<Values<Answers>[keyof Answers]>

/** A file that an endpoint accepts in place of JSON. */
export interface FileBody {
  /** Its media type in the description. Any type but JSON is accepted. */
  readonly type: string
  readonly description: string
  readonly examples?: readonly string[]
  readonly limitBytes: number
}

/** The parts of every declaration. */
export interface Declared<Path, Params, Query, Content, Answers, Code> {
  readonly route: Path
  /** What it does, in the imperative. */
  readonly summary: string
  /** One for each name in the path. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Content
  /** The body is optional; without one it is an empty object. */
  readonly bodyOptional?: boolean
  /** The headers that it reads. */
  readonly headers?: Schemas
  /** An example of a body, for the description. */
  readonly example?: object
  /** The maximum size of a JSON body, instead of 64 KiB. */
  readonly limitBytes?: number
  /** Accepts a file in place of JSON. */
  readonly file?: FileBody
  /** The request may set the condition that nothing has changed since. The handler calls `mustMatch`. */
  readonly conditional?: boolean
  /** Refusals in addition to those of every endpoint of its API. */
  readonly problems?: readonly Code[]
  /** By status. */
  readonly answers: Answers
}

/**
 * An endpoint whose declaration can be read, by its types, too.
 * @typeParam Extras the types of what only its API declares
 */
export interface WithDeclaration<Path, Params, Query, Content, Answers, Code, Extras = unknown> {
  readonly declared: Declared<Path, Params, Query, Content, Answers, Code> & Extras
}

/** Method and path of a route. */
export function partsOf(route: Route): readonly [Method, string] {
  const [method, path = ''] = route.split(' ')
  const known = METHODS.find((each) => each === method)
  assert(known, `${route} begins with a method`)
  return [known, path]
}

/** A path as in descriptions and documents: `/payins/{idPayin}`. */
export const pathOnPage = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** Refusals for a body, a file or a condition. */
const OF_BODIES = ['MALFORMED_JSON', 'VALIDATION_FAILED', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
const OF_CONDITIONS = ['PRECONDITION_FAILED'] as const

export type ProblemOfRequests = (typeof OF_BODIES)[number] | (typeof OF_CONDITIONS)[number]

/** The parts of the description that belong to the API. */
export interface DescribedBy<Code extends string> {
  readonly tag: string
  /** Its name in the description. Default: made from method and path. */
  readonly operationId?: string | undefined
  readonly description?: string | undefined
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Refusals of every endpoint of the API. */
  readonly everyProblem: readonly Code[]
  /** Their descriptions, by status. */
  readonly problems: (...codes: readonly (Code | ProblemOfRequests)[]) => Readonly<Record<number, object>>
}

/** The parts of a declaration that a route's options are made from. */
export type Facts<Code> = Omit<
  Declared<unknown, Schemas, Schemas, TSchema, Readonly<Record<number, object>>, Code>,
  'route'
>

/** A route's options without its access check. `Code` must cover all codes of the API. The same for each gateway of a process. */
export function routeOptions<Code extends string>(facts: Facts<Code>, by: DescribedBy<Code>) {
  const { body, bodyOptional = false, file, limitBytes, conditional = false } = facts
  return {
    validatorCompiler: describeOnly,
    ...bodyLimitOf(facts),
    config: {
      bodyRequired: body !== undefined && !bodyOptional,
      ...(limitBytes !== undefined && { jsonLimitBytes: limitBytes }),
      ...(file && { file: { limitBytes: file.limitBytes } }),
    },
    schema: {
      tags: [by.tag],
      ...(by.operationId !== undefined && { operationId: by.operationId }),
      summary: facts.summary,
      ...(by.description !== undefined && { description: by.description }),
      security: by.security,
      ...requestSchemas(facts, { ...facts.headers, ...(conditional && IF_MATCH) }),
      response: { ...facts.answers, ...by.problems(...codesOf(facts, by.everyProblem)) },
    },
  }
}

function bodyLimitOf({ limitBytes, file }: Pick<Facts<string>, 'limitBytes' | 'file'>) {
  const bodyLimit = limitBytes ?? file?.limitBytes
  return bodyLimit === undefined ? {} : { bodyLimit }
}

function codesOf<Code extends string>(
  { body, file, conditional = false, problems = [] }: Facts<Code>,
  everyProblem: readonly Code[],
): readonly (Code | ProblemOfRequests)[] {
  const all: readonly (Code | ProblemOfRequests)[] = [
    ...(body || file ? OF_BODIES : []),
    ...(conditional ? OF_CONDITIONS : []),
    ...everyProblem,
    ...problems,
  ]
  return [...new Set(all)]
}

function requestSchemas({ params, query, body, example, file }: Facts<string>, headers: Schemas) {
  const isSome = (schemas: Schemas | undefined): schemas is Schemas =>
    schemas !== undefined && Object.keys(schemas).length > 0
  return {
    ...(isSome(params) && { params: Type.Object({ ...params }) }),
    ...(isSome(headers) && { headers: Type.Object({ ...headers }) }),
    ...(isSome(query) && { querystring: Type.Object({ ...query }) }),
    ...(body && { body: example ? { ...body, examples: [example] } : body }),
    ...(file && { body: fileSchema(file) }),
  }
}

const fileSchema = ({ type, description, examples }: FileBody) => ({
  content: {
    [type]: { schema: { type: 'string', format: 'binary', description, ...(examples && { examples }) } },
  },
})

/** The lowest of several. */
export const firstStatus = (answers: AnswerSchemas): number => Object.keys(answers).map(Number)[0] ?? 200
