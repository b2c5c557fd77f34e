/**
 * Refunds of a PayShap payin: a transaction of type RF below the one that paid.
 *
 * Peach gets no reference for it, and refunds each payment once. If an answer was lost, the refund is looked for among all transactions
 * of the payin's reference. It is requested again only if there is none and the first request has certainly ended: either it never
 * arrived, or Peach refuses the second. If several transactions paid the payin, the refund must name the same one.
 */
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import {
  declined,
  IN_PROGRESS,
  onlyRequested,
  readAs,
  readDone,
  unclear,
} from '@sluice/provider-kit/answers.ts'
import { accepted, ended, FAILED, known, NOTHING_LEFT } from '@sluice/provider-kit/findings.ts'
import type {
  OrderAnswer,
  OrderFindings,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import { digits, get, type PeachContext, post, refusalOf } from './calls.ts'
import { outcomeIn, transactionsOf } from './payins.ts'
import { codeIn, PeachTransaction, TRANSACTION_ID } from './read.ts'
import { transactionReference } from './references.ts'
import { isBankRefusal, isNeverBegun } from './results.ts'

const LAST_HAS_ENDED_MS = 60_000

const NO_TRANSACTION = declined('METHOD', 'Peach does not know the transaction that paid the payin')

/** Money that was not credited: that transaction is refunded. Otherwise the one that paid the payin. Inquiries have no payin. */
const refundedBy = ({ payment, payin }: ProviderOrder): string | undefined =>
  payment.request.refund?.excess?.statusUpdate ?? payin?.confirmation

const isOf = ({ payment }: ProviderOrder, transaction: PeachTransaction): boolean =>
  transaction.paymentType === 'RF' && isAmountOf(payment.money, transaction.amount, transaction.currency)

export async function makeRefund(context: PeachContext, order: ProviderOrder): Promise<OrderAnswer> {
  const { payment, isFirst } = order
  const paidBy = refundedBy(order)
  if (paidBy === undefined || !TRANSACTION_ID.test(paidBy)) return NO_TRANSACTION
  if (!isFirst) {
    const there = await refundThere(context, order)
    if (there === 'none') {
      if (sinceLastTryMs(order, context.clock.now()) < LAST_HAS_ENDED_MS) return IN_PROGRESS
    } else return there.type === 'unclear' ? onlyRequested(there) : taken(there.refund)
  }
  const body = { amount: digits(payment), currency: 'ZAR', paymentType: 'RF' }
  const answer = await post(context, { operation: 'refund', path: `/${paidBy}`, payment }, body)
  const code = answer.type === 'answer' ? codeIn(answer.body) : undefined
  if (answer.type === 'answer' && answer.status < 500 && code !== undefined && isNeverBegun(code))
    return declined('METHOD', `Peach cannot refund it: ${code}`)
  const refund = answer.type === 'answer' ? readAs(PeachTransaction, answer.body) : undefined
  if (!refund || answer.type === 'none' || answer.status > 299) return refusalOf(answer)
  if (!isOf(order, refund)) return unclear('a refund that is not the one requested')
  return taken(refund)
}

/** Status inquiries need this ID. */
const taken = ({ id, result }: PeachTransaction): OrderAnswer => accepted(id, result.code)

/** The refund among all transactions of its payin. */
async function refundThere(
  context: PeachContext,
  order: ProviderOrder,
): Promise<{ readonly type: 'there'; readonly refund: PeachTransaction } | 'none' | Unclear> {
  const payinKey = order.payment.request.refund?.payinKey
  if (payinKey === undefined) return unclear('a refund without a payin')
  const listed = await transactionsOf(context, transactionReference(payinKey), order)
  if (listed.type === 'unclear') return listed
  if (listed.transactions.length === 0) return unclear('the payin of the refund is not listed')
  const isOnlyOne = listed.transactions.filter(({ paymentType }) => paymentType === 'DB').length === 1
  const all = listed.transactions.filter(({ paymentType }) => paymentType === 'RF')
  const paidBy = refundedBy(order)
  if (!isOnlyOne && (paidBy === undefined || all.some(({ referencedId }) => !referencedId)))
    return unclear('it is not known which of several transactions is refunded')
  const refunds = isOnlyOne ? all : all.filter(({ referencedId }) => referencedId === paidBy)
  const [refund] = refunds
  if (!refund) return 'none'
  if (refunds.length > 1 || !isOf(order, refund)) return unclear('other refunds of the same payin')
  return { type: 'there', refund }
}

export async function findRefund(context: PeachContext, order: ProviderOrder): Promise<OrderFindings> {
  const { payment } = order
  const id = payment.processorRef
  if (id === undefined) {
    const there = await refundThere(context, order)
    if (there === 'none') return unclear('a refund whose answer was lost and that is not listed')
    return there.type === 'unclear' ? there : foundAs(context, there.refund)
  }
  const answer = await get(context, { operation: 'read-back', path: `/${id}`, payment })
  const refund = readDone(PeachTransaction, answer)
  if (!refund || refund.id !== id || !isOf(order, refund))
    return unclear(answer.type === 'none' ? answer.why : 'a refund that is not the one inquired about')
  return foundAs(context, refund)
}

function foundAs(context: PeachContext, refund: PeachTransaction): OrderFindings {
  const {
    id,
    result: { code },
  } = refund
  switch (outcomeIn(context, refund)) {
    case undefined:
      return { type: 'unlisted', statusCode: code }
    case 'paid':
      return ended(id, code, { type: 'delivered' })
    case 'rejected': {
      const statusChange = failureOf(code)
      return statusChange ? ended(id, code, statusChange) : known(code)
    }
    case 'open':
    case 'other':
    case 'simulated':
      return known(code)
  }
}

/** Other rejections stay open until an operator has decided: the refund may have been made. */
function failureOf(code: string): ProviderFact['statusChange'] | undefined {
  if (isNeverBegun(code)) return NOTHING_LEFT
  return isBankRefusal(code) ? FAILED : undefined
}
