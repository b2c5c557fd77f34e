/**
 * Money of a PayShap payin on its way back: a transaction of type RF beneath the one that paid.
 *
 * Peach is told no reference for it, and it gives each payment back once. So one whose answer was lost is looked for among all that stand
 * under the payin's reference, and is asked for again only where none is there and the first request has certainly ended: then it either
 * never arrived, or Peach refuses the second. Where a payin was paid by several transactions, only what gives back the same one is it.
 */

import { isAmountOf } from '../amounts.ts'
import { declined, IN_PROGRESS, onlyRequested, readAs, readDone, unclear } from '../answers.ts'
import { accepted, ended, FAILED, known, NOTHING_LEFT } from '../findings.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder, Unclear } from '../provider.ts'
import { sinceLastTryMs } from '../tries.ts'
import { digits, get, type PeachContext, post, refusalOf } from './calls.ts'
import { outcomeIn, transactionsOf } from './payins.ts'
import { codeIn, PeachTransaction, TRANSACTION_ID } from './read.ts'
import { transactionReference } from './references.ts'
import { isBankRefusal, isNeverBegun } from './results.ts'

const LAST_HAS_ENDED_MS = 60_000

const NO_TRANSACTION = declined('METHOD', 'the payin was not paid by a transaction that Peach knows')

/** Of what was not credited just that transaction goes back; otherwise the one that paid the payin. Questions have no payin beside them. */
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
  if (!isOf(order, refund)) return unclear('a refund that is not the one that was asked for')
  return taken(refund)
}

/** Whatever has become of it is asked under this ID. */
const taken = ({ id, result }: PeachTransaction): OrderAnswer => accepted(id, result.code)

/** The refund among all transactions of its payin. */
async function refundThere(
  context: PeachContext,
  order: ProviderOrder,
): Promise<{ readonly type: 'there'; readonly refund: PeachTransaction } | 'none' | Unclear> {
  const payinKey = order.payment.request.refund?.payinKey
  if (payinKey === undefined) return unclear('a refund of no payin')
  const listed = await transactionsOf(context, transactionReference(payinKey), order)
  if (listed.type === 'unclear') return listed
  if (listed.transactions.length === 0) return unclear('the payin of the refund is not listed')
  const isOnlyOne = listed.transactions.filter(({ paymentType }) => paymentType === 'DB').length === 1
  const all = listed.transactions.filter(({ paymentType }) => paymentType === 'RF')
  const paidBy = refundedBy(order)
  if (!isOnlyOne && (paidBy === undefined || all.some(({ referencedId }) => !referencedId)))
    return unclear('nobody knows which of several transactions goes back')
  const refunds = isOnlyOne ? all : all.filter(({ referencedId }) => referencedId === paidBy)
  const [refund] = refunds
  if (!refund) return 'none'
  if (refunds.length > 1 || !isOf(order, refund))
    return unclear('refunds of the same payin that are not this one')
  return { type: 'there', refund }
}

export async function findRefund(context: PeachContext, order: ProviderOrder): Promise<OrderFindings> {
  const { payment } = order
  const id = payment.processorRef
  if (id === undefined) {
    const there = await refundThere(context, order)
    if (there === 'none') return unclear('a refund whose answer was lost, and that is not listed')
    return there.type === 'unclear' ? there : foundAs(context, there.refund)
  }
  const answer = await get(context, { operation: 'read-back', path: `/${id}`, payment }, {})
  const refund = readDone(PeachTransaction, answer)
  if (!refund || refund.id !== id || !isOf(order, refund))
    return unclear(answer.type === 'none' ? answer.why : 'a refund that is not the one that was asked about')
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

/** What else is rejected stays open until an operator has looked: it may have been done. */
function failureOf(code: string): ProviderFact['statusChange'] | undefined {
  if (isNeverBegun(code)) return NOTHING_LEFT
  return isBankRefusal(code) ? FAILED : undefined
}
