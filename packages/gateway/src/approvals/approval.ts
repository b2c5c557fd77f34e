/**
 * An approval request: an operation that someone requested, and the decision about it. Pure.
 *
 * The rules:
 *
 * - The requester cannot approve, and neither can an operator whose name differs only in upper and lower case, or who may be the
 *   same person.
 * - The approver must have been able to request the operation too, and must have had their role and rights before it was
 *   requested.
 * - The requester must still be an operator, with the same rights.
 * - A request is decided once, within 72 hours, and what runs is what was stored.
 *
 * The database enforces the most important of these rules as well (`decisions.ts`).
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import { mayAct, type OperatorRole } from '../identity/operators/rights.ts'
import type { NoSecondPerson } from '../identity/operators/second-person.ts'
import type { ApprovableOperation } from './operations.ts'

export const APPROVAL_STATUSES = ['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export const APPROVAL_LASTS_MS = 72 * 3_600_000

/** The requester: an operator, or a merchant by its name. */
export interface Asker {
  /** Undefined if the requester is no operator. */
  readonly id: string | undefined
  readonly name: string
  /** The operator's revision at the time of the request (`GatewayOperator.revision`). */
  readonly revision?: string | undefined
}

/** The request as it was sent. */
export interface StoredRequest {
  /** Path and query. */
  readonly target: string
  /** The target's path and query parameters, parsed. */
  readonly parameters: Readonly<Record<'params' | 'query', unknown>>
  readonly body: Uint8Array
  /**
   * The whole body, sealed, if it holds secrets; `body` is then the JSON without them. Deleted once the request is decided or
   * expires.
   */
  readonly sealed?: string
}

export interface Approval {
  readonly id: string
  readonly operation: ApprovableOperation
  /** The name of the runner that carries it out after approval: an operation of the admin API, or another module. */
  readonly runs: string
  readonly request: StoredRequest
  /** SHA-256 of the body in hexadecimal. For a sealed body, of the whole body in its canonical form. */
  readonly sha256: string
  readonly summary: string
  /** The state of what the operation changes, at the time of the request. */
  readonly about: string
  /** The lowest role that may request it. */
  readonly role: OperatorRole
  readonly requestedBy: Asker
  readonly requestedAt: Instant
  readonly expiresAt: Instant
  readonly decision: ApprovalDecision | undefined
}

/** Without the stored request. */
export type ListedApproval = Omit<Approval, 'request'>

export interface ApprovalDecision {
  readonly isApproved: boolean
  /** The operator's name. */
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
  /** Already approved, rejected or expired. */
  | { readonly type: 'over'; readonly status: Exclude<ApprovalStatus, 'WAITING'> }
  | { readonly type: 'role'; readonly needed: OperatorRole }
  | { readonly type: 'dual-approval'; readonly text: string }

type Deciding = Pick<GatewayOperator, 'id' | 'name' | 'role' | 'createdAt'>

interface Approving extends Deciding {
  /** When this operator's rights last changed. */
  readonly changedAt: Instant | undefined
}

const isAsker = ({ requestedBy }: Approval, { id, name }: Deciding): boolean =>
  requestedBy.id !== undefined &&
  (requestedBy.id === id || requestedBy.name.toLowerCase() === name.toLowerCase())

/** What the database knows about requester and approver. */
export interface TwoPeople {
  /** The requester is still an active operator with the same rights, or is a merchant. */
  readonly isAskerUnchanged: boolean
  readonly whyNoSecond: NoSecondPerson | undefined
}

/** @returns why this operator may not approve the request, if so */
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
      type: 'dual-approval',
      text: `${requestedBy.name} requested this. Another operator must approve it.`,
    }
  if (!mayAct(approver.role, role)) return { type: 'role', needed: role }
  if (approver.createdAt >= requestedAt)
    return {
      type: 'dual-approval',
      text: 'You became an operator after this was requested. Someone who was an operator before must approve it.',
    }
  if (approver.changedAt !== undefined && approver.changedAt >= requestedAt)
    return {
      type: 'dual-approval',
      text: 'Your role or rights were changed after this was requested. Someone else must approve it, or it must be requested again.',
    }
  if (!isAskerUnchanged)
    return {
      type: 'dual-approval',
      text: `${requestedBy.name}, who requested this, has since been revoked or has other rights. Reject it and request it again.`,
    }
  return whyNoSecond && { type: 'dual-approval', text: textOfNoSecond(whyNoSecond, approver, requestedBy) }
}

function textOfNoSecond(why: NoSecondPerson, approver: Deciding, requestedBy: Asker): string {
  switch (why) {
    case 'SPARE_TOKEN':
      return `The token ${approver.name} does not count as a second person once an ADMIN signs in. Someone who signs in, or has their own token, must approve it.`
    case 'NOT_SEPARATE':
      return `${requestedBy.name} and you count as one person, because one of you joined by a link of the other, or both by a link of the same person. Another operator must approve it, or confirm face to face that you are two people.`
  }
}

/** The requester may withdraw it. @returns why this operator may not reject the request, if so */
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
