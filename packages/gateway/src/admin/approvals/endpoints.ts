/** Approvals: listed, read, approved and rejected. `approvals/approvals.ts` says what they are. */
import { Type } from 'typebox'
import { BY_KEY, NextCursor, pageOf } from '../../api/pages.ts'
import { APPROVAL_STATUSES, type Approval, statusOf } from '../../approvals/approval.ts'
import type { ApproveFailure } from '../../approvals/approvals.ts'
import { pageOfApprovals } from '../../approvals/store.ts'
import { worded } from '../../http/reading.ts'
import { stale } from '../call.ts'
import { notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice, formed } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { ApprovalSchema, approvalBody, WholeApprovalSchema, wholeApprovalBody } from './views.ts'

const params = { id: Type.String({ description: 'ID of the approval request.' }) }
const guide = 'approvals.md'
const BINARY = { schema: { type: 'string' } }

const list = endpoint({
  route: 'GET /admin/approvals',
  role: 'VIEWER',
  summary: 'List the approval requests, newest first',
  guide,
  query: {
    status: Type.Optional(
      worded(choice(APPROVAL_STATUSES), 'UNKNOWN_VALUE', `must be one of ${APPROVAL_STATUSES.join(', ')}`),
    ),
  },
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(ApprovalSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { after, limit } = call.page(BY_KEY)
    const now = deps.clock.now()
    const { status } = call.query
    const found = await pageOfApprovals(database, { status, now, after: after?.[0], limit: limit + 1 })
    return pageOf(
      found,
      limit,
      ({ id }) => [id],
      (approval) => approvalBody(approval, now),
    )
  },
})

const show = endpoint({
  route: 'GET /admin/approvals/:id',
  role: 'VIEWER',
  summary: 'Read an approval request with the exact request and who may approve it',
  guide,
  params,
  answers: { 200: WholeApprovalSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { approvals, deps } = call.backOffice.gateway
    const found = await approvals.find(call.params.id)
    if (!found) throw notFound('approval')
    const now = deps.clock.now()
    const isOpen = statusOf(found, now) === 'WAITING'
    const others = isOpen ? await approvals.others(found.role, found.requestedBy) : undefined
    const isYours = found.requestedBy.id === call.operator.id && (await approvals.hasAnswer(found))
    return wholeApprovalBody(found, now, {
      approvers: others?.inForce ?? [],
      unconfirmed: others?.unconfirmed ?? [],
      toCollect: isYours,
    })
  },
})

