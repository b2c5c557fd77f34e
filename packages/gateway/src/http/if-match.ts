/**
 * Conditional changes: a change is only made if the object is still as the caller has seen it (`ETag`, `If-Match`, RFC 9110). If
 * two people edit the same form, the second one gets a 412, and the first one’s changes are not lost.
 *
 * A tag covers only what can be edited: a key that was used or added does not invalidate a form. Without `If-Match` there is no
 * condition.
 */
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { httpProblem, ProblemError } from './problems.ts'

export const IF_MATCH = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of the response you read. If the resource has changed since, the request fails with 412 and nothing is changed.',
    }),
  ),
}

/** Independent of the order of members in the database or the code. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const HEX_DIGITS = 32

/** A strong tag, with its quotes. @param seen the editable values, as in JSON */
export const tagOf = (seen: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(seen, inOrder)).digest('hex').slice(0, HEX_DIGITS)}"`

/** @throws ProblemError 412 if it has changed since it was read */
export function mustMatch(headers: { readonly 'if-match'?: string | undefined }, tag: string): void {
  const { 'if-match': wanted } = headers
  if (wanted === undefined) return
  const tags = wanted.split(',').map((each) => each.trim())
  if (tags.includes('*') || tags.includes(tag)) return
  throw new ProblemError(
    httpProblem('PRECONDITION_FAILED', 'this has changed since you read it: read it again and decide'),
  )
}
