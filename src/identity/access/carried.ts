/**
 * Tokens of a key or secret that carries less than everything: what of them is refused when they are asked for, and in which words.
 *
 * Judged twice. When a token is asked for, what certainly takes a right that is missing is refused, so that a shop hears of it before its
 * first payment. And at each use (`bearer.ts`), whatever a pattern may have let through: what a key carries can change while its tokens live.
 */
import { httpProblem, type Problem } from '../../http/problems.ts'
import { ACTIONS, type MadeWith, type TokenScope } from './grant.ts'
import type { CredentialAccess } from './merchant-access.ts'

/** The right that such a token takes and its key or secret does not carry; undefined: none that is certain. */
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

/** It names its resource in plain letters. What has alternatives may be about another, and what has a verb of its own may only ask. */
const isCertain = (path: string): boolean => /^\/[a-z-]+(?:\/|$)/.test(path) && !/[|!]/.test(path)

export function notCarried(madeWith: MadeWith, right: string): Problem {
  const [kind, id] = madeWith.split(':')
  return httpProblem(
    'SCOPE_EXCEEDED',
    `this takes the right ${right}, which the ${kind} ${id} does not carry: whoever made it may not, or it waits for an owner. An owner confirms it in the dashboard under Keys and secrets, or makes another one`,
  )
}
