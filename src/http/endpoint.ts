/**
 * An endpoint, declared once: what the declarations of the operators' API (`admin/endpoint.ts`) and the merchants' API
 * (`api/endpoint.ts`) have in common.
 *
 * A declaration says the route, what comes with a request, what is answered by status, and which refusals there are. From it follow
 * the route's options with its description for OpenAPI (`routeOptions`) and the types of the handler. `Declared` keeps all of it as types, so that a client's or an application's types are inferred from the endpoints.
 *
 * Promises: the work is done when an endpoint is registered; what is asked again with every request are closures over it. Knows nothing
 * of who may call: each API adds its own guard.
 */
import type { Readable } from 'node:stream'
import { type Static, type TSchema, Type } from 'typebox'
import type { ExactNumber } from '../foundation/json.ts'
import { assert } from '../foundation/result.ts'
import { IF_MATCH } from './if-match.ts'
import { describeOnly } from './openapi.ts'
import type { Values } from './reading.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** As fastify has it: `GET /payins/:idPayin`. */
export type Route = `${Method} /${string}`

/** The names of the parameters in a path. */
export type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<After>
    : Rest
  : never

export type Schemas = Readonly<Record<string, TSchema>>
/** What is answered, by status. */
export type AnswerSchemas = Readonly<Record<number, TSchema>>

/** What a schema describes, as a handler may answer it: lists that nobody writes to, and nothing where something may be left out. */
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

/** What an endpoint may answer, by whichever status. */
export type AnswerIn<Answers> = Answerable<Values<Answers>[keyof Answers]>

/** A file that an endpoint takes in the place of JSON. */
export interface FileBody {
  /** Its media type in the description; any that is no JSON is accepted. */
  readonly type: string
  readonly description: string
  readonly examples?: readonly string[]
  readonly limitBytes: number
}

/** What every declaration says. */
export interface Declared<Path, Params, Query, Content, Answers, Code> {
  readonly route: Path
  /** What it does, as an order. */
  readonly summary: string
  /** One for each name in the path. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Content
  /** The body may be left out, and is then an empty object. */
  readonly bodyOptional?: boolean
  /** Those that it reads. */
  readonly headers?: Schemas
  /** A body as a caller would send it, for the description. */
  readonly example?: object
  /** How large a JSON body may be, instead of 64 KiB. */
  readonly limitBytes?: number
  /** It takes a file instead of JSON. */
  readonly file?: FileBody
  /** It is done only where nothing has changed since, if the request says so: its handler calls `mustMatch`. */
  readonly conditional?: boolean
  /** What it may refuse, beyond what each endpoint of its API may. */
  readonly problems?: readonly Code[]
  /** By status. */
  readonly answers: Answers
}

/** An endpoint whose declaration can be read, by its types, too. */
export interface WithDeclaration<Path, Params, Query, Content, Answers, Code> {
  readonly declared: Declared<Path, Params, Query, Content, Answers, Code>
}

/** Method and path of a route. */
export function partsOf(route: Route): readonly [Method, string] {
  const [method, path = ''] = route.split(' ')
  const known = METHODS.find((each) => each === method)
  assert(known, `${route} begins with a method`)
  return [known, path]
}

/** A path as the descriptions and the documents have it: `/payins/{idPayin}`. */
export const pathOnPage = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** What a body, a file or a condition may be refused for. */
const OF_BODIES = ['MALFORMED_JSON', 'VALIDATION_FAILED', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
const OF_CONDITIONS = ['PRECONDITION_FAILED'] as const

export type ProblemOfRequests = (typeof OF_BODIES)[number] | (typeof OF_CONDITIONS)[number]

/** What the description says that is its API's own. */
export interface DescribedBy<Code extends string> {
  readonly tag: string
  /** By which the description names it; left out, made of method and path. */
  readonly operationId?: string | undefined
  readonly description?: string | undefined
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** What every endpoint of the API may refuse. */
  readonly everyProblem: readonly Code[]
  /** How they are told, by status. */
  readonly problems: (...codes: readonly (Code | ProblemOfRequests)[]) => Readonly<Record<number, object>>
}

/** The parts of a declaration that its route's options are made of. */
export type Facts<Code> = Omit<
  Declared<unknown, Schemas, Schemas, TSchema, Readonly<Record<number, object>>, Code>,
  'route'
>

/** A route's options, but for its guard; give `Code` all codes of the API. They are the same in each gateway of a process. */
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

/** Of several, the least. */
export const firstStatus = (answers: AnswerSchemas): number => Object.keys(answers).map(Number)[0] ?? 200
