/**
 * Authorization of the admin API: every route needs a program's token or a person's session, and the capability that
 * follows from the route and the role it names.
 *
 * Promises: with an `Authorization` header, cookies are ignored. A session is accepted only from the gateway's own
 * pages, and on routes that require it only with a fresh proof of identity (`identity/people/guard.ts`). Runs before
 * the body is read. Failures are rate-limited by address like those of merchants, and from a flooding address nothing
 * is looked up; a token that was valid recently is not locked out by a neighbour's failures. Roles are read with every
 * request, so revoking an operator takes effect immediately. Attempts to change something without the role are written
 * to the audit log.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Database } from '@sluice/database/port.ts'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { bearerToken, methodRequested, unauthenticated } from '../http/authorization.ts'
import { pathOnPage } from '../http/endpoint.ts'
import type { Failures } from '../http/failures.ts'
import { httpProblem, type Problem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { hashSecret } from '../identity/access/secrets.ts'
import { auditCall } from '../identity/operators/audit.ts'
import { type GatewayOperator, operatorOf } from '../identity/operators/operators.ts'
import {
  type Capability,
  capabilityFor,
  hasCapability,
  mayAct,
  type OperatorRole,
} from '../identity/operators/rights.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import { needsProof, stepUpNeeded, visitOf } from '../identity/people/guard.ts'
import type { PersonSession } from '../identity/people/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator who calls, on routes of the admin API. Read it with `operatorOfRequest`. */
    operator: GatewayOperator | null
    /** The session, if the caller is a person. */
    personSession: PersonSession | null
  }
  interface FastifyContextConfig {
    /** The least role that the route needs. */
    role?: OperatorRole
    /** The person must have proved their identity recently. */
    stepUp?: boolean
  }
}

const MAX_TOKEN_CHARACTERS = 512
const MAX_REMEMBERED = 1_000

/** The operator of a request that passed `operatorAccess`. */
export function operatorOfRequest(request: FastifyRequest): GatewayOperator {
  assert(request.operator !== null && request.operator !== undefined, 'the route has the operator hook')
  return request.operator
}

export interface OperatorAccess {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
  readonly failures: Failures
  readonly people: PeopleContext
}

type Caller = Pick<FastifyRequest, 'operator' | 'personSession'>

/** Makes the `onRequest` hook of the admin API. Call it once per server, because it decorates the request. */
export function operatorAccess(app: Server, access: OperatorAccess): onRequestHookHandler {
  app.decorateRequest('operator', null)
  app.decorateRequest('personSession', null)
  const heldLately = new Set<string>()
  return async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const problem = await admit(access, heldLately, request, reply)
    if (problem) throw new ProblemError(problem)
  }
}

async function admit(
  access: OperatorAccess,
  heldLately: Set<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | undefined> {
  const caller = await callerOf(access, heldLately, request, reply)
  if ('problem' in caller) return caller.problem
  const { operator, personSession } = caller
  assert(operator, 'whoever was let in is an operator')
  const { role: needed, stepUp } = request.routeOptions.config
  assert(needed, 'every route of the admin API names the role it needs')
  const capability = capabilityFor(request.routeOptions.url ?? '', needed)
  if (!hasCapability(operator, capability)) {
    if (methodRequested(request) !== 'GET') await noteRefused(access, request, operator, needed, capability)
    return missing(operator, needed, capability)
  }
  if (stepUp && personSession && needsProof(personSession, access.deps.clock.now())) return stepUpNeeded()
  request.operator = operator
  request.personSession = personSession
  return undefined
}

/** For routes that require a fresh proof only if money moves. @throws ProblemError 401 */
export function mustHaveProved({ personSession }: Pick<FastifyRequest, 'personSession'>, now: Instant): void {
  if (personSession && needsProof(personSession, now)) throw new ProblemError(stepUpNeeded())
}

/** Names the missing right. */
const missing = ({ role }: GatewayOperator, needed: OperatorRole, capability: Capability): Problem =>
  httpProblem(
    'SCOPE_EXCEEDED',
    mayAct(role, needed)
      ? `this needs the right ${capability}, which was removed from yours`
      : `this needs the right ${capability}, which the role ${needed} has; yours is ${role}`,
  )

async function callerOf(
  access: OperatorAccess,
  heldLately: Set<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | { readonly problem: Problem }> {
  const { authorization } = request.headers
  if (authorization !== undefined) return ofToken(access, heldLately, bearerToken(authorization), request)
  const visit = await visitOf(access.people, access.failures, request, reply)
  if (visit.type === 'refused') return visit
  if (visit.type === 'nobody') return ofToken(access, heldLately, undefined, request)
  return { operator: visit.session.operator, personSession: visit.session }
}

async function ofToken(
  { database, failures }: OperatorAccess,
  heldLately: Set<string>,
  token: string | undefined,
  request: FastifyRequest,
): Promise<Caller | { readonly problem: Problem }> {
  const usable = token !== undefined && token.length <= MAX_TOKEN_CHARACTERS ? token : undefined
  const name = usable === undefined ? '' : Buffer.from(hashSecret(usable)).toString('base64')
  const flood = heldLately.has(name) ? undefined : failures.flood('operator', request.ip)
  if (flood) return { problem: flood }
  const operator = usable === undefined ? undefined : await operatorOf(database, usable)
  if (!operator) {
    heldLately.delete(name)
    const wrong = unauthenticated("a valid operator's token is needed")
    return { problem: failures.failed('operator', request.ip, wrong) }
  }
  if (heldLately.size >= MAX_REMEMBERED) heldLately.clear()
  heldLately.add(name)
  return { operator, personSession: null }
}

/** Refused reads are not logged: they change nothing, and a program may repeat them for ever. */
async function noteRefused(
  { database, deps }: OperatorAccess,
  { method, routeOptions: { url = '' } }: FastifyRequest,
  { name, role }: GatewayOperator,
  needed: OperatorRole,
  right: Capability,
): Promise<void> {
  const at = deps.clock.now()
  const line = { id: deps.randomness.uuidV7(at), at, operator: name, action: 'role.refused' }
  // The route's pattern as documented: the path itself is not validated yet.
  const subject = `${method} ${pathOnPage(url)}`
  await database.batch([auditCall({ ...line, subject, detail: { role, needed, right } })])
}
