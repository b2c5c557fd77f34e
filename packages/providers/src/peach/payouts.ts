/**
 * Payouts by the Payouts API: one per request, under our own ID, which Peach accepts once. A repetition is refused, and an inquiry by
 * that ID finds the first.
 */
import { asciiText } from '@sluice/core/catalogue/ascii.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { minorMoney } from '@sluice/provider-kit/amounts.ts'
import { declined, IN_PROGRESS, onlyRequested, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, movedAs, settled } from '@sluice/provider-kit/findings.ts'
import type {
  Balances,
  OrderAnswer,
  OrderFindings,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import { LAST_HAS_ENDED_MS, type PeachContext } from './calls.ts'
import { payeeOf } from './methods.ts'
import {
  NO_SUCH_ACCOUNT,
  PAYOUT_ERRORS,
  PAYOUT_STATUS,
  PAYOUT_STATUS_CODES,
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
    // Peach shows a payout some time after it has accepted it.
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
  // It may be refused because it exists.
  if (answer.type === 'none' || refused.type === 'declined') return refused
  const known = await payoutThere(context, merchant, order)
  return known === 'none' || known.type === 'unclear' ? refused : taken(order, known.payout)
}

const NOT_IT = unclear('a payout that is not the one requested')

/** Shown on the payee's statement: up to 20 letters, digits and spaces. */
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

/** `odd`: the answer is neither a yes nor a no. */
const { declineOf: refusalOf, unanswered: odd } = refusalsBy({
  title: 'Peach',
  errors: PAYOUT_ERRORS,
  codeOf: ({ body }) => payoutCodeIn(body),
  isDescribed: (code) => PAYOUT_STATUS_CODES.has(code) || listed(PAYOUT_STATUS, code) !== undefined,
})

/** `none`: it is not visible, which right after sending proves nothing. */
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
  if (merchant === undefined) return unclear('the account no longer has credentials for payouts')
  const found = await payoutThere(context, merchant, order)
  if (found === 'none') return { type: 'never' }
  return found.type === 'unclear' ? found : foundAs(order, found.payout)
}

const foundAs = ({ payment, reference }: ProviderOrder, { status, resultCode }: Payout): OrderFindings =>
  settled(PAYOUT_STATUS, reference, status, (meaning) => {
    const failureReason = resultCode === NO_SUCH_ACCOUNT ? 'ACCOUNT_INVALID' : 'PROCESSOR_ERROR'
    // Returned money had left. If it is not known to have arrived it has failed, and is not paid out again automatically.
    const returned = { type: 'failed', failureReason } as const
    return movedAs(payment, meaning, { failed: { ...returned, noMoneyLeft: true }, returned })
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
