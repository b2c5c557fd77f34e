/** What the routes of the admin API share: how they are described and guarded, and how an act gets its line in the audit log. */
import type { onRequestHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { withExports } from '../api/exports.ts'
import type { Gateway } from '../api/gateway.ts'
import { type Body, isObject } from '../api/requests.ts'
import type { FaultCode } from '../foundation/faults.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import { IF_MATCH } from '../http/if-match.ts'
import type { ExactNumber } from '../http/json.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { httpProblem, type Problem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import type { OperatorRole } from '../identity/operators/rights.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { ALL_PROBLEMS } from './problems.ts'

export interface AdminContext {
  readonly app: Server
  readonly gateway: Gateway
  readonly access: onRequestHookHandler
}

type Params = Readonly<Record<string, TSchema>>

/** A file that a route takes in the place of JSON. */
export interface FileBody {
  /** Its media type in the description; any that is no JSON is taken. */
  readonly type: string
  readonly description: string
  readonly limitBytes: number
}

export interface RouteFacts {
  readonly role: OperatorRole
  /** `WITH_ITS_OPERATION`: where it comes to one. */
  readonly stepUp?: boolean | 'WITH_ITS_OPERATION'
  readonly summary: string
  readonly params?: Params
  readonly query?: Params
  /** It is done only where nothing has changed since, if the request says so (`http/if-match.ts`). */
  readonly conditional?: boolean
  /** Where it takes one. */
  readonly body?: TSchema
  readonly example?: object
  /** May it be left out? */
  readonly bodyOptional?: boolean
  /** How large a JSON body may be, where that is not as for all. */
  readonly limitBytes?: number
  readonly file?: FileBody
  /** By status. */
  readonly answers: Readonly<Record<number, TSchema>>
  /** What it lists can be had as a file, too. */
  readonly exported?: boolean
  /** Beyond those that every route can answer. */
  readonly problems?: readonly (keyof typeof ALL_PROBLEMS)[]
}

const problems = problemResponsesOf(ALL_PROBLEMS)
const OF_EVERY_ROUTE = [
  'AUTHENTICATION_FAILED',
  'SCOPE_EXCEEDED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const
const OF_FILES = ['VALIDATION_FAILED', 'MALFORMED_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
const OF_BODIES = ['MALFORMED_JSON', 'VALIDATION_FAILED', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

const PROOF = {
  true: ' A person must have shown within five minutes that it is really them.',
  WITH_ITS_OPERATION:
    ' Where money follows, a person must have shown within five minutes that it is really them.',
  false: '',
} as const

/** The options of a route, but for its guard: what the description says of it. They are the same in each gateway of a process. */
export function described(facts: RouteFacts) {
  const { role, stepUp = false, summary, params, query, body, bodyOptional = false, file, limitBytes } = facts
  const { conditional = false } = facts
  const answers = facts.exported
    ? { ...facts.answers, 200: withExports(facts.answers[200] ?? {}) }
    : facts.answers
  const ofBody = body ? OF_BODIES : file ? OF_FILES : []
  const ofCondition = conditional ? (['PRECONDITION_FAILED'] as const) : []
  const codes = [...OF_EVERY_ROUTE, ...ofBody, ...ofCondition, ...(facts.problems ?? [])]
  return {
    validatorCompiler: describeOnly,
    config: {
      role,
      stepUp: stepUp === true,
      versioned: false,
      bodyRequired: body !== undefined && !bodyOptional,
      ...(limitBytes !== undefined && { jsonLimitBytes: limitBytes }),
      ...(file && { file: { limitBytes: file.limitBytes } }),
    },
    schema: {
      tags: ['Admin'],
      summary,
      description: `For operators with the role ${role}.${PROOF[`${stepUp}`]}`,
      security: [{ operator: [] }],
      ...(params && { params: Type.Object({ ...params }) }),
      ...(conditional && { headers: Type.Object(IF_MATCH) }),
      ...(query && { querystring: Type.Object({ ...query }) }),
      ...(body && { body: facts.example ? withExample(body, facts.example) : body }),
      ...(file && { body: fileSchema(file) }),
      response: { ...answers, ...problems(...new Set(codes)) },
    },
  }
}

const withExample = (body: TSchema, example: object) => ({ ...body, examples: [example] })

const fileSchema = ({ type, description }: FileBody) => ({
  content: { [type]: { schema: { type: 'string', format: 'binary', description } } },
})

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
