/**
 * An endpoint of the admin API, declared once: from its declaration come the route with its guard, its description in
 * `/admin/openapi.json`, its row on the operators' page (`npm run docs`), and the types of its handler.
 *
 * Promises: whoever calls is an operator with the role that is named. Parameters and bodies are read by the schemas that describe them
 * (`http/reading.ts`), all faults at once; what a handler answers is of the type of the schema that describes the answer.
 * How one is added: CONTRIBUTING, "Add an admin endpoint".
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { assert, type Result } from '../foundation/result.ts'
import type { ExactNumber } from '../http/json.ts'
import { type Fault, httpProblem, validationFailed } from '../http/problems.ts'
import { isWorded, type Rules, readBody, readByRules, readParameters, type Values } from '../http/reading.ts'
import { columnsOf } from '../http/spreadsheet/columns.ts'
import { EXPORT_PARAMETERS, exportPage, readExportRequest, sendExport } from '../intake/exports.ts'
import {
  type CursorForm,
  PAGE_PARAMETERS,
  type Page,
  type PageRequest,
  readPageRequest,
} from '../intake/pages.ts'
import { type Body, isObject } from '../intake/requests.ts'
import type { AuditLine } from '../operators/audit.ts'
import type { GatewayOperator, OperatorRole } from '../operators/operators.ts'
import { operatorOfRequest, pathOnPage } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import {
  type AdminContext,
  auditFirst,
  auditLine,
  described,
  type FileBody,
  invalid,
  refuse,
} from './context.ts'
import type { ALL_PROBLEMS } from './problems.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

/** As fastify has it: `GET /admin/networks/:chainId`. */
export type Route = `${Method} /admin/${string}`

/** The names of the parameters in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<After>
    : Rest
  : never

type Schemas = Readonly<Record<string, TSchema>>

/** What a schema describes, as a handler may answer it: lists that nobody writes to, and nothing where something may be left out. */
export type Told<Value> = Value extends ExactNumber | Uint8Array | string | number | boolean | null
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Told<Item>[]
    : {
        readonly [Name in keyof Value]: object extends Pick<Value, Name>
          ? Told<Value[Name]> | undefined
          : Told<Value[Name]>
      }

export interface Act {
  /** `network.change`. */
  readonly action: string
  /** `network 8453`. */
  readonly subject: string
  /** Holds no secret and nothing of payers. */
  readonly detail?: object
}

/** A request that was let in. */
export interface Call<Params, Query, Content> {
  readonly office: BackOffice
  readonly operator: GatewayOperator
  readonly params: Params
  readonly query: Query
  /** The body. Find what the path leads to first: 404 comes before 400. @throws ProblemError 400 */
  body(): Content
  /** What the body comes to by these rules. @throws ProblemError 400 */
  check<Checked>(rules: Rules<Content, Checked>): Checked
  /** The same, for whoever has to find the subject first, in the transaction that changes it. */
  read<Checked>(rules: Rules<Content, Checked>): Result<Checked, readonly Fault[]>
  /** Which page is asked for. @throws ProblemError 400 */
  page(form: CursorForm): PageRequest
  /** The body as it came: for the audit log, which may name what was asked. @throws ProblemError 400 */
  readonly sent: Body
  readonly imprecise: readonly string[]
  /** The bytes, of an endpoint that takes a file. */
  readonly file: Uint8Array
  readonly headers: FastifyRequest['headers']
  /** The line for the audit log, for whoever writes it together with the act. */
  audit(act: Act): AuditLine
  /** Notes an act before it is done, where the two can not be one transaction: see `auditFirst`. */
  note(act: Act): Promise<void>
  /** Sets a header of the answer. */
  header(name: string, value: string): void
}

type Answer<Answers> = Told<Values<Answers>[keyof Answers]>

