/**
 * Dual approval of bank files: money leaves only if two people wanted it. Pure.
 *
 * Operators are persons with their own tokens. The person who prepared a file cannot release it, not even under a
 * second name or with a second token made for the purpose. Whoever releases must have been an operator before the file
 * was prepared, under another name, and a different person from the one who prepared it
 * (`identity/operators/separate.ts`). Both must still be active, with the role for it. For live money the
 * installation's token counts as nobody. The database enforces the core of this too (`bank_file_has_four_eyes`).
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { mayAct, type OperatorRole } from '../../identity/operators/rights.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
  /** Since when they have been an operator with their present role and rights. */
  readonly createdAt: Instant
  /** The ids of everybody they may be: themselves and, until they are confirmed, those who requested or approved them. */
  readonly behind: readonly string[]
  /** One of these has left, and may be back under another name. */
  readonly isInvitedByRevoked: boolean
  /** They signed in by an identity provider. */
  readonly isVouched: boolean
  /** Somebody has confirmed face to face that they are a separate person. */
  readonly isConfirmed: boolean
}

export interface Prepared {
  readonly preparedBy: { readonly id: string; readonly name: string }
  readonly preparedAt: Instant
  readonly isTest: boolean
}

/** The operator that an installation creates by itself: a file on a disk, not a person. */
const NOBODY = 'bootstrap'

/** @returns why this operator may not prepare or release files of live money, for the operator to read */
export function notAPerson(name: string, isTest: boolean): string | undefined {
  return !isTest && name === NOBODY
    ? `The operator ${NOBODY} is not a person. Files with live money must be prepared and released by named operators.`
    : undefined
}

/** An unconfirmed person of an identity provider, and one who came by a link: the same human may be both. */
const isMixed = (one: Person, other: Person): boolean => one.isVouched && !one.isConfirmed && !other.isVouched

/**
 * @param inForce those of the two that are operators now
 * @returns why this operator may not release it, for the operator to read
 */
export function releaseRefusal(
  { preparedBy, preparedAt, isTest }: Prepared,
  releaser: { readonly id: string; readonly name: string },
  inForce: readonly Person[],
): string | undefined {
  const now = inForce.find(({ id }) => id === releaser.id)
  if (!now) return 'Your token has been revoked.'
  const sameName = releaser.name.toLowerCase() === preparedBy.name.toLowerCase()
  if (releaser.id === preparedBy.id || sameName)
    return `${preparedBy.name} prepared this file. Another operator must release it.`
  const nobody = notAPerson(releaser.name, isTest)
  if (nobody !== undefined) return nobody
  const preparer = inForce.find(({ id }) => id === preparedBy.id)
  if (!preparer)
    return `${preparedBy.name}, who prepared this file, has since been revoked. Cancel it and prepare it again.`
  if (!mayAct(preparer.role, 'OPERATOR'))
    return `${preparedBy.name}, who prepared this file, no longer has the right to do so. Cancel it and prepare it again.`
  const isOne =
    now.isInvitedByRevoked || preparer.isInvitedByRevoked || isMixed(now, preparer) || isMixed(preparer, now)
  if (isOne || now.behind.some((id) => preparer.behind.includes(id)))
    return `${preparedBy.name} and you count as one person until another operator confirms face to face that you are two people.`
  if (now.createdAt >= preparedAt)
    return 'You became an operator, or your role or rights were changed, after this file was prepared. Someone who was an operator before must release it.'
  return undefined
}
