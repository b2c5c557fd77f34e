/** Reads the query of a search. Pure. */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Fault } from '../http/problems.ts'
import { MAX_QUERY_CHARACTERS, rangesFor } from './terms.ts'

/** @param q from the request. @returns a text with something to search for */
export function readQuery(q: unknown): Result<string, Fault> {
  const fault = (code: Fault['code'], message: string) => fail<Fault>({ path: 'query:q', code, message })
  if (typeof q !== 'string') return fault('REQUIRED', 'is mandatory, once: the text to search for')
  if ([...q].length > MAX_QUERY_CHARACTERS)
    return fault('TOO_LONG', `must have at most ${MAX_QUERY_CHARACTERS} characters`)
  if (/\p{Cc}/u.test(q) || !q.isWellFormed())
    return fault('INVALID_CHARACTER', 'must be text without control characters')
  if (rangesFor(q).length === 0) return fault('INVALID_FORMAT', 'must contain a letter or a digit')
  return succeed(q)
}
