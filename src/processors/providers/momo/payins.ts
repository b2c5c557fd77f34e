/**
 * Payins: an order under our own reference, paid on MoMo's page or in its app.
 *
 * MoMo takes an order ID once, and answers a request ID that comes again as it did before. So an order whose answer was lost is asked for
 * again by the very same request, while it can still be paid: it cannot become two, and nobody but the payer moves money by it.
 */
import { asciiText } from '../../../catalogue/ascii.ts'
import { withPayinId } from '../../../foundation/urls.ts'
import type { Payment } from '../../../payments/model.ts'
import { readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder } from '../provider.ts'
import { listed } from '../status-codes.ts'
import {
  CREATE_WITHIN_MS,
  isAbout,
  type MomoContext,
  missing,
  post,
  query,
  refusalOf,
  reportedOf,
} from './momo-calls.ts'
import { codeIn, Moved, OUTCOMES, Page, Requested, vnd } from './read.ts'

export interface MomoPayinSettings {
  /** Where payers come back to, where the shop names no place. */
  readonly returnUrl: string
}

const NO_ADDRESS: OrderAnswer = { ...unclear('the gateway has no address to be notified at'), isUnsent: true }

export async function begin(
  context: MomoContext,
  settings: MomoPayinSettings,
  order: ProviderOrder,
): Promise<OrderAnswer> {
  const { payment, reference, isFirst } = order
  const ipnUrl = context.notificationUrl?.()
  if (ipnUrl === undefined) return NO_ADDRESS
  if (!isFirst) {
    const reported = reportedOf(context, reference, await query(context, order, reference))
    if (reported !== 'missing' && reported.type === 'unclear') return reported
    if (reported !== 'missing' && listed(OUTCOMES, reported.code) !== 'open')
      return unclear(`it has ended: ${reported.code}`)
  }
  const answer = await post(
    context,
    { operation: 'create', path: '/create', payment, timeoutMs: CREATE_WITHIN_MS },
    {
      amount: Number(payment.money.amountMinor),
      extraData: '',
      ipnUrl,
      orderId: reference,
      orderInfo: infoOf(order),
      redirectUrl: returnUrlOf(payment, settings),
      requestId: reference,
      requestType: 'captureWallet',
    },
    { autoCapture: true },
  )
  const isDone = answer.type === 'answer' && answer.status < 300 && codeIn(answer.body) === '0'
  return isDone ? begun(context, order, answer.body) : refusalOf(answer)
}

function begun(context: MomoContext, { payment, reference }: ProviderOrder, body: unknown): OrderAnswer {
  const requested = readAs(Requested, body)
  if (!isAbout(context, reference, body) || requested?.requestId !== reference)
    return unclear('an order that is not the one that was asked for')
  if (BigInt(requested.amount) !== payment.money.amountMinor) return unclear('an order of another amount')
  const pageUrl = readAs(Page, body)?.payUrl
  if (pageUrl === undefined) return unclear('an order without a page')
  return { type: 'accepted', receiving: { pageUrl }, processorRef: reference, processorStatus: '1000' }
}

/** What the payer reads. Signs between names and values of what is signed are left out. */
const infoOf = ({ merchantName }: ProviderOrder): string =>
  asciiText(merchantName.replace(/[^\p{L}\p{M}\p{N} .-]/gu, ' '), 100, 'Payment')

/** Payers are sent back to pages alone. */
function returnUrlOf({ id, request: { returnUrl } }: Payment, settings: MomoPayinSettings): string {
  return returnUrl !== undefined && /^https?:/i.test(returnUrl)
    ? withPayinId(returnUrl, id)
    : settings.returnUrl
}

export async function findPayin(context: MomoContext, order: ProviderOrder): Promise<OrderFindings> {
  const { reference } = order
  const reported = reportedOf(context, reference, await query(context, order, reference))
  if (reported === 'missing') return missing(order)
  if (reported.type === 'unclear') return reported
  const { code, body } = reported
  const outcome = listed(OUTCOMES, code)
  if (outcome === undefined) return { type: 'unlisted', statusCode: code }
  const ended = (statusChange: ProviderFact['statusChange']): OrderFindings => ({
    type: 'known',
    processorStatus: code,
    facts: [{ fact: `${reference}:${code}`, processorStatus: code, statusChange }],
    isOver: true,
  })
  switch (outcome) {
    case 'done':
      return paid(code, body)
    case 'open':
      return { type: 'known', processorStatus: code, facts: [], isOver: false }
    case 'expired':
      return { type: 'known', processorStatus: code, facts: [], isOver: true }
    case 'refused':
      return ended({ type: 'refused', reason: code })
    case 'failed':
      return ended({ type: 'failed', failureReason: 'PROCESSOR_ERROR' })
    case 'back':
      return unclear(`a payin that is a refund: ${code}`)
  }
}

/** By this ID MoMo is told what to give back. */
function paid(code: string, body: unknown): OrderFindings {
  const moved = readAs(Moved, body)
  if (!moved) return unclear('it is paid, without an amount and the ID of its transaction')
  const transaction = String(moved.transId)
  const statusChange: ProviderFact['statusChange'] = { type: 'paid', received: vnd(moved.amount) }
  return {
    type: 'known',
    processorStatus: code,
    facts: [{ fact: transaction, processorStatus: code, statusChange, about: { transaction } }],
    isOver: true,
  }
}
