/**
 * What settling a case puts at stake, for the policy of approvals: the money that it moves, and the case as it was when it was asked.
 *
 * Whose money it was is the operator's word alone, so whoever gives it to a payin needs a second pair of eyes as much as whoever gives
 * it to a balance: a payin of a merchant of one's own is made in a second.
 */
import { moneyWords } from '../../catalogue/amounts.ts'
import { isOutgoing, type MerchantCode } from '../../foundation/identifiers.ts'
import { type Money, minor } from '../../foundation/money.ts'
import { isForBooksOf, moneyOfPart } from '../../payments/case-decision.ts'
import { type CaseFile, findCase } from '../../payments/cases.ts'
import { wantedOf } from '../../payments/plans.ts'
import { findPayment } from '../../payments/reading.ts'
import { payinsOfParts, type SplitPart } from '../../payments/splitting.ts'
import { correctionOf, isContradiction, type RightWord } from '../../payments/who-was-right.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { notFound, refuse } from '../context.ts'
import type { Call } from '../endpoint.ts'
import { problemOf, splitProblem } from './settle-problems.ts'

type CaseCall = Pick<Call<{ readonly id: string }, unknown, unknown>, 'office' | 'params' | 'requestedAbout'>

/** As it is: what nobody has decided about since. */
export const aboutCase = ({ key, decisions, leftMinor, closedAt }: CaseFile): string =>
  fingerprintOf(key, decisions.length, leftMinor, closedAt)

/**
 * The case of the path, where this number is its next decision's. Undefined: it is over for ever, which its handler says; or it is no
 * more as whoever asked saw it, and the approval is stale.
 * @throws ProblemError 404, 409
 */
async function caseOf(
  { office, params, requestedAbout }: CaseCall,
  part: number | undefined,
): Promise<CaseFile | undefined> {
  const found = await findCase(office.gateway.database, params.id)
  if (!found) throw notFound('case')
  if (found.closedAt !== undefined) return undefined
  if (requestedAbout !== undefined && requestedAbout !== aboutCase(found)) return undefined
  if (part !== undefined && part !== found.decisions.length + 1) throw refuse(problemOf('RACED'))
  return found
}

/**
 * What an act on a case puts at stake: this money, or all that is left of it.
 * @throws ProblemError where there is not as much: nobody is asked to approve that
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
 * What giving a case's money to a merchant's balance puts at stake, or taking from it what is missing.
 * @throws ProblemError where it cannot be: nobody is asked to approve that
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
  return approvalRequestOf(call, 'case.credit', found.leftMinor < 0n ? `Take from ${to}` : `Give ${to}`, of)
}

/**
 * What saying which word of a processor was right puts at stake: the money that it was about. The first word makes a payin refundable
 * that its processor denies; the later one moves the books. Nothing of all other cases without money.
 * @throws ProblemError where it cannot be: nobody is asked to approve that
 */
export async function approvalRequestOfClosing(
  call: CaseCall,
  of: { readonly right?: RightWord | undefined; readonly note: string; readonly part?: number | undefined },
): Promise<ApprovalRequest | undefined> {
  const found = await caseOf(call, of.part)
  if (!found?.payment || of.right === undefined || !isContradiction(found)) return undefined
  const { kind, id } = found.payment
  const payment = await findPayment(call.office.gateway.database, found.merchantId, kind, id)
  if (!payment) return undefined
  const correction = of.right === 'LATER' ? correctionOf(found, payment) : undefined
  if (correction && !correction.ok) throw refuse(problemOf(correction.failure))
  const money = isOutgoing(kind) ? payment.money : wantedOf(payment)
  const word = of.right === 'FIRST' ? 'first' : 'later'
  const summary = `Accept the ${word} report of ${payment.processor} about ${kind} ${found.merchantId}/${id}, ${moneyWords(money)}, and close case ${found.key}${because(of.note)}`
  return { operation: 'case.close', summary, money, about: aboutCase(found) }
}

/** As asked: without `money` all that is left. */
type Assigning = Omit<SplitPart, 'money'> & { readonly money: Money | undefined }

/**
 * What giving a case's money to payins puts at stake: what their merchants get by it, and what the gateway bears or keeps besides.
 * @throws ProblemError where it cannot be: nobody is asked to approve that
 */
export async function approvalRequestsOfAssigning(
  call: CaseCall,
  assigning: readonly Assigning[],
  of: { readonly note?: string | undefined; readonly part?: number | undefined },
): Promise<readonly ApprovalRequest[]> {
  const { gateway } = call.office
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

/** Whoever approves it should ask how a payer can have paid what was not there yet. */
const lateWords = (isLate: boolean): string => (isLate ? ' (made after the money came)' : '')

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const because = (note: string | undefined): string => (note === undefined ? '' : `: ${note}`)
