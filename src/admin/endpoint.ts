/**
 * An endpoint of the admin API, declared once: from its declaration come the route with its guard, its description in
 * `/admin/openapi.json`, its row on the operators' page (`npm run docs`), and the types of its handler.
 *
 * Promises: whoever calls is an operator with the role that is named. Parameters and bodies are read by the schemas that describe them
 * (`http/reading.ts`), all faults at once; what a handler answers is of the type of the schema that describes the answer.
 * How one is added: `docs/contributing/endpoint.md`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Reported } from '../api/answers.ts'
import { EXPORT_PARAMETERS, exportPage, readExportRequest, sendExport } from '../api/exports.ts'
import { PAGE_PARAMETERS, type Page } from '../api/pages.ts'
import { type Body, isObject } from '../api/requests.ts'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovableOperation } from '../approvals/operations.ts'
import type { Instant } from '../foundation/deps.ts'
import { assert } from '../foundation/result.ts'
import type { Values } from '../http/reading.ts'
import { columnsOf } from '../http/spreadsheet/columns.ts'
import type { OperatorRole } from '../identity/operators/rights.ts'
import {
  type ApprovalRequests,
  allOf,
  consider,
  doApproved,
  type RequestedBefore,
  rememberApprovalRequests,
  requestedBefore,
} from './approval-requests.ts'
import { approvalBrief, WaitingSchema } from './approvals/views.ts'
import { mustHaveProved, pathOnPage } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import { type Call, callOf, requestedNow, type Schemas } from './call.ts'
import { type AdminContext, described, type FileBody } from './context.ts'
import { mayApprove, mayInquireAbout, mayRequestApproval } from './entitled.ts'
import type { ALL_PROBLEMS } from './problems.ts'

export type { AuditEntry, Call } from './call.ts'

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

type PageOrder = 'by key' | 'by time'

type Answer<Answers> = Reported<Values<Answers>[keyof Answers]>

interface Declaration<Path, Params, Query, Content extends TSchema, Answers, Pages, File, Operations> {
  readonly route: Path
  /** The least role that lets in. */
  readonly role: OperatorRole
  /**
   * A person must have shown just now that it is really them. Said where it has no `acts`; with them it is so by itself. `WITH_ITS_OPERATION`:
   * only where it comes to an act, for what moves nothing is asked for all day.
   */
  readonly stepUp?: boolean | 'WITH_ITS_OPERATION'
  /** The acts of the policy that it asks for, by `act` or in the room that does it. One that has none stands in `tools/structure/single-approval.ts`. */
  readonly operations?: Operations
  /** What it does, as an order: in the description and on the operators' page. */
  readonly summary: string
  /** The page that tells more, beside `admin.md`. */
  readonly guide?: `${string}.md` | `${string}.md#${string}`
  /** One for each name in the path. */
  readonly params?: Params
  /** One with words of its own (`worded`) is refused where it does not fit; another is then as if it were not there. */
  readonly query?: Query
  /** It answers in pages: it takes `cursor` and `limit`, and those by time also `from` and `to`. */
  readonly pages?: Pages
  readonly body?: Content
  /** It is done only where nothing has changed since, if the request says so: its handler calls `mustMatch`. */
  readonly conditional?: boolean
  /** A body as operators would send it, for the description: a test sends each. Where there is a body, it must be given. */
  readonly example?: object
  /** Fields of the body that are never to be read again: while its act waits they are sealed, and shown to nobody. */
  readonly secrets?: readonly (keyof Static<Content> & string)[]
  /**
   * What it answers opens a door: a link, a token, a secret. Where it was approved, who asked collects the answer, and who approved it
   * sees none of it; else one person could both approve somebody and become them.
   */
  readonly answerFor?: 'asker'
  /** The body may be left out, and is then an empty object. */
  readonly bodyOptional?: boolean
  /** How large a JSON body may be, instead of 64 KiB. */
  readonly limitBytes?: number
  /** It takes a file instead of JSON. */
  readonly file?: File & FileBody
  /** What it may refuse, beyond what each endpoint may. */
  readonly problems?: readonly (keyof typeof ALL_PROBLEMS)[]
  /** By status. Of several, `status` says which one is sent. */
  readonly answers: Answers
  readonly handle: (
    call: Call<Values<Params>, Partial<Values<Query>>, Static<Content>>,
  ) => Answer<Answers> | Promise<Answer<Answers>>
  /**
   * What it would do that may need an approval; undefined: nothing of that kind; several: it needs one as soon as any of them does.
   * It refuses what the handler would refuse, so that nobody is asked to approve what cannot be. Or another act has asked for this one: then what is undone where it is rejected.
   */
  readonly operation?:
    | ((
        call: Call<Values<Params>, Partial<Values<Query>>, Static<Content>>,
      ) => ApprovalRequests | Promise<ApprovalRequests>)
    | RequestedBefore
  readonly status?: (answer: Answer<Answers>) => number
  /** Where what was made is found. */
  readonly location?: (answer: Answer<Answers>) => string
}