interface Declaration<Path, Params, Query, Content extends TSchema, Answers> {
  readonly route: Path
  /** The least role that lets in. */
  readonly role: OperatorRole
  /** What it does, as an order: in the description and on the operators' page. */
  readonly summary: string
  /** The page that tells more, beside `admin.md`. */
  readonly guide?: `${string}.md` | `${string}.md#${string}`
  /** One for each name in the path. */
  readonly params?: Params
  /** One with words of its own (`worded`) is refused where it does not fit; another is then as if it were not there. */
  readonly query?: Query
  /** It answers in pages: it takes `cursor` and `limit`, and those by time also `from` and `to`. */
  readonly pages?: 'by key' | 'by time'
  readonly body?: Content
  /** The body may be left out, and is then an empty object. */
  readonly bodyOptional?: boolean
  /** How large a JSON body may be, instead of 64 KiB. */
  readonly limitBytes?: number
  /** It takes a file instead of JSON. */
  readonly file?: FileBody
  /** What it may refuse, beyond what each endpoint may. */
  readonly problems?: readonly (keyof typeof ALL_PROBLEMS)[]
  /** By status. Of several, `status` says which one is sent. */
  readonly answers: Answers
  readonly handle: (
    call: Call<Values<Params>, Partial<Values<Query>>, Static<Content>>,
  ) => Answer<Answers> | Promise<Answer<Answers>>
  readonly status?: (answer: Answer<Answers>) => number
  /** Where what was made is found. */
  readonly location?: (answer: Answer<Answers>) => string
}

/** What the operators' page shows of an endpoint. */
export interface EndpointFacts {
  /** `GET /admin/networks/{chainId}`. */
  readonly name: string
  readonly role: OperatorRole
  readonly summary: string
  readonly guide: string | undefined
}

/** An endpoint, as the list of all of them holds it. */
export interface Endpoint {
  readonly facts: EndpointFacts
  register(context: AdminContext, office: BackOffice): void
}

/** Declares an endpoint. A path whose parameters have no schema does not compile. */
export function endpoint<
  const Path extends Route,
  Params extends Readonly<Record<NamesIn<Path>, TSchema>>,
  Answers extends Readonly<Record<number, TSchema>>,
  Query extends Schemas = Record<never, TSchema>,
  Content extends TSchema = TSchema,
>(
  declared: Declaration<Path, Params, Query, Content, Answers> &
    ([NamesIn<Path>] extends [never] ? unknown : { readonly params: Params }),
): Endpoint {
  const { role, summary, guide, file, limitBytes = file?.limitBytes } = declared
  const [method, path] = partsOf(declared.route)
  const item = method === 'GET' ? itemOf(declared.answers, declared.query) : undefined
  const query = { ...declared.query, ...pageParameters(declared.pages), ...(item && EXPORT_PARAMETERS) }
  const asks = Object.keys(query).length > 0
  return {
    facts: { name: `${method} ${pathOnPage(path)}`, role, summary, guide },
    register(context, office) {
      const options = described(context, {
        ...declared,
        ...(asks && { query }),
        ...(item && { exported: true }),
        problems: [...(asks ? (['VALIDATION_FAILED'] as const) : []), ...(declared.problems ?? [])],
      })
      context.app.route({
        ...options,
        ...(limitBytes !== undefined && { bodyLimit: limitBytes }),
        method,
        url: path,
        handler: async (request, reply) => {
          const params = paramsOf(declared.params, request)
          const asked = queryOf(declared.query, request)
          const call = callOf(office, declared.body, request, reply, params, asked)
          const wanted = item && readExportRequest(sentIn(request))
          if (!wanted) return send(declared, reply, await declared.handle(call))
          const page = async (cursor: string | undefined) =>
            listIn(
              await declared.handle({ ...call, page: (form) => exportPage(sentIn(request), form, cursor) }),
            )
          const { deps } = office.gateway
          return sendExport({ request, reply, deps, wanted, caller: call.operator.id, schema: item, page })
        },
      })
    },
  }
}

const sentIn = ({ query }: FastifyRequest): Body => (isObject(query) ? query : {})

/** What a list holds: each has its export. One that takes a format for something else has none. */
function itemOf(answers: Readonly<Record<number, TSchema>>, query: Schemas = {}): object | undefined {
  const { 200: answer } = answers
  if (answer === undefined || 'format' in query || !Type.IsObject(answer)) return undefined
  const { data } = answer.properties
  if (data === undefined || !Type.IsArray(data)) return undefined
  return columnsOf(data.items).length > 0 ? data.items : undefined
}

