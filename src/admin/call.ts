/**
 * A request of an operator that was let in, as its endpoint's handler sees it: read by the schemas that describe it, all faults at once.
 *
 * It comes from the wire, or out of an approval: what was stored when it was asked for is read again by the same schemas, and done by
 * the same handler as whoever approved it. Only what it says of itself in the audit log differs: its line decides the approval.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type CursorForm, type PageRequest, readPageRequest } from '../api/pages.ts'
import { type Body, isObject } from '../api/requests.ts'
import type { ApprovedRun } from '../approvals/approvals.ts'
import type { SqlCall } from '../database/port.ts'
import { assert, type Result } from '../foundation/result.ts'
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
  /** Holds no secret and nothing of payers. */
  readonly detail?: object
}

/** An operator who asked for an act or approved it, as they were then. */
export type Decider = Pick<GatewayOperator, 'id' | 'name' | 'revision'>

/** The ids of both. */
export const idsOf = ({
  requestedBy,
  approvedBy,
}: Pick<Call<unknown, unknown, unknown>, 'requestedBy' | 'approvedBy'>) =>
  [requestedBy, approvedBy].flatMap((decider) => (decider ? [decider.id] : []))

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
  /** The line for the audit log, for whoever writes it in the transaction of the act, once. It decides the approval, where there is one. */
  audit(operation: AuditEntry): AuditLine
  /** The line of a try that is refused: it decides nothing. */
  tried(operation: AuditEntry): AuditLine
  /** The same for an act that goes through the journal: what is written in its commit. */
  alongside(operation: AuditEntry): readonly SqlCall[]
  /** For an act of several commits, each of which is done once by itself: decides the approval before the first of them. */
  decideFirst(): Promise<void>
  /**
   * In the transaction of the act: what it is about is still as it was when it was asked for, or nothing is done.
   * @throws ProblemError 409
   */
  still(about: string): void
  /** What it was about when it was asked for; undefined: nobody was asked. */
  readonly requestedAbout: string | undefined
  /** Who wants it: whoever asked for it where it was approved, else whoever calls. With the rights they had then. */
  readonly requestedBy: Decider
  /** Who approved it; undefined: nobody was asked. */
  readonly approvedBy: Decider | undefined
  /** Notes an act, once it is done, where the two can not be one transaction: see `noteDone`. */
  note(operation: AuditEntry): Promise<void>
  /** Sets a header of the answer. */
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
  /** The approval that it comes out of. */
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
      'What this is about has changed since it was asked for: reject it, and ask anew.',
    ),
  )

/** What an endpoint reads a request by. */
export interface ReadBy<Params, Query, Content> {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Content
}

export function callOf<Params extends Schemas, Query extends Schemas, Content extends TSchema>(
  office: BackOffice,
  schemas: ReadBy<Params, Query, Content>,
  requested: IncomingRequest,
): Call<Values<Params>, Partial<Values<Query>>, Static<Content>> {
  const { gateway } = office
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
    office,
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
