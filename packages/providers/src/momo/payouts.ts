/**
 * Payouts to wallets: disbursements under our reference, which MoMo accepts once. The payee is encrypted, so no two requests are equal,
 * and a later try first looks for the first one.
 */
import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import { asciiText } from '@sluice/core/catalogue/ascii.ts'
import { phoneForms } from '@sluice/core/catalogue/identifiers/phones.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { minorMoney, minorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, IN_PROGRESS, onlyRequested, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, known } from '@sluice/provider-kit/findings.ts'
import type {
  Balances,
  OrderAnswer,
  OrderFindings,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import { lacks } from '@sluice/provider-kit/requests.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import {
  answerOf,
  CREATE_WITHIN_MS,
  INQUIRE_WITHIN_MS,
  isAbout,
  LAST_HAS_ENDED_MS,
  type MomoAnswer,
  type MomoContext,
  missing,
  odd,
  post,
  query,
  questionId,
  refusalOf,
} from './momo-calls.ts'
import { Amounted, codeIn, MomoBalance, type MomoOutcome, OUTCOMES, PAYEE_AT_FAULT } from './read.ts'

/**
 * @param text PEM, or the same without its first and last line, as MoMo shows it
 * @returns undefined if it is no RSA key of at least 2,048 bits
 */
export function publicKeyIn(text: string): KeyObject | undefined {
  const pem = text.includes('-----BEGIN')
    ? text
    : `-----BEGIN PUBLIC KEY-----\n${text.replace(/\s/g, '')}\n-----END PUBLIC KEY-----`
  try {
    const key = createPublicKey(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= 2_048 ? key : undefined
  } catch {
    return undefined
  }
}

interface MomoPayee {
  /** National form: 0912345678. */
  readonly walletId: string
  readonly walletName: string
}

/** Even with three bytes per letter it fits into what the smallest key encrypts. */
const MOST_NAME = 50

export function payeeOf({ method, operator, request }: Payment): MomoPayee | Declined {
  if (method !== 'WALLET_TRANSFER') return NO_PAYOUTS
  // The number alone does not tell the wallet's operator.
  if (operator === undefined) return lacks('paymentOperatorCode', 'the wallet’s operator')
  if (operator !== 'MOMO') return { ...NO_PAYOUTS, reason: 'OPERATOR' }
  const { accountName, accountNumber, phoneNumber } = request
  if (accountName === undefined) return lacks('account/accountName', 'the wallet holder’s name')
  const number = phoneNumber ?? accountNumber
  const walletId = number === undefined ? undefined : phoneForms(number, 'VN')?.national
  return walletId === undefined || !/^0\d{9,10}$/.test(walletId)
    ? lacks('phoneNumber', 'the wallet’s phone number')
    : { walletId, walletName: accountName.slice(0, MOST_NAME) }
}

export const NO_PAYOUTS = declined('METHOD', 'it pays out to MoMo wallets only')

/** PKCS#1 v1.5, as MoMo requires. */
const encrypted = (key: KeyObject, payee: MomoPayee): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(JSON.stringify(payee))).toString(
    'base64',
  )

export async function send(
  context: MomoContext,
  key: KeyObject | undefined,
  order: ProviderOrder,
): Promise<OrderAnswer> {
  const { payment, reference, isFirst, merchantName } = order
  if (!key) return { ...NO_PAYOUTS, detail: 'the account has no key for payouts' }
  const payee = payeeOf(payment)
  if ('type' in payee) return payee
  const ipnUrl = context.notificationUrl?.()
  if (!isFirst) {
    const reported = await sentThere(context, order)
    if (reported !== 'missing')
      return reported.type === 'unclear' ? onlyRequested(reported) : accepted(reference, reported.code)
    if (sinceLastTryMs(order, context.clock.now()) < LAST_HAS_ENDED_MS) return IN_PROGRESS
  }
  const answer = await post(
    context,
    { operation: 'send', path: '/disbursement/pay', payment, timeoutMs: CREATE_WITHIN_MS },
    {
      amount: minorNumber(payment.money),
      disbursementMethod: encrypted(key, payee),
      extraData: '',
      orderId: reference,
      orderInfo: asciiText(merchantName.replace(/[^\p{L}\p{M}\p{N} .-]/gu, ' '), 100, 'Payout'),
      requestId: reference,
      requestType: 'disburseToWallet',
    },
    ipnUrl === undefined ? {} : { ipnUrl },
  )
  if (answer.type === 'none' || answer.status >= 500) return refusalOf(answer)
  const code = codeIn(answer.body) ?? ''
  const outcome = listed(OUTCOMES, code)
  if (outcome === undefined) return refusalOf(answer)
  if (!isAbout(context, reference, answer.body)) return unclear('a payout that is not the one requested')
  // Final, on a first try: nothing has left.
  if (outcome === 'refused' && isFirst) return { type: 'refused', reason: code }
  return (outcome === 'done' || outcome === 'open') && answer.status < 300
    ? accepted(reference, code)
    : odd(answer)
}

/** With this payout's amount, if one is named. */
async function sentThere(
  context: MomoContext,
  order: ProviderOrder,
): Promise<MomoAnswer | 'missing' | Unclear> {
  const reported = answerOf(context, order.reference, await query(context, order, order.reference))
  if (reported === 'missing' || reported.type === 'unclear') return reported
  const amount = readAs(Amounted, reported.body)?.amount
  if (amount === undefined && listed(OUTCOMES, reported.code) === 'done')
    return unclear('a payout without an amount')
  return amount === undefined || BigInt(amount) === order.payment.money.amountMinor
    ? reported
    : unclear('a payout with a different amount')
}

export async function findPayout(context: MomoContext, order: ProviderOrder): Promise<OrderFindings> {
  const reported = await sentThere(context, order)
  if (reported === 'missing') return missing(order)
  if (reported.type === 'unclear') return reported
  const { code } = reported
  const outcome = listed(OUTCOMES, code)
  if (outcome === undefined) return { type: 'unlisted', statusCode: code }
  const statusChange = statusChangeOf(outcome, code)
  if (statusChange === 'unclear') return unclear(`a payout with an unexpected final code: ${code}`)
  return statusChange === 'open' ? known(code) : ended(order.reference, code, statusChange)
}

function statusChangeOf(
  outcome: MomoOutcome,
  code: string,
): ProviderFact['statusChange'] | 'open' | 'unclear' {
  switch (outcome) {
    case 'done':
      return { type: 'delivered' }
    case 'refused':
    case 'failed': {
      const failureReason = PAYEE_AT_FAULT.has(code) ? 'ACCOUNT_INVALID' : 'PROCESSOR_ERROR'
      return { type: 'failed', failureReason, noMoneyLeft: true }
    }
    case 'open':
      return 'open'
    case 'expired':
    case 'back':
      return 'unclear'
  }
}

/** The balance for payouts. */
export async function payoutBalance(context: MomoContext): Promise<Balances | Unclear> {
  const reference = 'balance'
  const answer = await post(
    context,
    { operation: 'balance', path: '/disbursement/balance', timeoutMs: INQUIRE_WITHIN_MS },
    { orderId: questionId(context, reference), requestId: questionId(context, reference) },
  )
  if (answer.type === 'none') return unclear(answer.why)
  const dong = codeIn(answer.body) === '0' ? readAs(MomoBalance, answer.body)?.balance : undefined
  return dong === undefined
    ? odd(answer)
    : { type: 'balances', balances: [{ name: 'for payouts', money: minorMoney(dong, 'VND') }] }
}
