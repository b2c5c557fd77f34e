/**
 * Payins: an order under our reference, paid on MoMo's page or in its app.
 *
 * MoMo accepts an order ID once, and answers a repeated request ID as before. So if an answer was lost the same request is sent again
 * while the order can be paid: it cannot become a second order, and only the payer moves money.
 */
import { asciiText } from '@sluice/core/catalogue/ascii.ts'
import { minorMoney, minorNumber } from '@sluice/provider-kit/amounts.ts'
import { readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { pageBack } from '@sluice/provider-kit/requests.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import {
  answerOf,
  CREATE_WITHIN_MS,
  isAbout,
  type MomoContext,
  missing,
  post,
  query,
  refusalOf,
} from './momo-calls.ts'
import { codeIn, Moved, OUTCOMES, Page, Requested } from './read.ts'

export interface MomoPayinSettings {
  /** The page that payers return to if the shop names none. */
  readonly returnUrl: string
}

const NO_ADDRESS: OrderAnswer = { ...unclear('the gateway has no URL for notifications'), isUnsent: true }

export async function begin(
  context: MomoContext,
  settings: MomoPayinSettings,
  order: ProviderOrder,
): Promise<OrderAnswer> {
  const { payment, reference, isFirst } = order
  const ipnUrl = context.notificationUrl?.()
  if (ipnUrl === undefined) return NO_ADDRESS
  if (!isFirst) {
    const reported = answerOf(context, reference, await query(context, order, reference))
    if (reported !== 'missing' && reported.type === 'unclear') return reported
    if (reported !== 'missing' && listed(OUTCOMES, reported.code) !== 'open')
      return unclear(`it has ended: ${reported.code}`)
  }
  const answer = await post(
    context,
    { operation: 'create', path: '/create', payment, timeoutMs: CREATE_WITHIN_MS },
    {
      amount: minorNumber(payment.money),
      extraData: '',
      ipnUrl,
      orderId: reference,
      orderInfo: infoOf(order),
      redirectUrl: pageBack(payment) ?? settings.returnUrl,
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
    return unclear('an order that is not the one requested')
  if (BigInt(requested.amount) !== payment.money.amountMinor) return unclear('an order of another amount')
  const pageUrl = readAs(Page, body)?.payUrl
  if (pageUrl === undefined) return unclear('an order without a page')
  return accepted(reference, '1000', { pageUrl })
}

/** What the payer sees. Without characters that separate signed values. */
const infoOf = ({ merchantName }: ProviderOrder): string =>
  asciiText(merchantName.replace(/[^\p{L}\p{M}\p{N} .-]/gu, ' '), 100, 'Payment')

export async function findPayin(context: MomoContext, order: ProviderOrder): Promise<OrderFindings> {
  const { reference } = order
  const reported = answerOf(context, reference, await query(context, order, reference))
  if (reported === 'missing') return missing(order)
  if (reported.type === 'unclear') return reported
  const { code, body } = reported
  const outcome = listed(OUTCOMES, code)
  if (outcome === undefined) return { type: 'unlisted', statusCode: code }
  switch (outcome) {
    case 'done':
      return paid(code, body)
    case 'open':
      return known(code)
    case 'expired':
      return known(code, [], true)
    case 'refused':
      return ended(reference, code, { type: 'refused', reason: code })
    case 'failed':
      return ended(reference, code, FAILED)
    case 'back':
      return unclear(`a payin that is a refund: ${code}`)
  }
}

/** Refunds need this ID. */
function paid(code: string, body: unknown): OrderFindings {
  const moved = readAs(Moved, body)
  if (!moved) return unclear('it is paid, without an amount and a transaction ID')
  const transaction = String(moved.transId)
  const received = minorMoney(moved.amount, 'VND')
  return known(code, [factOf(transaction, code, { type: 'paid', received }, { transaction })])
}
