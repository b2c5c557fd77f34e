/**
 * Tokens from a key or secret that does not allow everything: which requests for them are refused, and with which text.
 *
 * Checked twice. When a token is requested, entries that certainly need a missing right are refused, so that a shop notices
 * before its first payment. At each use (`bearer.ts`) everything is checked, as a pattern may have let more through, and what a
 * key allows can change while its tokens are valid.
 */
import { httpProblem, type Problem } from '../../http/problems.ts'
import { ACTIONS, type MadeWith, type TokenScope } from './grant.ts'
import type { CredentialAccess } from './merchant-access.ts'

/** The right that such a token needs and its key or secret lacks; undefined if that is not certain. */
export function lackedByScope(
  { lacks }: Pick<CredentialAccess, 'lacks'>,
  scope: TokenScope,
): string | undefined {
  if (!lacks) return undefined
  const entries = scope.kind === 'action' ? ACTIONS[scope.action].allows : scope.operations
  for (const entry of entries) {
    const [method = '', path = ''] = entry.split(' ')
    const lacking = isCertain(path) ? lacks(path, method === 'GET') : undefined
    if (lacking !== undefined) return lacking
  }
  return undefined
}

/**
 * The path names its resource in plain letters. With alternatives it may mean another resource, and with a `!verb` it may only be
 * a query.
 */
const isCertain = (path: string): boolean => /^\/[a-z-]+(?:\/|$)/.test(path) && !/[|!]/.test(path)

export function notCarried(madeWith: MadeWith, right: string): Problem {
  const [kind, id] = madeWith.split(':')
  return httpProblem(
    'SCOPE_EXCEEDED',
    `this needs the right ${right}, which the ${kind} ${id} does not have, because its creator lacks it or an owner has not confirmed it yet. An owner can confirm it in the dashboard under Keys and secrets, or create another one`,
  )
}
