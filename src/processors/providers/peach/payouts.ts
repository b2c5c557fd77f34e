/**
 * Payouts by the Payouts API: one a request, under an ID of our own that Peach takes once. So the same request again is refused, and
 * what became of the first is asked by that ID.
 */

import { asciiText } from '../../../catalogue/ascii.ts'
import type { Payment } from '../../../payments/model.ts'
import { minorMoney } from '../amounts.ts'
import { declined, IN_PROGRESS, onlyRequested, readAs, unclear } from '../answers.ts'
import { accepted, returnedOr, settled } from '../findings.ts'
import type { Balances, OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { refusalsBy } from '../refusals.ts'
import { listed } from '../status-codes.ts'
import { sinceLastTryMs } from '../tries.ts'
import { LAST_HAS_ENDED_MS, type PeachContext } from './calls.ts'
import { payeeOf } from './methods.ts'
import {
  NO_SUCH_ACCOUNT,
  PAYOUT_ERRORS,
  PAYOUT_STATUS,
  PAYOUT_WORDS,
  type Payout,
  PayoutBalance,
  PayoutRequest,
  payoutCodeIn,
} from './read.ts'

const NO_PAYOUTS = declined('METHOD', 'the account sends no payouts')

interface PayoutCall {
  readonly operation: string
  readonly path: string
  readonly body?: object
  readonly payment?: Payment
  readonly isProbe?: boolean
}

function call({ calls }: PeachContext, merchant: string, requested: PayoutCall): Promise<CallAnswer> {
  const { path, body, ...rest } = requested
  return calls.call({
    ...rest,
    method: body ? 'POST' : 'GET',
    host: 'payouts',
    path: `/api/merchants/${merchant}${path}`,
    timeoutMs: body ? 8_000 : 10_000,
    statusCodeOf: payoutCodeIn,
    ...(body && { body }),
  })
}

export async function send(context: PeachContext, order: ProviderOrder): Promise<OrderAnswer> {
  const { payment, reference, isFirst } = order
  const merchant = context.settings.payoutsMerchant
  if (merchant === undefined) return NO_PAYOUTS
  const payee = payeeOf(payment)
  if ('type' in payee) return payee
  if (!isFirst) {
    const known = await payoutThere(context, merchant, order)
    if (known !== 'none') return known.type === 'unclear' ? onlyRequested(known) : taken(order, known.payout)
    // Peach takes an ID once, and shows a payout a while after it has taken it.
    if (sinceLastTryMs(order, context.clock.now()) < LAST_HAS_ENDED_MS) return IN_PROGRESS
  }
  const payout = {
    payoutId: reference,
    currency: 'ZAR',
    amount: Number(payment.money.amountMinor),
    ...payee,
    reference: statementText(order.merchantName),
    payoutMethod: 'realtime-eft',
  }
  const requested = { operation: 'send', path: '/payouts', body: { payouts: [payout] }, payment }
  const answer = await call(context, merchant, requested)
  if (answer.type === 'answer' && (answer.status === 201 || answer.status === 200)) {
    const made = readAs(PayoutRequest, answer.body)?.payouts
    return made?.length === 1 && isOf(order, made[0]) ? taken(order, made[0]) : NOT_IT
  }
  const refused = refusalOf(answer)
  // It may be refused because it is there.
  if (answer.type === 'none' || refused.type === 'declined') return refused
  const known = await payoutThere(context, merchant, order)
  return known === 'none' || known.type === 'unclear' ? refused : taken(order, known.payout)
}

const NOT_IT = unclear('a payout that is not the one that was asked for')

/** What the payee's statement shows: up to 20 letters, digits and spaces. */
const statementText = (merchantName: string): string =>
  asciiText(merchantName.replace(/[^\p{L}\p{N} ]/gu, ' '), 20, 'Payout')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim() || 'Payout'

const isOf = ({ payment, reference }: ProviderOrder, payout: Payout | undefined): payout is Payout =>
  payout !== undefined &&
  payout.payoutId === reference &&
  (payout.currency ?? 'ZAR') === 'ZAR' &&
  BigInt(payout.amount ?? payment.money.amountMinor) === payment.money.amountMinor

const taken = ({ reference }: ProviderOrder, { status }: Payout): OrderAnswer => accepted(reference, status)

/** `odd`: an answer that says neither yes nor no. */
const { declineOf: refusalOf, unanswered: odd } = refusalsBy({
  title: 'Peach',
  errors: PAYOUT_ERRORS,
  codeOf: ({ body }) => payoutCodeIn(body),
  isDescribed: (code) => PAYOUT_WORDS.has(code) || listed(PAYOUT_STATUS, code) !== undefined,
})

/** `none`: it is not visible. Right after it was sent that says nothing. */
async function payoutThere(
  context: PeachContext,
  merchant: string,
  order: ProviderOrder,
): Promise<{ readonly type: 'there'; readonly payout: Payout } | Unclear | 'none'> {
  const path = `/payouts/status?payoutId=${order.reference}`
  const answer = await call(context, merchant, { operation: 'read-sent', path, payment: order.payment })
  if (answer.type === 'none') return unclear(answer.why)
  if (answer.status === 404) return 'none'
  if (answer.status !== 200) return odd(answer)
  const found = readAs(PayoutRequest, answer.body)?.payouts.filter(
    ({ payoutId }) => payoutId === order.reference,
  )
  return found?.length === 1 && isOf(order, found[0]) ? { type: 'there', payout: found[0] } : NOT_IT
}

export async function findPayout(context: PeachContext, order: ProviderOrder): Promise<OrderFindings> {
  const merchant = context.settings.payoutsMerchant
  if (merchant === undefined) return unclear('the account has no credentials for payouts any more')
  const found = await payoutThere(context, merchant, order)
  if (found === 'none') return { type: 'never' }
  return found.type === 'unclear' ? found : foundAs(order, found.payout)
}

const foundAs = ({ payment, reference }: ProviderOrder, { status, resultCode }: Payout): OrderFindings =>
  settled(PAYOUT_STATUS, reference, status, (meaning) => {
    const failureReason = resultCode === NO_SUCH_ACCOUNT ? 'ACCOUNT_INVALID' : 'PROCESSOR_ERROR'
    switch (meaning) {
      case 'done':
        return { type: 'delivered' }
      case 'failed':
        return { type: 'failed', failureReason, noMoneyLeft: true }
      case 'back':
        // It had left. Where it is not known to have arrived the whole has failed, and nobody pays it out again by itself.
        return returnedOr(payment, { type: 'failed', failureReason })
    }
  })

export async function payoutBalance(context: PeachContext, isProbe = false): Promise<Balances | Unclear> {
  const merchant = context.settings.payoutsMerchant
  if (merchant === undefined) return { type: 'balances', balances: [] }
  const answer = await call(context, merchant, { operation: 'balance', path: '/balance', isProbe })
  if (answer.type === 'none') return unclear(answer.why)
  const float = readAs(PayoutBalance, answer.body)?.availableBalance
  if (answer.status === 200 && float !== undefined)
    return { type: 'balances', balances: [{ name: 'float for payouts', money: minorMoney(float, 'ZAR') }] }
  return odd(answer)
}
