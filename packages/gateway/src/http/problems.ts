/**
 * Problems: the format of a refusal (RFC 9457, `application/problem+json`).
 *
 * Every refusal has a stable upper-case `code`, the status and title of that code (from a table), the request's ID, and a `type`
 * that links to the page about the code. Modules above have their own tables; this one holds only HTTP's own. Never shows a stack
 * trace or an error message that was not written for the caller.
 */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Result } from '@sluice/core/foundation/result.ts'

export type { Fault }

/** A row of a table of problems: `code` → status and title. */
export interface ProblemKind {
  readonly status: number
  readonly title: string
  /** An example of a `detail` for descriptions, if it says what to do next. */
  readonly example?: string
}

export interface Problem {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors?: readonly Fault[]
  /** Further members of the document. They never overwrite the standard ones. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export type ProblemExtras = Pick<Problem, 'errors' | 'extra' | 'headers'>

export const HTTP_PROBLEMS = {
  MALFORMED_JSON: { status: 400, title: 'The request body is not valid JSON' },
  VALIDATION_FAILED: { status: 400, title: 'The request is invalid' },
  AUTHENTICATION_FAILED: { status: 401, title: 'Authentication failed' },
  TOKEN_EXPIRED: { status: 401, title: 'The token has expired' },
  SCOPE_EXCEEDED: { status: 403, title: 'The token does not allow this' },
  VERSION_UNSUPPORTED: { status: 404, title: 'The API version is missing or not supported' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The HTTP method is not allowed' },
  PRECONDITION_FAILED: { status: 412, title: 'The resource has changed' },
  BODY_TOO_LARGE: { status: 413, title: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The media type is not supported' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL_ERROR: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, title: 'Service temporarily unavailable' },
} as const satisfies Record<string, ProblemKind>

/** Returns a function that makes problems of a table. An unknown code does not compile. */
export function problemsOf<Table extends Readonly<Record<string, ProblemKind>>>(table: Table) {
  return (code: keyof Table & string, detail: string, extras: ProblemExtras = {}): Problem => {
    const kind = table[code]
    if (kind === undefined) throw new Error(`no such problem: ${code}`)
    return { status: kind.status, code, title: kind.title, detail, ...extras }
  }
}

/** Makes a problem of HTTP's own table. */
export const httpProblem = problemsOf(HTTP_PROBLEMS)

const REPORTED_IN_DETAIL = 3

/** 400 with all faults of a request. `detail` describes the first ones, and says how many more there are. */
export function validationFailed(errors: readonly Fault[]): Problem {
  const reported = errors
    .slice(0, REPORTED_IN_DETAIL)
    .map(({ path, message }) => `${path || 'body'}: ${message}`)
  const more = errors.length - reported.length
  const detail = more > 0 ? `${reported.join('; ')}; and ${more} more` : reported.join('; ')
  return httpProblem('VALIDATION_FAILED', detail, { errors })
}

/** Passes a problem through hooks and handlers to the error handler, which writes it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}`)
    this.problem = problem
  }
}

/** The value of a result. @throws ProblemError if it failed */
export function orRefuse<Value>(result: Result<Value, Problem>): Value {
  if (!result.ok) throw new ProblemError(result.failure)
  return result.value
}

/** The page about a code, relative to this server, which does not know its public name. */
const problemType = (code: string): string => `/docs/errors/${code}`

/** The document as it is sent. */
export function problemDocument(problem: Problem, requestId: string): Record<string, unknown> {
  return {
    ...problem.extra,
    type: problemType(problem.code),
    title: problem.title,
    status: problem.status,
    code: problem.code,
    detail: problem.detail,
    requestId,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  }
}
