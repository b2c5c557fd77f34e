/** The body of a request: the limit on its bytes, and the problem that refuses it. `foundation/json-document.ts` reads it. */
import { type JsonRefusal, type ParsedBody, parseDocument } from '@sluice/core/foundation/json-document.ts'
import { fail, type Result } from '@sluice/core/foundation/result.ts'
import { httpProblem, type Problem, validationFailed } from './problems.ts'

export const BODY_LIMIT_BYTES = 64 * 1024

/** @param nulls see `parseDocument` */
export function parseBody(bytes: Uint8Array, nulls?: 'left-out' | 'kept'): Result<ParsedBody, Problem> {
  const parsed = parseDocument(bytes, nulls)
  return parsed.ok ? parsed : fail(problemOf(parsed.failure))
}

const problemOf = (refusal: JsonRefusal): Problem =>
  refusal.type === 'malformed'
    ? httpProblem('MALFORMED_JSON', refusal.detail)
    : validationFailed(refusal.faults)
