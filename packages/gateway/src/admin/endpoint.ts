/**
 * An endpoint of the admin API, declared once. The declaration gives the route with its guard, its description in
 * `/admin/openapi.json`, its row on the operators' page (`npm run docs`), and the types of its handler.
 *
 * Promises: the caller is an operator with the named role. Parameters and bodies are read by the schemas that describe
 * them (`http/reading.ts`), all faults together; a handler's answer has the type of the schema that describes it. To
 * add one, see `docs/contributing/endpoint.md`.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { readExportRequest, withExports } from '../api/exports.ts'
import { exportedItem, exportList, listParameters, type Pages, queryIn } from '../api/list-endpoints.ts'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovableOperation } from '../approvals/operations.ts'
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

/** As fastify writes it: `GET /admin/networks/:chainId`. */
type OperatorsRoute = `${Method} /admin/${string}`

type CallOf<Params, Query, Content extends TSchema> = Call<
  Values<Params>,
  Partial<Values<Query>>,
  Static<Content>
>

interface Declaration<Path, Params, Query, Content extends TSchema, Answers, Code = OperatorsProblem>
  extends Declared<Path, Params, Query, Content, Answers, Code> {
  /** The least role that has access. */
  readonly role: OperatorRole
  /**
   * A fresh proof of identity is required. Set it for endpoints without `operations`; with them it is required anyway.
   * `WITH_ITS_OPERATION`: only if the request contains an operation, for requests that usually move nothing.
   */
  readonly stepUp?: boolean | 'WITH_ITS_OPERATION'
  /**
   * The operations of the policy that may apply, declared by `operation` or by the module that runs it. Endpoints
   * without any are listed in `tools/structure/single-approval.ts`.
   */
  readonly operations?: readonly ApprovableOperation[]
  /** The page with more information, besides `admin.md`. */
  readonly guide?: `${string}.md` | `${string}.md#${string}`
  /** The answer is a page: takes `cursor` and `limit`, and lists by time also `from` and `to`. */
  readonly pages?: Pages
  /** Fields of the body that must never be shown again: while the operation waits they are sealed. */
  readonly secrets?: readonly (keyof Static<Content> & string)[]
  /**
   * The answer contains a link, a token or a secret. After an approval only the requester can read the answer, not the
   * approver; otherwise one person could approve an operator and then become them.
   */
  readonly answerFor?: 'asker'
  readonly handle: (call: CallOf<Params, Query, Content>) => AnswerIn<Answers> | Promise<AnswerIn<Answers>>
  /**
   * The operations that may need approval: undefined: none; several: one approval is needed if any of them needs it. It
   * refuses what the handler would refuse, so that nobody approves what is impossible. Or another operation requests
   * this one: then it says what a rejection undoes.
   */
  readonly operation?:
    | ((call: CallOf<Params, Query, Content>) => ApprovalRequests | Promise<ApprovalRequests>)
    | RequestedBefore
  /** Which of several statuses is sent. */
  readonly status?: (answer: AnswerIn<Answers>) => number
  /** The address of what was created. */
  readonly location?: (answer: AnswerIn<Answers>) => string
}

/** The facts about an endpoint for the operators' page, the security page, and the test that checks all of them. */
export interface EndpointFacts {
  /** `GET /admin/networks/{chainId}`. */
  readonly name: string
  readonly role: OperatorRole
  /** A fresh proof of identity is required. */
  readonly stepUp: boolean | 'WITH_ITS_OPERATION'
  readonly operations: readonly ApprovableOperation[]
  readonly summary: string
  readonly guide: string | undefined
}

/** Parts of a declaration of which its clients need the types, too (`operations.ts`). */
export interface OperatorsExtras<Order, File, Operations> {
  readonly pages?: Order
  readonly file?: File
  readonly operations?: Operations
}

/** An endpoint, as the list of all of them holds it. */
export interface Endpoint {
  readonly facts: EndpointFacts
  /** The options of its route, without the guard: what its requests and answers are. */
  describe(): ReturnType<typeof described>
  register(context: AdminContext, backOffice: BackOffice): void
}

