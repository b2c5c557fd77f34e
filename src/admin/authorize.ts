/**
 * Who may do what in the admin API: an operator's token on every route, and a role that the route names.
 *
 * Promises: runs before the body is read; failures are counted by address like those of merchants, and of an address that floods
 * nothing is looked up. A token that has held lately is not locked out by a neighbour's failures. Roles are read with every
 * request, so a revoked operator ends at once. What an operator tried to do without the role for it stands in the audit log.
 */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { hashSecret } from '../access/secrets.ts'
import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import { assert } from '../foundation/result.ts'
import { methodAsked, requireBearer, unauthenticated } from '../http/authorization.ts'
import type { Failures } from '../http/failures.ts'
import { httpProblem, type Problem } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { auditCall } from '../operators/audit.ts'
import { type GatewayOperator, operatorOf } from '../operators/operators.ts'
import { mayAct, type OperatorRole } from '../operators/rights.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, on the routes of the admin API. Read it with `operatorOfRequest`. */
    operator: GatewayOperator | null
  }
  interface FastifyContextConfig {
    /** The least role that the route needs. */
    role?: OperatorRole
  }
}

const MAX_TOKEN_CHARACTERS = 512
const MAX_REMEMBERED = 1_000

/** The operator of a request that came through `operatorAccess`. */
export function operatorOfRequest(request: FastifyRequest): GatewayOperator {
  assert(request.operator !== null && request.operator !== undefined, 'the route has the operator hook')
  return request.operator
}

export interface OperatorAccess {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
  readonly failures: Failures
}

/** Makes the `onRequest` hook of the admin API. Call it once per server: it decorates the request. */
export function operatorAccess(app: Server, access: OperatorAccess): onRequestHookHandler {
  app.decorateRequest('operator', null)
  const heldLately = new Set<string>()
  return requireBearer((token, request, reply) => admit(access, heldLately, token, request, reply))
}

async function admit(
  access: OperatorAccess,
  heldLately: Set<string>,
  token: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | undefined> {
  const { database, failures } = access
  reply.header('cache-control', 'no-store')
  const usable = token !== undefined && token.length <= MAX_TOKEN_CHARACTERS ? token : undefined
  const name = usable === undefined ? '' : Buffer.from(hashSecret(usable)).toString('base64')
  const flood = heldLately.has(name) ? undefined : failures.flood('operator', request.ip)
  if (flood) return flood
  const operator = usable === undefined ? undefined : await operatorOf(database, usable)
  if (!operator) {
    heldLately.delete(name)
    return failures.failed('operator', request.ip, unauthenticated("a valid operator's token is needed"))
  }
  if (heldLately.size >= MAX_REMEMBERED) heldLately.clear()
  heldLately.add(name)
  const needed = request.routeOptions.config.role
  assert(needed, 'every route of the admin API names the role it needs')
  if (!mayAct(operator.role, needed)) {
    if (methodAsked(request) !== 'GET') await noteRefused(access, request, operator, needed)
    return httpProblem('SCOPE_EXCEEDED', `this needs the role ${needed}; yours is ${operator.role}`)
  }
  request.operator = operator
  return undefined
}

/** A route's pattern as the description and the operators' page have it. */
export const pathOnPage = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

/** Reads without the role for them move nothing, and a program may repeat them for ever: they are not noted. */
async function noteRefused(
  { database, deps }: OperatorAccess,
  { method, routeOptions: { url = '' } }: FastifyRequest,
  { name, role }: GatewayOperator,
  needed: OperatorRole,
): Promise<void> {
  const at = deps.clock.now()
  const line = { id: deps.randomness.uuidV7(at), at, operator: name, action: 'role.refused' }
  // The route's pattern, as the operators' page has it: what stands in the path itself is not checked yet.
  const subject = `${method} ${pathOnPage(url)}`
  await database.batch([auditCall({ ...line, subject, detail: { role, needed } })])
}
