/**
 * An approval: an act that somebody asked for, and what became of it. Pure.
 *
 * The laws: whoever asked does not approve, under no other name of the same spelling, nor does anybody who may be the same person; nor
 * anybody who could not have asked, or who became an operator, or was given another role or other rights, only after it was asked; who
 * asked must still be an operator, with the rights they had then. It is decided once, within 72 hours. What is
 * done is what was stored. The database holds the core of them too (`decisions.ts`).
 */
import type { Instant } from '../foundation/deps.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import { mayAct, type OperatorRole } from '../identity/operators/rights.ts'
import type { NoSecondPerson } from '../identity/operators/second-person.ts'
import type { ApprovableOperation } from './operations.ts'

export const APPROVAL_STATUSES = ['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export const APPROVAL_LASTS_MS = 72 * 3_600_000

/** Who asks: an operator, or a merchant by its name. */
export interface Asker {
  /** Undefined: no operator. */
  readonly id: string | undefined
  readonly name: string
  /** Of the operator, when they asked (`GatewayOperator.revision`). */
  readonly revision?: string | undefined
}

/** What was asked for, as it was sent. */
export interface StoredRequest {
  /** Path and query. */
  readonly target: string
  /** The same, taken apart. */
  readonly parameters: Readonly<Record<'params' | 'query', unknown>>
  readonly body: Uint8Array
  /** The whole body where it holds secrets, sealed: then `body` is JSON without them. Gone once it is decided or over. */
  readonly sealed?: string
}

export interface Approval {
  readonly id: string
  readonly operation: ApprovableOperation
  /** Who does it once it is approved: an operation of the admin API, or another room by its name. */
  readonly runs: string
  readonly request: StoredRequest
  /** Of the body, in hexadecimal; of a sealed one of the whole of it, in its canonical form. */
  readonly sha256: string
  readonly summary: string
  /** What it is about, as it was then. */
  readonly about: string
  /** The least that could ask for it. */
  readonly role: OperatorRole
  readonly requestedBy: Asker
  readonly requestedAt: Instant
  readonly expiresAt: Instant
  readonly decision: ApprovalDecision | undefined
}

/** One without what was sent. */
export type ListedApproval = Omit<Approval, 'request'>

export interface ApprovalDecision {
  readonly isApproved: boolean
  /** By name. */
  readonly by: string
  readonly at: Instant
  readonly note: string | undefined
}

export function statusOf({ decision, expiresAt }: ListedApproval, now: Instant): ApprovalStatus {
  if (decision) return decision.isApproved ? 'APPROVED' : 'REJECTED'
  return now < expiresAt ? 'WAITING' : 'EXPIRED'
}

export type DecideRefusal =
  | { readonly type: 'absent' }
  /** Approved, rejected or expired before. */
  | { readonly type: 'over'; readonly status: Exclude<ApprovalStatus, 'WAITING'> }
  | { readonly type: 'role'; readonly needed: OperatorRole }
  | { readonly type: 'four-eyes'; readonly text: string }

type Deciding = Pick<GatewayOperator, 'id' | 'name' | 'role' | 'createdAt'>

interface Approving extends Deciding {
  /** When what they may do was last changed. */
  readonly changedAt: Instant | undefined
}

const isAsker = ({ requestedBy }: Approval, { id, name }: Deciding): boolean =>
  requestedBy.id !== undefined &&
  (requestedBy.id === id || requestedBy.name.toLowerCase() === name.toLowerCase())

/** What the database knows of the two. */
export interface TwoPeople {
  /** Who asked is an operator in force with the rights they had when they asked; or a merchant. */
  readonly isAskerUnchanged: boolean
  readonly whyNoSecond: NoSecondPerson | undefined
}

/** @returns why this operator may not approve it */
export function approveRefusal(
  approval: Approval,
  approver: Approving,
  { isAskerUnchanged, whyNoSecond }: TwoPeople,
  now: Instant,
): DecideRefusal | undefined {
  const { requestedBy, requestedAt, role } = approval
  const status = statusOf(approval, now)
  if (status !== 'WAITING') return { type: 'over', status }
  if (isAsker(approval, approver))
    return {
      type: 'four-eyes',
      text: `${requestedBy.name} asked for this: another operator must approve it.`,
    }
  if (!mayAct(approver.role, role)) return { type: 'role', needed: role }
  if (approver.createdAt >= requestedAt)
    return {
      type: 'four-eyes',
      text: 'You became an operator after this was asked for: somebody who was one before must approve it.',
    }
  if (approver.changedAt !== undefined && approver.changedAt >= requestedAt)
    return {
      type: 'four-eyes',
      text: 'Your role or rights were changed after this was asked for: somebody else must approve it, or it is asked for anew.',
    }
  if (!isAskerUnchanged)
    return {
      type: 'four-eyes',
      text: `${requestedBy.name}, who asked for this, has been revoked or has other rights since: reject it, and ask anew.`,
    }
  return whyNoSecond && { type: 'four-eyes', text: textOfNoSecond(whyNoSecond, approver, requestedBy) }
}

function textOfNoSecond(why: NoSecondPerson, approver: Deciding, requestedBy: Asker): string {
  switch (why) {
    case 'SPARE_TOKEN':
      return `The token ${approver.name} is no second person where an ADMIN signs in: somebody who signs in, or has a token of their own, must approve it.`
    case 'NOT_SEPARATE':
      return `${requestedBy.name} and you count as one person, because one of you came by a link of the other, or both by the same person's. Another operator must approve it, or confirm face to face that you are two.`
  }
}

/** Who asked may take it back. @returns why this operator may not reject it */
export function rejectRefusal(
  approval: Approval,
  operator: Deciding,
  now: Instant,
): DecideRefusal | undefined {
  const status = statusOf(approval, now)
  if (status !== 'WAITING') return { type: 'over', status }
  if (isAsker(approval, operator) || mayAct(operator.role, approval.role)) return undefined
  return { type: 'role', needed: approval.role }
}
