/**
 * The operations by which operators decide cases. Each is recorded in the audit log and in the case with its operator,
 * and, if it moves a payment, in the payment's history.
 */
import type { Money } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { undecidedProblem } from '../../api/problems.ts'
import { validationFailed } from '../../http/problems.ts'
import type { Settlement } from '../../payments/case-decision.ts'
import { type CaseFile, findCase, isCaseKey } from '../../payments/cases.ts'
import { Undecided } from '../../payments/change.ts'
import { settleCase } from '../../payments/settling.ts'
import { splitCase } from '../../payments/splitting.ts'
import { returnToSend } from '../../refunds/case-return.ts'
import { DoneInPart, invalid, merchantOf, refuse } from '../context.ts'
import { type AuditEntry, type Call, endpoint } from '../endpoint.ts'
import {
  aboutCase,
  approvalRequestOf,
  approvalRequestOfClosing,
  approvalRequestOfCrediting,
  approvalRequestsOfAssigning,
} from './approval-requests.ts'
import { problemOf, returnProblem, splitProblem } from './settle-problems.ts'
import {
  ASSIGNMENT,
  assignmentOf,
  merchantCode,
  money,
  note,
  part,
  parts,
  REFERENCE_WANTED,
  reference,
  returnedBy,
  rightReport,
} from './settle-schemas.ts'
import { CaseSchema, caseBody } from './views.ts'

const optionalNote = { note: Type.Optional(note) }

/** The common part of all decisions. */
const SETTLING = {
  role: 'OPERATOR',
  params: { id: Type.String({ description: 'ID of the case.' }) },
  answers: { 200: CaseSchema },
  problems: ['NOT_FOUND', 'CASE_SETTLED', 'AMOUNT_DIFFERS', 'INVALID_STATE', 'INSUFFICIENT_BALANCE'],
} as const

type SettlingCall = Pick<
  Call<{ readonly id: string }, unknown, unknown>,
  'backOffice' | 'operator' | 'params' | 'sent' | 'alongside' | 'requestedAbout' | 'still'
>

interface Said {
  readonly note?: string
  readonly part?: number
}

async function settle(call: SettlingCall, settlement: Settlement, { note: why, part: number }: Said) {
  const { gateway } = call.backOffice
  const by = { ...decidedBy(call, settlement.action), note: why }
  const settled = await known(settleCase(gateway, { ...by, part: number, settlement }))
  if (settled.ok) return caseBody(settled.value, gateway.deps.clock.now())
  if (settlement.action !== 'assign') throw refuse(problemOf(settled.failure))
  const fault = { fault: settled.failure, part: 0, settled: 0 }
  throw refuse(await splitProblem(gateway, by.caseKey, [settlement], fault))
}

/** Left out if undefined. */
const some = (given: Money | undefined) => (given === undefined ? {} : { money: given })

/**
 * The operator, and the audit line for the commit. An approved decision applies only to the case as it was at the
 * request.
 */
const decidedBy = (call: SettlingCall, operation: string) => ({
  caseKey: call.params.id,
  operator: call.operator.name,
  look: (found: CaseFile) => call.still(aboutCase(found)),
  alongside: call.alongside(actionOf(call, operation)),
})

const assign = endpoint({
  ...SETTLING,
  operations: ['case.assign', 'case.write-off'],
  operation(call) {
    const body = call.body()
    return approvalRequestsOfAssigning(call, [assignmentOf({ ...body, money: body.money })], body)
  },
  route: 'POST /admin/cases/:id/!assign',
  summary: "Assign a case's money to a payin, which becomes SUCCESS",
  body: Type.Object({ ...ASSIGNMENT, ...optionalNote, part }),
  example: {
    merchantCode: 'SIAM-SHOP',
    idPayin: 'order-4711',
    acceptDifference: false,
    note: 'the payer sent the slip',
  },
  handle(call) {
    const body = call.body()
    const { to, acceptDifference } = assignmentOf({ ...body, money: undefined })
    return settle(call, { action: 'assign', to, acceptDifference, ...some(body.money) }, body)
  },
})

const credit = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!credit',
  summary: "Credit a case's money to a merchant's balance without a payment, or debit missing money",
  body: Type.Object({ merchantCode, money, note, part }),
  example: { merchantCode: 'SIAM-SHOP', note: 'a top-up without its reference' },
  operations: ['case.credit'],
  async operation(call) {
    const body = call.body()
    // Checked first, so that no credit to an unknown merchant is approved; it may be created meanwhile.
    await merchantOf(call.backOffice.gateway, body.merchantCode)
    return approvalRequestOfCrediting(call, body)
  },
  async handle(call) {
    const body = call.body()
    const profile = await merchantOf(call.backOffice.gateway, body.merchantCode)
    const to = { merchantId: profile.merchantCode, isTest: profile.isTest }
    return settle(call, { action: 'credit', to, ...some(body.money) }, body)
  },
})

const makeRefund = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!return',
  summary: "Return a case's money to its sender, or record that it was returned",
  body: Type.Object({ by: returnedBy, reference: Type.Optional(reference), money, ...optionalNote, part }),
  example: { reference: 'BR-20261122-17', note: 'paid twice' },
  operations: ['case.return'],
  async operation(call) {
    const body = call.body()
    const isNoted = referenceIn(body) !== undefined
    const approvalRequest = await approvalRequestOf(
      call,
      'case.return',
      isNoted ? 'Record as returned' : BY_BANK_FILE,
      body,
    )
    if (!approvalRequest || isNoted) return approvalRequest
    const { sends } = await sendable(call, body)
    return sends.payment.request.refund
      ? approvalRequestOf(call, 'case.return', BY_ITS_RAIL, body)
      : approvalRequest
  },
  async handle(call) {
    const body = call.body()
    const noted = referenceIn(body)
    if (noted !== undefined)
      return settle(call, { action: 'return', by: 'NOTED', reference: noted, ...some(body.money) }, body)
    const { sends, part: number } = await sendable(call, body)
    const settlement = { action: 'return', by: 'PROCESSOR', sends, ...some(body.money) } as const
    const settled = await settle(call, settlement, { ...body, part: number })
    // Called now; if that fails, the payout's own step calls again.
    await call.backOffice.gateway.acceptances.afterCommit(sends.payment)
    return settled
  },
})