const content = endpoint({
  route: 'GET /admin/approvals/:id/content',
  role: 'VIEWER',
  summary: 'Download the request as it was sent, such as an uploaded bank file',
  guide,
  params,
  answers: { 200: Type.Unsafe<Uint8Array>({ content: { 'application/octet-stream': BINARY } }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const found = await call.backOffice.gateway.approvals.find(call.params.id)
    if (!found) throw notFound('approval')
    call.header('content-type', 'application/octet-stream')
    call.header('content-disposition', `attachment; filename="approval-${found.id}"`)
    call.header('x-content-type-options', 'nosniff')
    return Buffer.from(found.request.body)
  },
})

const approve = endpoint({
  route: 'POST /admin/approvals/:id/!approve',
  role: 'OPERATOR',
  stepUp: true,
  summary: "Approve another operator's request; it runs immediately and only once",
  guide,
  params,
  answers: {
    200: Type.Object({
      approval: ApprovalSchema,
      answer: Type.Object(
        {
          status: Type.Integer({ description: 'The HTTP status of the operation itself.' }),
          body: Type.Unsafe<object | null>(
            Type.Union([Type.Object({}), Type.Null()], {
              description: 'The response of the operation itself; null if it has none.',
            }),
          ),
        },
        {
          description:
            'The result. A link, token or secret that was created is not shown here: the requester collects it with `!collect`.',
        },
      ),
    }),
  },
  problems: ['NOT_FOUND', 'FOUR_EYES', 'APPROVAL_STALE', 'APPROVAL_DECIDED'],
  async handle(call) {
    const { approvals, deps } = call.backOffice.gateway
    const done = await approvals.approve(call.params.id, call.operator)
    if (!done.ok) throw await refused(call, 'approve', done.failure)
    const { approval, answer } = done.value
    return { approval: approvalBody(approval, deps.clock.now()), answer }
  },
})

const reject = endpoint({
  route: 'POST /admin/approvals/:id/!reject',
  role: 'OPERATOR',
  summary: 'Reject an approval request, or withdraw your own',
  guide,
  params,
  body: Type.Object({
    note: formed(/^[^\p{Cc}\p{Cs}]{1,500}$/u, 'must be a reason of 1 to 500 characters', {
      maxLength: 500,
      description: 'The reason. Do not include personal data.',
      examples: ['the amount does not match the contract'],
    }),
  }),
  example: { note: 'the amount is not what was agreed' },
  answers: { 200: ApprovalSchema },
  problems: ['NOT_FOUND', 'APPROVAL_DECIDED'],
  async handle(call) {
    const { approvals, deps } = call.backOffice.gateway
    const { id } = call.params
    if (!(await approvals.find(id))) throw notFound('approval')
    const { note } = call.body()
    const rejected = await approvals.reject(id, call.operator, note)
    if (!rejected.ok) throw await refused(call, 'reject', rejected.failure)
    return approvalBody(rejected.value, deps.clock.now())
  },
})

const collect = endpoint({
  route: 'POST /admin/approvals/:id/!collect',
  role: 'OPERATOR',
  stepUp: true,
  summary: 'Collect the result of your approved request: a link, a token or a secret, shown once',
  guide,
  params,
  answers: {
    200: Type.Object({
      status: Type.Integer({ description: 'The HTTP status of the operation itself.' }),
      body: Type.Unsafe<object | null>(
        Type.Union([Type.Object({}), Type.Null()], { description: 'The response of the operation itself.' }),
      ),
    }),
  },
  problems: ['NOT_FOUND', 'FOUR_EYES', 'APPROVAL_WAITS', 'APPROVAL_COLLECTED'],
  async handle(call) {
    const collected = await call.backOffice.gateway.approvals.collect(call.params.id, call.operator)
    if (collected.ok) return collected.value
    switch (collected.failure) {
      case 'ABSENT':
        throw notFound('approval')
      case 'NOT_YOURS':
        throw refuse(
          adminProblem(
            'FOUR_EYES',
            'Only the requester can collect the result, with the role and rights they had at that time.',
          ),
        )
      case 'WAITING':
        throw refuse(adminProblem('APPROVAL_WAITS', 'It is not approved yet.'))
      case 'NOTHING':
        throw refuse(
          adminProblem(
            'APPROVAL_COLLECTED',
            'There is nothing to collect: it was rejected, has no result to collect, was already collected, or is more than a day old. Request it again.',
          ),
        )
    }
  },
})

/** Attempts without the right are logged. */
async function refused(
  call: Pick<Call<{ readonly id: Approval['id'] }, unknown, unknown>, 'params' | 'note'>,
  operation: 'approve' | 'reject',
  failure: ApproveFailure,
) {
  if (failure.type === 'absent') return notFound('approval')
  const detail = { refused: failure.type }
  await call.note({ action: `approval.${operation}.refused`, subject: `approval ${call.params.id}`, detail })
  switch (failure.type) {
    case 'dual-approval':
      return refuse(adminProblem('FOUR_EYES', failure.text))
    case 'role':
      return refuse(adminProblem('SCOPE_EXCEEDED', `this needs the role ${failure.needed}`))
    case 'stale':
      return stale()
    case 'over':
      return refuse(adminProblem('APPROVAL_DECIDED', OVER[failure.status]))
  }
}

const OVER = {
  APPROVED: 'It was already approved and is done.',
  REJECTED: 'It was rejected.',
  EXPIRED: 'It was not approved within 72 hours. Request it again.',
} as const

export const APPROVAL_ENDPOINTS = [list, show, content, approve, reject, collect]
