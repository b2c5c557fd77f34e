/**
 * Refunds of a payin, in whole or in part: by MoMo's ID of the transaction that paid it, under our own reference.
 *
 * The reference is an order ID, which MoMo accepts once. If an answer was lost, the refund is requested again only if neither its own
 * inquiry nor that of the payin lists it, and the first request has certainly ended.
 */
import { minorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, IN_PROGRESS, onlyRequested, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, FAILED, known, NOTHING_LEFT } from '@sluice/provider-kit/findings.ts'
import type {
  OrderAnswer,
  OrderFindings,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import {
  answerOf,
  CREATE_WITHIN_MS,
  INQUIRE_WITHIN_MS,
  isAbout,
  LAST_HAS_ENDED_MS,
  type MomoContext,
  missing,
  odd,
  post,
  query,
  questionId,
  refusalOf,
} from './momo-calls.ts'
import { codeIn, type MomoOutcome, MomoRefund, OUTCOMES, Refunds } from './read.ts'

const NO_TRANSACTION = declined('METHOD', 'MoMo does not know the transaction that paid the payin')

/** A transaction ID, as far as JSON can carry it. */
function transactionIn(text: string | undefined): number | undefined {
  const id = text !== undefined && /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : undefined
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined
}

export async function makeRefund(context: MomoContext, order: ProviderOrder): Promise<OrderAnswer> {
  const { payment, payin, reference, isFirst } = order
  // Money that was not credited: that transaction is refunded. Otherwise the one that paid the payin.
  const transId = transactionIn(payment.request.refund?.excess?.statusUpdate ?? payin?.confirmation)
  if (transId === undefined) return NO_TRANSACTION
  if (!isFirst) {
    const there = await refundThere(context, order)
    if (there !== 'missing')
      return 'type' in there ? onlyRequested(there) : accepted(reference, String(there.resultCode))
    if (sinceLastTryMs(order, context.clock.now()) < LAST_HAS_ENDED_MS) return IN_PROGRESS
  }
  const answer = await post(
    context,
    { operation: 'refund', path: '/refund', payment, timeoutMs: CREATE_WITHIN_MS },
    {
      amount: minorNumber(payment.money),
      description: '',
      orderId: reference,
      requestId: reference,
      transId,
    },
  )
  if (answer.type === 'none' || answer.status >= 500) return refusalOf(answer)
  const code = codeIn(answer.body) ?? ''
  // More than the payin has left, or MoMo does not refund it.
  if (code === '1081' || code === '1088') return declined('METHOD', `MoMo cannot refund it: ${code}`)
  const outcome = listed(OUTCOMES, code)
  if (outcome !== 'done' && outcome !== 'open') return refusalOf(answer)
  return answer.status < 300 && isAbout(context, reference, answer.body)
    ? accepted(reference, code)
    : odd(answer)
}

/** If the inquiry about refunds knows nothing, the payin's inquiry lists its refunds. */
async function refundThere(
  context: MomoContext,
  order: ProviderOrder,
): Promise<MomoRefund | 'missing' | Unclear> {
  const { payment, reference } = order
  const requested = await post(
    context,
    { operation: 'read-back', path: '/refund/query', payment, timeoutMs: INQUIRE_WITHIN_MS },
    { orderId: reference, requestId: questionId(context, reference) },
  )
  const reported = answerOf(context, reference, requested)
  if (reported !== 'missing')
    return reported.type === 'unclear' ? reported : (refundIn(order, reported.body) ?? NOT_LISTED)
  const payinReference = payment.request.refund?.payinKey.replaceAll('-', '')
  if (payinReference === undefined) return unclear('a refund without a payin')
  const payin = answerOf(context, payinReference, await query(context, order, payinReference))
  if (payin === 'missing') return unclear('the payin of the refund was not found')
  if (payin.type === 'unclear') return payin
  return refundIn(order, payin.body) ?? 'missing'
}

const NOT_LISTED = unclear('an answer about refunds that does not list this one')

/** @returns undefined if it is not listed */
function refundIn({ payment, reference }: ProviderOrder, body: unknown): MomoRefund | Unclear | undefined {
  const all = readAs(Refunds, body)?.refundTrans
  if (!all) return NOT_LISTED
  const read = all.map((each) => readAs(MomoRefund, each))
  const [refund, ...further] = read.filter((each) => each?.orderId === reference)
  if (!refund) return read.includes(undefined) ? unclear('a list of refunds that is invalid') : undefined
  return further.length === 0 && BigInt(refund.amount) === payment.money.amountMinor
    ? refund
    : unclear('a refund that is not the one inquired about')
}

export async function findRefund(context: MomoContext, order: ProviderOrder): Promise<OrderFindings> {
  const refund = await refundThere(context, order)
  if (refund === 'missing') return missing(order)
  if ('type' in refund) return refund
  const code = String(refund.resultCode)
  const outcome = listed(OUTCOMES, code)
  if (outcome === undefined) return { type: 'unlisted', statusCode: code }
  const statusChange = statusChangeOf(outcome)
  return statusChange === 'open' ? known(code) : ended(order.reference, code, statusChange)
}

function statusChangeOf(outcome: MomoOutcome): ProviderFact['statusChange'] | 'open' {
  switch (outcome) {
    case 'done':
      return { type: 'delivered' }
    case 'back':
      return NOTHING_LEFT
    case 'refused':
    case 'failed':
      return FAILED
    case 'open':
    case 'expired':
      return 'open'
  }
}
