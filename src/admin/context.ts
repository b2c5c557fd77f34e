/** What the routes of the admin API share: how they are described and guarded, and how an act gets its line in the audit log. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Gateway } from '../api/gateway.ts'
import { type Body, isObject } from '../api/requests.ts'
import type { FaultCode } from '../foundation/faults.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import type { ExactNumber } from '../foundation/json.ts'
import { type Facts, routeOptions } from '../http/endpoint.ts'
import { problemResponsesOf } from '../http/openapi.ts'
import { httpProblem, type Problem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import type { OperatorRole } from '../identity/operators/rights.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { ALL_PROBLEMS } from './problems.ts'

export type OperatorsProblem = keyof typeof ALL_PROBLEMS

export interface AdminContext {
  readonly app: Server
  readonly gateway: Gateway
  readonly access: onRequestHookHandler
}

/** What the description of an operators' endpoint says beyond what every declaration says. */
export interface OperatorRoute {
  readonly role: OperatorRole
  /** `WITH_ITS_OPERATION`: where it comes to one. */
  readonly stepUp: boolean | 'WITH_ITS_OPERATION'
}

const problems = problemResponsesOf(ALL_PROBLEMS)
const OF_EVERY_ROUTE = [
  'AUTHENTICATION_FAILED',
  'SCOPE_EXCEEDED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const

const PROOF = {
  true: ' A person must have shown within five minutes that it is really them.',
  WITH_ITS_OPERATION:
    ' Where money follows, a person must have shown within five minutes that it is really them.',
  false: '',
} as const

/** The options of a route, but for its guard. */
export function described(facts: Facts<OperatorsProblem> & OperatorRoute) {
  const { role, stepUp } = facts
  const options = routeOptions<OperatorsProblem>(facts, {
    tag: 'Admin',
    description: `For operators with the role ${role}.${PROOF[`${stepUp}`]}`,
    security: [{ operator: [] }],
    everyProblem: OF_EVERY_ROUTE,
    problems,
  })
  return { ...options, config: { ...options.config, role, stepUp: stepUp === true, versioned: false } }
}

/** The body's object. @throws ProblemError 400 */
export function objectOf(body: unknown): Body {
  if (isObject(body)) return body
  throw invalid('', 'WRONG_TYPE', 'must be a JSON object')
}

export const refuse = (problem: Problem): ProblemError => new ProblemError(problem)

/** What was done before it was refused stays done: of the limit of a day nothing is given back. */
export class DoneInPart extends ProblemError {}

export const invalid = (path: string, code: FaultCode, message: string): ProblemError =>
  refuse(validationFailed([{ path, code, message }]))

export const notFound = (what: string): ProblemError =>
  refuse(httpProblem('NOT_FOUND', `there is no such ${what}`))

/** The merchant of a path or body. @throws ProblemError 404 */
export async function merchantOf(gateway: Gateway, code: unknown): Promise<MerchantProfile> {
  const profile =
    typeof code === 'string' && isMerchantCode(code) ? await gateway.merchants.find(code) : undefined
  if (!profile) throw notFound('merchant')
  return profile
}

/** The audit line of what this operator does. `detail` holds no secret and nothing of payers. */
export function auditLine(
  { deps }: Gateway,
  operator: Pick<GatewayOperator, 'name'>,
  operation: { readonly action: string; readonly subject: string; readonly detail?: object },
): AuditLine {
  const at = deps.clock.now()
  return {
    id: deps.randomness.uuidV7(at),
    at,
    operator: operator.name,
    action: operation.action,
    subject: operation.subject,
    detail: operation.detail ?? {},
  }
}

/**
 * Notes an act that is done, where the two can not be one transaction: the log has what was done, and never what was then refused. An
 * act of several commits notes itself before the first of them (`decideFirst`).
 */
export async function noteDone(gateway: Gateway, line: AuditLine): Promise<void> {
  await gateway.database.batch([auditCall(line)])
}

/** Common pieces of schemas. */
export const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })
export const MerchantCodeParam = Type.String({ description: "The merchant's code." })
/** Of answers: amounts are written exactly. */
export const MoneySchema = Type.Object({
  amount: Type.Unsafe<ExactNumber>(Type.Number()),
  currencyCode: Type.String(),
})
