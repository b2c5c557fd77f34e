/**
 * Refusals: turns any error into a problem document.
 *
 * Every error is answered with a problem document with a stable code. An unexpected error is 500 INTERNAL_ERROR, is logged with
 * its request's ID, and reveals nothing. A framework's own messages are never shown.
 */
import type { Log } from '@sluice/core/foundation/deps.ts'
import type { FaultCode } from '@sluice/core/foundation/faults.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import {
  type Fault,
  httpProblem,
  type Problem,
  ProblemError,
  problemDocument,
  validationFailed,
} from './problems.ts'

/** Sends a problem as the answer. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  request.refusedAs = problem.code
  return reply
    .code(problem.status)
    .headers({ ...problem.headers })
    .type('application/problem+json')
    .send(JSON.stringify(problemDocument(problem, request.id)))
}

/**
 * The problem for an error that only the modules above know (an unavailable database, say). `isRead`: the request could not
 * change anything.
 */
export type ProblemOfError = (error: unknown, isRead: boolean) => Problem | undefined

export interface Refusals {
  readonly log: Log
  readonly problemOfError?: ProblemOfError | undefined
}

/** The error handler: knows problems, the framework's errors, and those of the modules above. Anything else is a bug. */
export function errorHandler({ log, problemOfError }: Refusals) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const known =
      error instanceof ProblemError
        ? error.problem
        : (problemOfError?.(error, isRead) ?? frameworkProblem(error))
    if (known !== undefined) return sendProblem(request, reply, known)
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url }
    log.error({ ...fields, ...describeError(error) }, 'request failed unexpectedly')
    return sendProblem(request, reply, internalError())
  }
}

const internalError = (): Problem =>
  httpProblem(
    'INTERNAL_ERROR',
    'the request failed and its outcome may be unknown: read or repeat the same ID, and quote the requestId to us',
  )

/** For the log: the kind of error and where it came from. A SyntaxError quotes its input, so its message is left out. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  const message = error instanceof SyntaxError ? undefined : error.message.slice(0, 300)
  return { error: error.name, errorMessage: message, stack: frames.slice(0, 12).join('\n') }
}

interface FrameworkError {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: FastifySchemaValidationError[]
  readonly validationContext?: string
}

function frameworkProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const known: Error & FrameworkError = error
  if (known.validation !== undefined)
    return validationFailed(schemaFaults(known.validation, known.validationContext))
  switch (known.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return httpProblem('BODY_TOO_LARGE', 'the body is larger than this path allows')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return httpProblem('UNSUPPORTED_MEDIA_TYPE', 'send application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return httpProblem('MALFORMED_JSON', 'the body ended before its announced length')
    case 'FST_ERR_BAD_URL':
      return badPath()
  }
  return known.statusCode === 404 ? httpProblem('NOT_FOUND', 'there is nothing here') : undefined
}

export const badPath = (): Problem =>
  validationFailed([{ path: 'path:*', code: 'INVALID_CHARACTER', message: 'must be percent-encoded UTF-8' }])

const CODES: Readonly<Record<string, FaultCode>> = {
  required: 'REQUIRED',
  type: 'WRONG_TYPE',
  enum: 'UNKNOWN_VALUE',
  const: 'UNKNOWN_VALUE',
  pattern: 'INVALID_FORMAT',
  format: 'INVALID_FORMAT',
  minLength: 'TOO_SHORT',
  maxLength: 'TOO_LONG',
  minItems: 'TOO_SHORT',
  maxItems: 'TOO_LONG',
  minimum: 'OUT_OF_RANGE',
  maximum: 'OUT_OF_RANGE',
  exclusiveMinimum: 'OUT_OF_RANGE',
  exclusiveMaximum: 'OUT_OF_RANGE',
}

const PREFIXES: Readonly<Record<string, string>> = {
  querystring: 'query:',
  headers: 'header:',
  params: 'path:',
}

/** The schema's errors as faults. For routes that validate themselves and read `request.validationError`. */
export function schemaFaults(errors: readonly FastifySchemaValidationError[], context = 'body'): Fault[] {
  return errors.slice(0, 50).map((error) => {
    const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
    const pointer = missing === undefined ? error.instancePath : pointerTo(error.instancePath, missing)
    const prefix = PREFIXES[context]
    return {
      path: prefix === undefined ? pointer : prefix + pointer.slice(1),
      code: CODES[error.keyword] ?? 'INVALID_FORMAT',
      message: missing === undefined ? (error.message ?? 'is not valid') : 'is mandatory',
    }
  })
}
