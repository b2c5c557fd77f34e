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
import { readExportRequest, withExports } from '../api/exports.ts'
import { exportedItem, exportList, listParameters, type Pages, queryIn } from '../api/list-endpoints.ts'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovableOperation } from '../approvals/operations.ts'
import type { Instant } from '../foundation/deps.ts'
import { assert } from '../foundation/result.ts'
import {
  type AnswerIn,
  type AnswerSchemas,
  type Declared,
  type FileBody,
  firstStatus,
  type Method,
  type NamesIn,
  partsOf,
  pathOnPage,
  type Schemas,
  type WithDeclaration,
} from '../http/endpoint.ts'
import type { Values } from '../http/reading.ts'
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
import { mustHaveProved } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import { type Call, callOf, requestedNow } from './call.ts'
import { type AdminContext, described, type OperatorsProblem } from './context.ts'
import { mayApprove, mayRequest, mayRequestApproval } from './entitled.ts'

export type { AuditEntry, Call } from './call.ts'

/** As fastify has it: `GET /admin/networks/:chainId`. */
type OperatorsRoute = `${Method} /admin/${string}`

type CallOf<Params, Query, Content extends TSchema> = Call<
  Values<Params>,
  Partial<Values<Query>>,
  Static<Content>
>

interface Declaration<Path, Params, Query, Content extends TSchema, Answers, Code = OperatorsProblem>
  extends Declared<Path, Params, Query, Content, Answers, Code> {
  /** The least role that lets in. */
  readonly role: OperatorRole
  /**
   * A person must have shown just now that it is really them. Said where it has no `acts`; with them it is so by itself. `WITH_ITS_OPERATION`:
   * only where it comes to an act, for what moves nothing is asked for all day.
   */
  readonly stepUp?: boolean | 'WITH_ITS_OPERATION'
  /** The acts of the policy that it asks for, by `act` or in the room that does it. One that has none stands in `tools/structure/single-approval.ts`. */
  readonly operations?: readonly ApprovableOperation[]
  /** The page that tells more, beside `admin.md`. */
  readonly guide?: `${string}.md` | `${string}.md#${string}`
  /** It answers in pages: it takes `cursor` and `limit`, and those by time also `from` and `to`. */
  readonly pages?: Pages
  /** Fields of the body that are never to be read again: while its act waits they are sealed, and shown to nobody. */
  readonly secrets?: readonly (keyof Static<Content> & string)[]
  /**
   * What it answers opens a door: a link, a token, a secret. Where it was approved, who asked collects the answer, and who approved it
   * sees none of it; else one person could both approve somebody and become them.
   */
  readonly answerFor?: 'asker'
  readonly handle: (call: CallOf<Params, Query, Content>) => AnswerIn<Answers> | Promise<AnswerIn<Answers>>
  /**
   * What it would do that may need an approval; undefined: nothing of that kind; several: it needs one as soon as any of them does.
   * It refuses what the handler would refuse, so that nobody is asked to approve what cannot be. Or another act has asked for this one: then what is undone where it is rejected.
   */
  readonly operation?:
    | ((call: CallOf<Params, Query, Content>) => ApprovalRequests | Promise<ApprovalRequests>)
    | RequestedBefore
  /** Of several answers, which one is sent. */
  readonly status?: (answer: AnswerIn<Answers>) => number
  /** Where what was made is found. */
  readonly location?: (answer: AnswerIn<Answers>) => string
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

/** What a declaration says of requests and answers, as types: what its clients send is inferred from it (`operations.ts`). */
export interface EndpointTypes {
  readonly route: OperatorsRoute
  readonly params: unknown
  readonly query: unknown
  readonly pages: Pages | undefined
  readonly body: TSchema
  readonly file: FileBody | undefined
  readonly answers: unknown
  readonly operations: readonly ApprovableOperation[]
}

/** An endpoint, as the list of all of them holds it. */
export interface Endpoint<Types = EndpointTypes> {
  readonly facts: EndpointFacts
  /** Never there: only its type is read. */
  readonly types?: Types
  /** The options of its route, without the guard: what its requests and answers are. */
  describe(): ReturnType<typeof described>
  register(context: AdminContext, office: BackOffice): void
}

/**
 * Declares an endpoint. A path whose parameters have no schema does not compile; where there is a body there must be an example, which a
 * test sends.
 */
export function endpoint<
  const Path extends OperatorsRoute,
  Params extends Readonly<Record<NamesIn<Path>, TSchema>>,
  Answers extends AnswerSchemas,
  Query extends Schemas = Record<never, TSchema>,
  Content extends TSchema = TSchema,
  const Code extends OperatorsProblem = never,
  Order extends Pages | undefined = undefined,
  File extends FileBody | undefined = undefined,
  const Operations extends readonly ApprovableOperation[] = readonly [],
>(
  declared: Declaration<Path, Params, Query, Content, Answers, Code> & {
    readonly pages?: Order
    readonly file?: File
    readonly operations?: Operations
  } & ([NamesIn<Path>] extends [never] ? unknown : { readonly params: Params }) &
    (TSchema extends Content ? unknown : { readonly example: object }) &
    ({ readonly operation?: undefined } | { readonly operations: readonly ApprovableOperation[] }),
): Endpoint<{
  route: Path
  params: Params
  query: Query
  pages: Order
  body: Content
  file: File
  answers: Answers
  operations: Operations
}> &
  WithDeclaration<Path, Params, Query, Content, Answers, Code> {
  const { summary, guide, operation } = declared
  const plan = planOf(declared)
  const { name, role, stepUp, operations } = plan
  let options: ReturnType<typeof optionsOf> | undefined
  const describe = () => {
    options ??= optionsOf(declared, plan)
    return options
  }
  return {
    declared,
    facts: { name, role, stepUp, operations, summary, guide },
    describe,
    register(context, office) {
      const { method, path: url } = plan
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        answer(declared, plan, office, request, reply)
      context.app.route({ ...describe(), onRequest: context.access, method, url, handler })
      if (operation !== undefined) registerApproved(declared, plan, office)
    },
  }
}

/** What follows from a declaration, once. */
interface Plan {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly role: OperatorRole
  readonly stepUp: boolean | 'WITH_ITS_OPERATION'
  readonly operations: readonly ApprovableOperation[]
  /** Of a list's row: each list has its export. */
  readonly item: TSchema | undefined
}

type AnyDeclaration<Params, Query, Content extends TSchema, Answers> = Declaration<
  OperatorsRoute,
  Params,
  Query,
  Content,
  Answers
>

function planOf<Params, Query extends Schemas, Content extends TSchema, Answers extends AnswerSchemas>({
  route,
  role,
  operations = [],
  stepUp = operations.length > 0,
  answers,
  query,
}: AnyDeclaration<Params, Query, Content, Answers>): Plan {
  const [method, path] = partsOf(route)
  const item = method === 'GET' ? exportedItem(answers, query) : undefined
  return { name: `${method} ${pathOnPage(path)}`, method, path, role, stepUp, operations, item }
}

function optionsOf<
  Params extends Schemas,
  Query extends Schemas,
  Content extends TSchema,
  Answers extends AnswerSchemas,
>(declared: AnyDeclaration<Params, Query, Content, Answers>, { role, stepUp, item }: Plan) {
  const query = listParameters(declared.query, declared.pages, item !== undefined)
  const asks = Object.keys(query).length > 0
  const answers: AnswerSchemas = declared.answers
  return described({
    ...declared,
    role,
    stepUp,
    query,
    problems: [...(asks ? (['VALIDATION_FAILED'] as const) : []), ...(declared.problems ?? [])],
    answers: {
      ...answers,
      ...(item && { 200: withExports(answers[200] ?? {}) }),
      ...(typeof declared.operation === 'function' && { 202: waitingOr(answers) }),
    },
  })
}

async function answer<
  Params extends Schemas,
  Query extends Schemas,
  Content extends TSchema,
  Answers extends AnswerSchemas,
>(
  declared: AnyDeclaration<Params, Query, Content, Answers>,
  { name, role, stepUp, operations, item }: Plan,
  office: BackOffice,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = office.gateway
  const requested = requestedNow(request, reply)
  const call = callOf(office, declared, requested)
  mayRequest(declared, call.operator, requested)
  const wanted = item && readExportRequest(queryIn(request))
  if (wanted) {
    const page: Parameters<typeof exportList>[0]['answer'] = (page) => declared.handle({ ...call, page })
    return exportList({ request, reply, deps, wanted, caller: call.operator.id, item, answer: page })
  }
  const approvalRequests = await approvalRequestsOf(declared, { name, operations }, call)
  if (stepUp === 'WITH_ITS_OPERATION' && allOf(approvalRequests).length > 0)
    mustHaveProved(request, deps.clock.now())
  const asking = { name, role, secrets: declared.secrets }
  const { waits, after } = await consider(office, asking, approvalRequests, requested)
  if (waits) return sendWaiting(reply, waits, deps.clock.now())
  const answered = await after(() => declared.handle(call))
  const code = statusOf(declared, answered)
  reply.code(code)
  if (declared.location) reply.header('location', declared.location(answered))
  return code === 204 ? reply.send() : reply.send(answered)
}

const statusOf = <Answers extends AnswerSchemas>(
  { answers, status }: Pick<AnyDeclaration<unknown, unknown, TSchema, Answers>, 'answers' | 'status'>,
  answer: AnswerIn<Answers>,
): number => status?.(answer) ?? firstStatus(answers)

/** What the call would do that may need an approval. */
async function approvalRequestsOf<Params, Query, Content extends TSchema, Answers>(
  { operation }: Pick<AnyDeclaration<Params, Query, Content, Answers>, 'operation'>,
  { name, operations }: Pick<Plan, 'name' | 'operations'>,
  call: CallOf<Params, Query, Content>,
): Promise<ApprovalRequests> {
  const approvalRequests = typeof operation === 'function' ? await operation(call) : undefined
  assert(
    allOf(approvalRequests).every((approvalRequest) => operations.includes(approvalRequest.operation)),
    `${name} names the acts that it asks for`,
  )
  mayRequestApproval(call.operator, approvalRequests)
  rememberApprovalRequests(call, approvalRequests)
  return approvalRequests
}

/** Says how it is done once it is approved: by the same handler. */
function registerApproved<
  Params extends Schemas,
  Query extends Schemas,
  Content extends TSchema,
  Answers extends AnswerSchemas,
>(declared: AnyDeclaration<Params, Query, Content, Answers>, plan: Plan, office: BackOffice): void {
  const { operation, file, answerFor } = declared
  office.gateway.approvals.whenApproved(plan.name, {
    answersAsker: answerFor === 'asker',
    async approve(run) {
      const before = requestedBefore(run, file !== undefined)
      const call = callOf(office, declared, before)
      mayApprove({ ...declared, path: plan.path }, call.operator, before)
      const approvalRequests =
        typeof operation === 'function' && (() => approvalRequestsOf(declared, plan, call))
      return doApproved(run, approvalRequests || undefined, async () => {
        const body = await declared.handle(call)
        return { status: statusOf(declared, body), body: typeof body === 'object' ? body : null }
      })
    },
    ...(typeof operation === 'object' && {
      reject: (approval, line) => operation.reject(office, approval, line),
    }),
  })
}

/** One that answers 202 by itself answers one or the other. */
const waitingOr = ({ 202: own }: AnswerSchemas): TSchema =>
  own === undefined ? WaitingSchema : Type.Union([own, WaitingSchema])

const sendWaiting = (reply: FastifyReply, approval: Approval, now: Instant): FastifyReply =>
  reply
    .code(202)
    .header('location', `/admin/approvals/${approval.id}`)
    .send({ approval: approvalBrief(approval, now) })