/** What an endpoint is, for the operators' page, for the security page, and for the test that walks all of them. */
export interface EndpointFacts {
  /** `GET /admin/networks/{chainId}`. */
  readonly name: string
  readonly role: OperatorRole
  /** A person must have shown just now that it is really them. */
  readonly stepUp: boolean | 'WITH_ITS_OPERATION'
  readonly operations: readonly ApprovableOperation[]
  readonly summary: string
  readonly guide: string | undefined
}

/** What a declaration says of requests and answers, as types: what its clients ask is inferred from it (`operations.ts`). */
export interface EndpointTypes {
  readonly route: Route
  readonly params: unknown
  readonly query: unknown
  readonly pages: PageOrder | undefined
  readonly body: TSchema
  readonly file: FileBody | undefined
  readonly answers: unknown
  readonly operations: readonly ApprovableOperation[]
}

/** An endpoint, as the list of all of them holds it. */
export interface Endpoint<Types = EndpointTypes> {
  readonly facts: EndpointFacts
  /** Never there: only its type is looked at. */
  readonly types?: Types
  /** The options of its route, but for the guard: what its requests and answers are. */
  describe(): ReturnType<typeof described>
  register(context: AdminContext, office: BackOffice): void
}

/** Declares an endpoint. A path whose parameters have no schema does not compile. */
export function endpoint<
  const Path extends Route,
  Params extends Readonly<Record<NamesIn<Path>, TSchema>>,
  Answers extends Readonly<Record<number, TSchema>>,
  Query extends Schemas = Record<never, TSchema>,
  Content extends TSchema = TSchema,
  Pages extends PageOrder | undefined = undefined,
  File = undefined,
  const Operations extends readonly ApprovableOperation[] = readonly [],
