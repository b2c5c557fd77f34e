/**
 * Changes on one condition: that what is changed is still as whoever asks has seen it (`ETag`, `If-Match`, RFC 9110). Of two who had the same
 * form open, the second learns so before anything of the first is lost.
 *
 * A tag is made of what can be changed, and of nothing else: a key that was used, or added, makes no form stale. Who sends no `If-Match` asks
 * for no condition.
 */
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { httpProblem, ProblemError } from './problems.ts'

export const IF_MATCH = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of the answer that was read before: where it has changed since, nothing is done (412).',
    }),
  ),
}

/** In whatever order the database or the code has its members. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const HEX_DIGITS = 32

/** A strong tag, with its quotes. @param seen what there is to be changed, as JSON has it */
export const tagOf = (seen: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(seen, inOrder)).digest('hex').slice(0, HEX_DIGITS)}"`

/** @throws ProblemError 412: it is not any more as it was seen */
export function mustMatch(headers: { readonly 'if-match'?: string | undefined }, tag: string): void {
  const { 'if-match': wanted } = headers
  if (wanted === undefined) return
  const tags = wanted.split(',').map((each) => each.trim())
  if (tags.includes('*') || tags.includes(tag)) return
  throw new ProblemError(
    httpProblem('PRECONDITION_FAILED', 'this has changed since you read it: read it anew, and decide again'),
  )
}
