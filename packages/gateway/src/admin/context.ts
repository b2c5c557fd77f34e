/** What the routes of the admin API share: descriptions, guards, and audit lines. */
import type { FaultCode } from '@sluice/core/foundation/faults.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { ExactNumber } from '@sluice/core/foundation/json.ts'
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Gateway } from '../api/gateway.ts'
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

/** The parts of an operators' endpoint's description beyond those of every declaration. */
export interface OperatorRoute {
  readonly role: OperatorRole
  /** `WITH_ITS_OPERATION`: only if the request contains an operation. */
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

/** The options of a route, without its guard. */
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

export const refuse = (problem: Problem): ProblemError => new ProblemError(problem)

/** What was done before the refusal stays done, so the daily limit is not restored. */
export class DoneInPart extends ProblemError {}

export const invalid = (path: string, code: FaultCode, message: string): ProblemError =>
  refuse(validationFailed([{ path, code, message }]))

export const notFound = (what: string): ProblemError =>
  refuse(httpProblem('NOT_FOUND', `there is no such ${what}`))

/** The merchant in a path or body. @throws ProblemError 404 */
export async function merchantOf(gateway: Gateway, code: unknown): Promise<MerchantProfile> {
  const profile =
    typeof code === 'string' && isMerchantCode(code) ? await gateway.merchants.find(code) : undefined
  if (!profile) throw notFound('merchant')
  return profile
}

/** The audit line of this operator's operation. `detail` contains no secret and no payer data. */
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
 * Logs an operation that is done, if the two cannot be one transaction. So the log has what was done and never what was
 * refused afterwards. An operation of several commits is logged before the first one (`decideFirst`).
 */
export async function noteDone(gateway: Gateway, line: AuditLine): Promise<void> {
  await gateway.database.batch([auditCall(line)])
}

/** Common parts of schemas. */
export const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })
export const MerchantCodeParam = Type.String({ description: "The merchant's code." })
/** For responses: amounts are exact. */
export const MoneySchema = Type.Object({
  amount: Type.Unsafe<ExactNumber>(Type.Number()),
  currencyCode: Type.String(),
})