>(
  declared: Declaration<Path, Params, Query, Content, Answers, Pages, File, Operations> &
    ([NamesIn<Path>] extends [never] ? unknown : { readonly params: Params }) &
    (TSchema extends Content ? unknown : { readonly example: object }) &
    ({ readonly operation?: undefined } | { readonly operations: readonly ApprovableOperation[] }),
): Endpoint<{
  route: Path
  params: Params
  query: Query
  pages: Pages
  body: Content
  file: File
  answers: Answers
  operations: Operations
}> {
  const { role, summary, guide, secrets, file, limitBytes = file?.limitBytes, operation } = declared
  const operations: readonly ApprovableOperation[] = declared.operations ?? []
  const { stepUp = operations.length > 0 } = declared
  const [method, path] = partsOf(declared.route)
  const item = method === 'GET' ? itemOf(declared.answers, declared.query) : undefined
  const query = { ...declared.query, ...pageParameters(declared.pages), ...(item && EXPORT_PARAMETERS) }
  const asks = Object.keys(query).length > 0
  const name = `${method} ${pathOnPage(path)}`
  const asking = typeof operation === 'function' ? operation : undefined
  let options: ReturnType<typeof described> | undefined
  const describe = () => {
    options ??= described({
      ...declared,
      stepUp,
      ...(asks && { query }),
      ...(item && { exported: true }),
      problems: [...(asks ? (['VALIDATION_FAILED'] as const) : []), ...(declared.problems ?? [])],
      answers: { ...declared.answers, ...(asking && { 202: waitingOr(declared.answers) }) },
    })
    return options
  }
  const approvalRequestsOf = async (
    call: Parameters<typeof declared.handle>[0],
  ): Promise<ApprovalRequests> => {
    const approvalRequests = await asking?.(call)
    checkApprovalRequests({ name, operations }, call, approvalRequests)
    return approvalRequests
  }
  return {
    facts: { name, role, stepUp, operations, summary, guide },
    describe,
    register(context, office) {
      context.app.route({
        ...describe(),
        onRequest: context.access,
        ...(limitBytes !== undefined && { bodyLimit: limitBytes }),
        method,
        url: path,
        handler: async (request, reply) => {
          const { deps } = office.gateway
          const requested = requestedNow(request, reply)
          const call = callOf(office, declared, requested)
          mayInquireAbout(declared, call.operator, requested)
          const wanted = item && readExportRequest(sentIn(request))
          if (wanted) {
            const page = async (cursor: string | undefined) =>
              listIn(
                await declared.handle({ ...call, page: (form) => exportPage(sentIn(request), form, cursor) }),
              )
            return sendExport({ request, reply, deps, wanted, caller: call.operator.id, schema: item, page })
          }
          const approvalRequests = await approvalRequestsOf(call)
          if (stepUp === 'WITH_ITS_OPERATION' && allOf(approvalRequests).length > 0)
            mustHaveProved(request, deps.clock.now())
          const { waits, after } = await consider(
            office,
            { name, role, secrets },
            approvalRequests,
            requested,
          )
          return waits
            ? sendWaiting(reply, waits, deps.clock.now())
            : send(declared, reply, await after(() => declared.handle(call)))
        },
      })
      if (operation === undefined) return
      office.gateway.approvals.whenApproved(name, {
        answersAsker: declared.answerFor === 'asker',
        async approve(run) {
          const before = requestedBefore(run, file !== undefined)
          const call = callOf(office, declared, before)
          mayApprove({ ...declared, path }, call.operator, before)
          return doApproved(run, asking && (() => approvalRequestsOf(call)), async () =>
            doneAs(declared, await declared.handle(call)),
          )
        },
        ...(typeof operation === 'object' && {
          reject: (approval, line) => operation.reject(office, approval, line),
        }),
      })
    },
  }
}

/** Whoever asks may ask for just these; they are noted with the call. */
function checkApprovalRequests(
  { name, operations }: Pick<EndpointFacts, 'name' | 'operations'>,
  call: { readonly operator: Parameters<typeof mayRequestApproval>[0] },
  approvalRequests: ApprovalRequests,
): void {
  assert(
    allOf(approvalRequests).every((approvalRequest) => operations.includes(approvalRequest.operation)),
    `${name} names the acts that it asks for`,
  )
  mayRequestApproval(call.operator, approvalRequests)
  rememberApprovalRequests(call, approvalRequests)
}

/** What became of an approved one, as it is kept. */
const doneAs = <Answers>(declared: Sending<Answers>, body: Answer<Answers>) => ({
  status: statusOf(declared, body),
  body: typeof body === 'object' ? body : null,
})

/** One that answers 202 by itself answers one or the other. */
const waitingOr = ({ 202: own }: Readonly<Record<number, TSchema>>): TSchema =>
  own === undefined ? WaitingSchema : Type.Union([own, WaitingSchema])

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

function pageParameters(pages: PageOrder | undefined): Schemas {
  const { cursor, limit } = PAGE_PARAMETERS
  return pages === undefined ? {} : pages === 'by time' ? PAGE_PARAMETERS : { cursor, limit }
}

type Sending<Answers> = Pick<
  Declaration<Route, unknown, unknown, TSchema, Answers, unknown, unknown, unknown>,
  'answers' | 'status' | 'location'
>

function statusOf<Answers>({ answers, status }: Sending<Answers>, answer: Answer<Answers>): number {
  const [only = 200] = Object.keys(answers as object).map(Number)
  return status?.(answer) ?? only
}

function send<Answers>(
  sending: Sending<Answers>,
  reply: FastifyReply,
  answer: Answer<Answers>,
): FastifyReply {
  const code = statusOf(sending, answer)
  reply.code(code)
  if (sending.location) reply.header('location', sending.location(answer))
  return code === 204 ? reply.send() : reply.send(answer)
}

const sendWaiting = (reply: FastifyReply, approval: Approval, now: Instant): FastifyReply =>
  reply
    .code(202)
    .header('location', `/admin/approvals/${approval.id}`)
    .send({ approval: approvalBrief(approval, now) })