/** An answer of a list. */
function listIn(answer: unknown): Page<object> {
  const { data, nextCursor } = isObject(answer) ? answer : {}
  assert(Array.isArray(data), 'a list answers what it lists')
  const items: readonly object[] = data.filter(isObject)
  return { data: items, ...(typeof nextCursor === 'string' && { nextCursor }) }
}

function partsOf(route: Route): readonly [Method, string] {
  const [method, path = ''] = route.split(' ')
  const known = METHODS.find((each) => each === method)
  assert(known, `${route} begins with a method`)
  return [known, path]
}

function pageParameters(pages: 'by key' | 'by time' | undefined): Schemas {
  const { cursor, limit } = PAGE_PARAMETERS
  return pages === undefined ? {} : pages === 'by time' ? PAGE_PARAMETERS : { cursor, limit }
}

/** A part of a path that is not of its form leads to nothing. @throws ProblemError 404 */
function paramsOf<Params extends Schemas>(
  schemas: Params | undefined,
  request: FastifyRequest,
): Values<Params> {
  const read = readParameters(schemas, request.params)
  if (!read.ok) throw refuse(httpProblem('NOT_FOUND', 'there is nothing at this path'))
  return read.value
}

/** @throws ProblemError 400 */
function queryOf<Query extends Schemas>(
  schemas: Query | undefined,
  request: FastifyRequest,
): Partial<Values<Query>> {
  const sent = sentIn(request)
  const asked = Object.entries(schemas ?? {}).map(([name, schema]) => {
    return [name, asSent(schema, sent[name])]
  })
  const read = readParameters(schemas, Object.fromEntries(asked))
  if (read.ok) return read.value
  const told = read.failure.flatMap((fault) => {
    const name = fault.path.slice(1)
    const schema = schemas?.[name]
    return schema && isWorded(schema) ? [{ ...fault, path: `query:${name}` }] : []
  })
  if (told.length > 0) throw refuse(validationFailed(told))
  return read.given
}

/** A query is all text. What is given several times is the list of them all: a filter is never dropped for it. */
function asSent(schema: TSchema, value: unknown): unknown {
  if (Type.IsBoolean(schema)) return TRUTHS.get(value) ?? value
  return Type.IsString(schema) && Array.isArray(value) ? value.join(',') : value
}

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
])

function callOf<Params, Query, Content extends TSchema>(
  office: BackOffice,
  schema: Content | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Params,
  query: Query,
): Call<Params, Query, Static<Content>> {
  const { gateway } = office
  const imprecise = request.impreciseNumbers
  const sent: unknown = request.body ?? {}
  const described = () => {
    assert(schema, 'an endpoint that reads a body describes it')
    return schema
  }
  const read: Call<Params, Query, Static<Content>>['read'] = (rules) =>
    readByRules(described(), { body: sent, imprecise }, rules)
  return {
    office,
    operator: operatorOfRequest(request),
    params,
    query,
    get sent() {
      if (isObject(sent)) return sent
      throw invalid('', 'WRONG_TYPE', 'must be a JSON object')
    },
    imprecise,
    file: request.rawBody,
    headers: request.headers,
    read,
    check: (rules) => whole(read(rules)),
    body: () => whole(readBody(described(), sent, imprecise)),
    page: (form) => readPageRequest(sentIn(request), form),
    audit: (act) => auditLine(gateway, request, act),
    note: (act) => auditFirst(gateway, auditLine(gateway, request, act)),
    header: (name, value) => void reply.header(name, value),
  }
}

/** @throws ProblemError 400 */
function whole<Value>(read: Result<Value, readonly Fault[]>): Value {
  if (!read.ok) throw refuse(validationFailed(read.failure))
  return read.value
}

function send<Answers>(
  {
    answers,
    status,
    location,
  }: Pick<Declaration<Route, unknown, unknown, TSchema, Answers>, 'answers' | 'status' | 'location'>,
  reply: FastifyReply,
  answer: Answer<Answers>,
): FastifyReply {
  const [only = 200] = Object.keys(answers as object).map(Number)
  const code = status?.(answer) ?? only
  reply.code(code)
  if (location) reply.header('location', location(answer))
  return code === 204 ? reply.send() : reply.send(answer)
}