/**
 * Declares an endpoint. A path with a parameter without schema does not compile. An endpoint with a body must have an
 * example, which a test sends.
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
  declared: Declaration<Path, Params, Query, Content, Answers, Code> &
    OperatorsExtras<Order, File, Operations> &
    ([NamesIn<Path>] extends [never] ? unknown : { readonly params: Params }) &
    (TSchema extends Content ? unknown : { readonly example: object }) &
    ({ readonly operation?: undefined } | { readonly operations: readonly ApprovableOperation[] }),
): Endpoint &
  WithDeclaration<Path, Params, Query, Content, Answers, Code, OperatorsExtras<Order, File, Operations>> {
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
    register(context, backOffice) {
      const { method, path: url } = plan
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        answer(declared, plan, backOffice, request, reply)
      context.app.route({ ...describe(), onRequest: context.access, method, url, handler })
      if (operation !== undefined) registerApproved(declared, plan, backOffice)
    },
  }
}

/** What is derived from a declaration, once. */
interface Plan {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly role: OperatorRole
  readonly stepUp: boolean | 'WITH_ITS_OPERATION'
  readonly operations: readonly ApprovableOperation[]
  /** The schema of a list's row: each list has an export. */
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
  backOffice: BackOffice,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = backOffice.gateway
  const requested = requestedNow(request, reply)
  const call = callOf(backOffice, declared, requested)
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
  const { waits, after } = await consider(backOffice, asking, approvalRequests, requested)
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

/** The operations of the call that may need approval. */
async function approvalRequestsOf<Params, Query, Content extends TSchema, Answers>(
  { operation }: Pick<AnyDeclaration<Params, Query, Content, Answers>, 'operation'>,
  { name, operations }: Pick<Plan, 'name' | 'operations'>,
  call: CallOf<Params, Query, Content>,
): Promise<ApprovalRequests> {
  const approvalRequests = typeof operation === 'function' ? await operation(call) : undefined
  assert(
    allOf(approvalRequests).every((approvalRequest) => operations.includes(approvalRequest.operation)),
    `${name} names its operations`,
  )
  mayRequestApproval(call.operator, approvalRequests)
  rememberApprovalRequests(call, approvalRequests)
  return approvalRequests
}

/** Registers how it is run after an approval: by the same handler. */
function registerApproved<
  Params extends Schemas,
  Query extends Schemas,
  Content extends TSchema,
  Answers extends AnswerSchemas,
>(declared: AnyDeclaration<Params, Query, Content, Answers>, plan: Plan, backOffice: BackOffice): void {
  const { operation, file, answerFor } = declared
  backOffice.gateway.approvals.whenApproved(plan.name, {
    answersAsker: answerFor === 'asker',
    async approve(run) {
      const before = requestedBefore(run, file !== undefined)
      const call = callOf(backOffice, declared, before)
      mayApprove({ ...declared, path: plan.path }, call.operator, before)
      const approvalRequests =
        typeof operation === 'function' && (() => approvalRequestsOf(declared, plan, call))
      return doApproved(run, approvalRequests || undefined, async () => {
        const body = await declared.handle(call)
        return { status: statusOf(declared, body), body: typeof body === 'object' ? body : null }
      })
    },
    ...(typeof operation === 'object' && {
      reject: (approval, line) => operation.reject(backOffice, approval, line),
    }),
  })
}

/** If the endpoint has its own 202, the answer is one of both. */
const waitingOr = ({ 202: own }: AnswerSchemas): TSchema =>
  own === undefined ? WaitingSchema : Type.Union([own, WaitingSchema])

const sendWaiting = (reply: FastifyReply, approval: Approval, now: Instant): FastifyReply =>
  reply
    .code(202)
    .header('location', `/admin/approvals/${approval.id}`)
    .send({ approval: approvalBrief(approval, now) })