/** The refund route, as the approver reads it. */
const BY_BANK_FILE = 'Send it to the sender named by the bank'
const BY_ITS_RAIL = 'Refund it through the rail that it arrived by'

/** The reference of a return that an operator has sent; undefined: the gateway sends it. @throws ProblemError 400 */
function referenceIn({ by, reference: given }: { readonly by?: string; readonly reference?: string }) {
  if (by !== 'PROCESSOR') {
    if (given === undefined) throw invalid('/reference', 'REQUIRED', REFERENCE_WANTED)
    return given
  }
  if (given !== undefined)
    throw invalid('/reference', 'CONFLICT', 'is only for a transfer that you made: leave it out')
  return undefined
}

/** What would be sent, and the number of the decision. @throws ProblemError */
async function sendable(
  { backOffice: { gateway }, params: { id } }: Pick<SettlingCall, 'backOffice' | 'params'>,
  {
    money: requested,
    part: number,
  }: { readonly money?: Money | undefined; readonly part?: number | undefined },
) {
  const found = await findCase(gateway.database, id)
  if (!found) throw refuse(problemOf('NOT_FOUND'))
  const next = found.decisions.length + 1
  if (number !== undefined && number !== next) throw refuse(problemOf('RACED'))
  const sends = await returnToSend(gateway, found, { money: requested, part: next })
  if (!sends.ok) throw refuse(returnProblem(sends.failure))
  return { sends: sends.value, part: next }
}

const writeOff = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!write-off',
  summary: "Write off a case's money as the gateway's gain, or missing money as its loss",
  body: Type.Object({ money, note, part }),
  example: { note: 'less than the cost of a transfer' },
  operations: ['case.write-off'],
  operation: (call) => approvalRequestOf(call, 'case.write-off', 'Write off', call.body()),
  handle(call) {
    const body = call.body()
    return settle(call, { action: 'write-off', ...some(body.money) }, body)
  },
})

const close = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!close',
  summary: 'Close a case that holds no money',
  body: Type.Object({ note, right: rightReport, part }),
  example: { note: 'the bank withdrew its report' },
  operations: ['case.close'],
  operation: (call) => approvalRequestOfClosing(call, call.body()),
  handle(call) {
    const body = call.body()
    const { right } = body
    return settle(call, { action: 'close', ...(right !== undefined && { right }) }, body)
  },
})

const split = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!split',
  summary: "Assign a case's money to several payins",
  body: Type.Object({ parts, ...optionalNote }),
  example: {
    parts: [
      { merchantCode: 'SIAM-SHOP', idPayin: 'order-4711', money: { amount: 907, currencyCode: 'THB' } },
      { merchantCode: 'SIAM-SHOP', idPayin: 'order-4712', money: { amount: 907, currencyCode: 'THB' } },
    ],
    note: 'one transfer for two orders',
  },
  operations: ['case.assign', 'case.write-off'],
  operation(call) {
    const body = call.body()
    return approvalRequestsOfAssigning(call, eachPayinOnce(body.parts).map(assignmentOf), body)
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const body = call.body()
    const assignments = eachPayinOnce(body.parts).map(assignmentOf)
    const by = { ...decidedBy(call, 'split'), note: body.note }
    const done = await known(splitCase(gateway, { ...by, parts: assignments }))
    if (done.ok) return caseBody(done.value, gateway.deps.clock.now())
    const problem = await splitProblem(gateway, by.caseKey, assignments, done.failure)
    throw done.failure.settled > 0 ? new DoneInPart(problem) : refuse(problem)
  },
})

/** A second part for the same payin would find it paid. @throws ProblemError 400 */
function eachPayinOnce<Part extends { readonly merchantCode: string; readonly idPayin: string }>(
  given: readonly Part[],
): readonly Part[] {
  const isFirst = ({ merchantCode: code, idPayin }: Part, index: number): boolean =>
    given.findIndex((each) => each.merchantCode === code && each.idPayin === idPayin) === index
  const faults = given.flatMap((each, index) =>
    isFirst(each, index)
      ? []
      : [
          {
            path: `/parts/${index}/idPayin`,
            code: 'CONFLICT' as const,
            message: 'is already in the list: each payin can have one part',
          },
        ],
  )
  if (faults.length > 0) throw refuse(validationFailed(faults))
  return given
}

export const SETTLE_ENDPOINTS = [assign, split, credit, makeRefund, writeOff, close]

const IN_AUDIT: ReadonlySet<string> = new Set([
  'merchantCode',
  'idPayin',
  'money',
  'acceptDifference',
  'by',
  'right',
  'reference',
  'note',
  'parts',
  'part',
])

/** Text that is no case ID does not go into the log. */
export const caseSubject = (id: string): string => `case ${isCaseKey(id) ? id : ''}`

function actionOf({ params: { id }, sent }: SettlingCall, operation: string): AuditEntry {
  const detail = Object.fromEntries(Object.entries(sent).filter(([name]) => IN_AUDIT.has(name)))
  return { action: `case.${operation}`, subject: caseSubject(id), detail }
}

/** If the journal cannot say whether it was done, the operator must look at the case. */
async function known<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Undecided) throw refuse(undecidedProblem(error.outcome))
    throw error
  }
}
