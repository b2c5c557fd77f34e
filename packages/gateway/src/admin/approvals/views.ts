/** Approvals as operators read them. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { APPROVAL_STATUSES, type Approval, type ListedApproval, statusOf } from '../../approvals/approval.ts'
import { ACTION_NAMES } from '../../approvals/operations.ts'
import { ROLES } from '../../identity/operators/rights.ts'
import { instant } from '../context.ts'
import { choice } from '../fields.ts'

const EXAMPLE = {
  id: '019aa5b2-7c40-7d6e-9f3b-0c1d2e3f4a5b',
  operation: 'balance.credit',
  summary: 'Add 500 THB to SHOP-1: top-up 2026-11',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  status: 'WAITING',
  requestedBy: 'anna',
  expiresAt: '2026-11-25T08:00:00.000Z',
}

export const OperationSchema = choice(ACTION_NAMES)

const BRIEF = {
  id: Type.String(),
  operation: OperationSchema,
  summary: Type.String({ description: 'What would be done, in one line.' }),
  sha256: Type.String({
    description:
      'SHA-256 of the body as it was sent, in hexadecimal. For a body with secrets: of its JSON with sorted names and no spaces.',
  }),
  status: choice(APPROVAL_STATUSES),
  requestedBy: Type.String({ description: 'Who requested it: an operator or a merchant.' }),
  expiresAt: instant('When it expires without a decision: 72 hours after the request.'),
}

/** The answer to an operation that waits. */
export const WaitingSchema = Type.Object(
  { approval: Type.Object(BRIEF) },
  {
    description:
      'Nothing is done yet: another operator must approve it. If the policy requires no approval, it is done immediately.',
    examples: [{ approval: EXAMPLE }],
  },
)

export const ApprovalSchema = Type.Object({
  ...BRIEF,
  requestedAt: instant(),
  role: choice(ROLES, { description: 'The lowest role that may approve it.' }),
  decidedBy: Type.Optional(Type.String()),
  decidedAt: Type.Optional(instant()),
  note: Type.Optional(Type.String({ description: 'Why it was rejected.' })),
})

export const WholeApprovalSchema = Type.Object({
  ...ApprovalSchema.properties,
  request: Type.Object(
    {
      operation: Type.String(),
      path: Type.String({ description: 'Path and query as they were sent.' }),
      body: Type.String({
        description:
          'The exact body as it was sent, to which `sha256` applies. A body with secrets is shown as JSON with `[sealed]` in their place, and of a large file only the beginning is shown.',
      }),
      bodyBytes: Type.Integer({
        description: 'The size of the body. At most 1 MiB is shown; download the content to get all of it.',
      }),
    },
    { description: 'What happens when it is approved.' },
  ),
  approvers: Type.Array(Type.String(), {
    description: 'Names of the operators who may approve it. Empty once it is decided.',
  }),
  unconfirmed: Type.Array(Type.String(), {
    description:
      'Names of the operators who could approve it once someone has confirmed that they and the requester are two people.',
  }),
  toCollect: Type.Boolean({ description: 'Whether you requested it and can collect its result.' }),
})

interface Deciders {
  readonly approvers: readonly string[]
  readonly unconfirmed: readonly string[]
  readonly toCollect: boolean
}

export const approvalBrief = (approval: ListedApproval, now: Instant) => ({
  id: approval.id,
  operation: approval.operation,
  summary: approval.summary,
  sha256: approval.sha256,
  status: statusOf(approval, now),
  requestedBy: approval.requestedBy.name,
  expiresAt: isoTime(approval.expiresAt),
})

export function approvalBody(approval: ListedApproval, now: Instant) {
  const { requestedAt, role, decision } = approval
  return {
    ...approvalBrief(approval, now),
    requestedAt: isoTime(requestedAt),
    role,
    ...(decision && { decidedBy: decision.by, decidedAt: isoTime(decision.at) }),
    ...(decision?.note !== undefined && { note: decision.note }),
  }
}

/** As large as any JSON body. Larger ones are files, which are not shown on a page. */
const MAX_SHOWN_BYTES = 1024 * 1024

export const wholeApprovalBody = (approval: Approval, now: Instant, deciders: Deciders) => ({
  ...approvalBody(approval, now),
  request: {
    operation: approval.runs,
    path: approval.request.target,
    body: Buffer.from(approval.request.body.subarray(0, MAX_SHOWN_BYTES)).toString('utf8'),
    bodyBytes: approval.request.body.length,
  },
  approvers: [...deciders.approvers],
  unconfirmed: [...deciders.unconfirmed],
  toCollect: deciders.toCollect,
})
