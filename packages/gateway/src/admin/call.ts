/**
 * An authorized request of an operator as its endpoint's handler sees it: read by the schemas that describe it, all
 * faults together.
 *
 * It comes from the wire or from an approval: the stored request is read again by the same schemas and run by the same
 * handler, in the name of the approver. Only its audit line differs: it decides the approval.
 */
import { assert, type Result } from '@sluice/core/foundation/result.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type CursorForm, type PageRequest, readPageRequest } from '../api/pages.ts'
import { type Body, isObject } from '../api/requests.ts'
import type { ApprovedRun } from '../approvals/approvals.ts'
import { bodyOf, paramsOf, queryOf, whole } from '../http/asked.ts'
import type { Schemas } from '../http/endpoint.ts'
import type { Fault } from '../http/problems.ts'
import { type Rules, readByRules, type Values } from '../http/reading.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import { operatorOfRequest } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import { auditLine, invalid, noteDone, refuse } from './context.ts'
import { adminProblem } from './problems.ts'

export interface AuditEntry {
  /** `network.change`. */
  readonly action: string
  /** `network 8453`. */
  readonly subject: string
  /** Contains no secret and no payer data. */
  readonly detail?: object
}

/** An operator who requested or approved an operation, as they were then. */
export type Decider = Pick<GatewayOperator, 'id' | 'name' | 'revision'>

/** The IDs of both. */
export const idsOf = ({
  requestedBy,
  approvedBy,
}: Pick<Call<unknown, unknown, unknown>, 'requestedBy' | 'approvedBy'>) =>
  [requestedBy, approvedBy].flatMap((decider) => (decider ? [decider.id] : []))

/** An authorized request. */
export interface Call<Params, Query, Content> {
  readonly backOffice: BackOffice
  readonly operator: GatewayOperator
  readonly params: Params
  readonly query: Query
  /** The body. Find the object of the path first: 404 comes before 400. @throws ProblemError 400 */
  body(): Content
  /** The body, checked by these rules. @throws ProblemError 400 */
  check<Checked>(rules: Rules<Content, Checked>): Checked
  /** The same as a result, if the object must be found first, in the transaction that changes it. */
  read<Checked>(rules: Rules<Content, Checked>): Result<Checked, readonly Fault[]>
  /** The requested page. @throws ProblemError 400 */
  page(form: CursorForm): PageRequest
  /** The body as it came, for the audit log. @throws ProblemError 400 */
  readonly sent: Body
  readonly imprecise: readonly string[]
  /** The bytes, for an endpoint that takes a file. */
  readonly file: Uint8Array
  readonly headers: FastifyRequest['headers']
  /**
   * The audit line, to be written once in the transaction of the operation. It decides the approval, if there is one.
   */
  audit(operation: AuditEntry): AuditLine
  /** The audit line of a refused attempt, which decides nothing. */
  tried(operation: AuditEntry): AuditLine
  /** The same for an operation through the journal: statements for its commit. */
  alongside(operation: AuditEntry): readonly SqlCall[]
  /** For an operation of several commits, each of which is idempotent: decides the approval before the first one. */
  decideFirst(): Promise<void>
  /**
   * Called in the transaction of the operation: its object must be as it was when the operation was requested.
   * @throws ProblemError 409
   */
  still(about: string): void
  /** The object's fingerprint when the operation was requested; undefined without an approval. */
  readonly requestedAbout: string | undefined
  /** Who requested it, if it was approved, otherwise the caller. With the rights that they had then. */
  readonly requestedBy: Decider
  /** Who approved it; undefined without an approval. */
  readonly approvedBy: Decider | undefined
  /** Logs an operation after it was done, if the two cannot be one transaction: see `noteDone`. */
  note(operation: AuditEntry): Promise<void>
  /** Sets a response header. */
  header(name: string, value: string): void
}

/** A request as it came, before it is read. */
export interface IncomingRequest {
  readonly operator: GatewayOperator
  /** Path and query. */
  readonly target: string
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly imprecise: readonly string[]
  readonly bytes: Uint8Array
  readonly headers: FastifyRequest['headers']
  setHeader(name: string, value: string): void
  /** The approval that it comes from. */
  readonly approved?: ApprovedRun
}

export const requestedNow = (request: FastifyRequest, reply: FastifyReply): IncomingRequest => ({
  operator: operatorOfRequest(request),
  target: request.url,
  params: request.params,
  query: request.query,
  body: request.body,
  imprecise: request.impreciseNumbers,
  bytes: request.rawBody,
  headers: request.headers,
  setHeader: (name, value) => void reply.header(name, value),
})

export const stale = () =>
  refuse(
    adminProblem(
      'APPROVAL_STALE',
      'The subject of this request has changed since it was made. Reject it and request it again.',
    ),
  )

/** The schemas by which an endpoint reads a request. */
export interface ReadBy<Params, Query, Content> {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Content
}

export function callOf<Params extends Schemas, Query extends Schemas, Content extends TSchema>(
  backOffice: BackOffice,
  schemas: ReadBy<Params, Query, Content>,
  requested: IncomingRequest,
): Call<Values<Params>, Partial<Values<Query>>, Static<Content>> {
  const { gateway } = backOffice
  const { operator, imprecise, approved } = requested
  const params = paramsOf(schemas.params, requested.params)
  const query = queryOf(schemas.query, requested.query)
  const sent: unknown = requested.body ?? {}
  const described = () => {
    assert(schemas.body, 'an endpoint that reads a body describes it')
    return schemas.body
  }
  const read: Call<unknown, unknown, Static<Content>>['read'] = (rules) =>
    readByRules(described(), { body: sent, imprecise }, rules)
  const tried = (operation: AuditEntry) => auditLine(gateway, operator, operation)
  return {
    backOffice,
    operator,
    params,
    query,
    get sent() {
      if (isObject(sent)) return sent
      throw invalid('', 'WRONG_TYPE', 'must be a JSON object')
    },
    imprecise,
    file: requested.bytes,
    headers: requested.headers,
    read,
    check: (rules) => whole(read(rules)),
    body: () => bodyOf(described(), { body: sent, imprecise }),
    page: (form) => readPageRequest(isObject(requested.query) ? requested.query : {}, form),
    audit: (operation) => approved?.decides(tried(operation)) ?? tried(operation),
    tried,
    alongside: (operation) => [tried(operation), ...(approved ? [approved.line()] : [])].map(auditCall),
    async decideFirst() {
      if (approved) await gateway.database.batch([auditCall(approved.line())])
    },
    still(about) {
      if (approved && approved.approval.about !== about) throw stale()
    },
    requestedAbout: approved?.approval.about,
    requestedBy: askerOf(approved) ?? operator,
    approvedBy: approved && operator,
    note: (operation) => noteDone(gateway, tried(operation)),
    header: (name, value) => requested.setHeader(name, value),
  }
}

function askerOf(approved: ApprovedRun | undefined): Decider | undefined {
  if (!approved) return undefined
  const { id, name, revision } = approved.approval.requestedBy
  assert(id !== undefined, 'what an endpoint does was asked for by an operator')
  return { id, name, revision }
}
