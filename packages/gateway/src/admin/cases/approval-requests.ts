/**
 * The approval requests for deciding a case: the money that it moves, and the case as it was when the decision was
 * requested.
 *
 * Only the operator says whose money it was, so crediting it to a payin needs dual approval as much as crediting it to
 * a balance: a payin of a merchant of one's own is created in a second.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { isOutgoing, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type Money, minor } from '@sluice/core/foundation/money.ts'
import { isForBooksOf, moneyOfPart } from '../../payments/case-decision.ts'
import { type CaseFile, findCase } from '../../payments/cases.ts'
import { correctionOf, isContradiction, type RightReport } from '../../payments/contradicted-reports.ts'
import { wantedOf } from '../../payments/plans.ts'
import { findPayment } from '../../payments/reading.ts'
import { payinsOfParts, type SplitPart } from '../../payments/splitting.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { notFound, refuse } from '../context.ts'
import type { Call } from '../endpoint.ts'
import { problemOf, splitProblem } from './settle-problems.ts'

type CaseCall = Pick<
  Call<{ readonly id: string }, unknown, unknown>,
  'backOffice' | 'params' | 'requestedAbout'
>

/** Changes with every decision. */
export const aboutCase = ({ key, decisions, leftMinor, closedAt }: CaseFile): string =>
  fingerprintOf(key, decisions.length, leftMinor, closedAt)

/**
 * The case of the path, if this number is its next decision's. Undefined: it is closed, which its handler reports; or
 * it has changed since the request, and the approval is stale.
 * @throws ProblemError 404, 409
 */
async function caseOf(
  { backOffice, params, requestedAbout }: CaseCall,
  part: number | undefined,
): Promise<CaseFile | undefined> {
  const found = await findCase(backOffice.gateway.database, params.id)
  if (!found) throw notFound('case')
  if (found.closedAt !== undefined) return undefined
  if (requestedAbout !== undefined && requestedAbout !== aboutCase(found)) return undefined
  if (part !== undefined && part !== found.decisions.length + 1) throw refuse(problemOf('RACED'))
  return found
}

/**
 * The approval request for an operation on a case: this money, or all that is left.
 * @throws ProblemError if less is left, so that nobody has to approve it
 */
export async function approvalRequestOf(
  call: CaseCall,
  operation: ApprovalRequest['operation'],
  words: string,
  of: {
    readonly money?: Money | undefined
    readonly note?: string | undefined
    readonly part?: number | undefined
  },
): Promise<ApprovalRequest | undefined> {
  const found = await caseOf(call, of.part)
  if (!found) return undefined
  const checked = moneyOfPart(found, of.money)
  if (!checked.ok) throw refuse(problemOf(checked.failure))
  const { value: money } = checked
  const summary = `${words} ${moneyWords(money)} of case ${found.key}${because(of.note)}`
  return { operation, summary, money, about: aboutCase(found) }
}

/**
 * The approval request for crediting a case's money to a merchant's balance, or for debiting missing money.
 * @throws ProblemError if it is not possible, so that nobody has to approve it
 */
export async function approvalRequestOfCrediting(
  call: CaseCall,
  of: {
    readonly merchantCode: MerchantCode
    readonly money?: Money | undefined
    readonly note?: string | undefined
    readonly part?: number | undefined
  },
): Promise<ApprovalRequest | undefined> {
  const { merchantCode: to } = of
  const found = await caseOf(call, of.part)
  if (!found) return undefined
  if (!isForBooksOf(found, to)) throw refuse(problemOf('OTHER_MERCHANT'))
  return approvalRequestOf(call, 'case.credit', found.leftMinor < 0n ? `Debit ${to}` : `Credit ${to}`, of)
}

/**
 * The approval request for deciding which of a processor's contradicting reports was right: its money. Choosing the
 * first report makes a payin refundable that its processor denies; choosing the later one changes the books. Other
 * cases without money need no approval.
 * @throws ProblemError if it is not possible, so that nobody has to approve it
 */
export async function approvalRequestOfClosing(
  call: CaseCall,
  of: { readonly right?: RightReport | undefined; readonly note: string; readonly part?: number | undefined },
): Promise<ApprovalRequest | undefined> {
  const found = await caseOf(call, of.part)
  if (!found?.payment || of.right === undefined || !isContradiction(found)) return undefined
  const { kind, id } = found.payment
  const payment = await findPayment(call.backOffice.gateway.database, found.merchantId, kind, id)
  if (!payment) return undefined
  const correction = of.right === 'LATER' ? correctionOf(found, payment) : undefined
  if (correction && !correction.ok) throw refuse(problemOf(correction.failure))
  const money = isOutgoing(kind) ? payment.money : wantedOf(payment)
  const word = of.right === 'FIRST' ? 'first' : 'later'
  const summary = `Accept the ${word} report of ${payment.processor} about ${kind} ${found.merchantId}/${id}, ${moneyWords(money)}, and close case ${found.key}${because(of.note)}`
  return { operation: 'case.close', summary, money, about: aboutCase(found) }
}

/** As requested; a missing `money` means all that is left. */
type Assigning = Omit<SplitPart, 'money'> & { readonly money: Money | undefined }

/**
 * The approval requests for assigning a case's money to payins: what their merchants receive, and what the gateway pays
 * or keeps besides.
 * @throws ProblemError if it is not possible, so that nobody has to approve it
 */
export async function approvalRequestsOfAssigning(
  call: CaseCall,
  assigning: readonly Assigning[],
  of: { readonly note?: string | undefined; readonly part?: number | undefined },
): Promise<readonly ApprovalRequest[]> {
  const { gateway } = call.backOffice
  const found = await caseOf(call, of.part)
  if (!found) return []
  if (!found.money) throw refuse(problemOf('NO_MONEY'))
  const { currency } = found.money
  const left = { currency, amountMinor: found.leftMinor }
  const parts = assigning.map((one) => ({ ...one, money: one.money ?? left }))
  const payins = await payinsOfParts(gateway, found, parts)
  if (!payins.ok) throw refuse(await splitProblem(gateway, found.key, parts, payins.failure))
  const total = (amounts: readonly bigint[]): Money => ({
    currency,
    amountMinor: minor(amounts.reduce((sum, each) => sum + each, 0n)),
  })
  const taken = total(parts.map(({ money }) => money.amountMinor))
  const gets = total(payins.value.map(({ money }) => money.amountMinor))
  const gap = total(
    payins.value.map(({ money }, index) =>
      sizeOf(money.amountMinor - (parts[index]?.money.amountMinor ?? 0n)),
    ),
  )
  const whose = payins.value
    .map(({ merchantId, id, createdAt }) => `${merchantId}/${id}${lateWords(createdAt > found.openedAt)}`)
    .join(', ')
  const as = taken.amountMinor === gets.amountMinor ? '' : ` as ${moneyWords(gets)}`
  const summary = `Assign ${moneyWords(taken)} of case ${found.key} to ${whose}${as}${because(of.note)}`
  const approvalRequest = { summary, about: aboutCase(found) }
  const assign: ApprovalRequest = { ...approvalRequest, operation: 'case.assign', money: gets }
  return gap.amountMinor === 0n
    ? [assign]
    : [{ ...approvalRequest, operation: 'case.write-off', money: gap }, assign]
}

/** Reminds the approver to ask how a payer can have paid something that did not exist yet. */
const lateWords = (isLate: boolean): string => (isLate ? ' (created after the money arrived)' : '')

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const because = (note: string | undefined): string => (note === undefined ? '' : `: ${note}`)
