/**
 * Payers' attempts to pay an order: each is a payment at Cashfree, and an order may have many. Each that succeeded is money, named by
 * Cashfree's ID of it.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { factOf, known } from '@sluice/provider-kit/findings.ts'
import type { OrderFindings, ProviderFact, Unclear } from '@sluice/provider-kit/provider.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import type { Static } from 'typebox'
import { notFound } from './answers.ts'
import {
  type CfPayment,
  CfPaymentList,
  CfRefundList,
  PAYMENT_STATUS,
  PaidByUpi,
  REFUND_STATUS,
} from './read.ts'

export interface OrderTries {
  readonly type: 'tries'
  readonly facts: readonly ProviderFact[]
  /** An attempt may still succeed. */
  readonly isOpen: boolean
  /** A status that the table does not have. */
  readonly unlisted: string | undefined
}

/**
 * @param orderId Cashfree's ID of an order of this payin
 * @param isPaid Cashfree counts the order as paid
 */
export async function triesOf(
  calls: AccountCalls,
  payment: Payment,
  orderId: string,
  isPaid: boolean,
): Promise<OrderTries | Unclear> {
  const read = await listOf(calls, { payment, orderId, what: 'payments' }, CfPaymentList)
  if (read.type === 'unclear') return read
  const tries = read.list.toSorted(byEnd)
  const money = tries.filter(isMoney)
  // Cashfree refunds overpayments and late payments itself; they must not be refunded twice.
  const isDoubtful = money.length > 1 || (money.length > 0 && !isPaid)
  const backs = isDoubtful
    ? await listOf(calls, { payment, orderId, what: 'refunds' }, CfRefundList)
    : NO_REFUNDS
  if (backs.type === 'unclear') return backs
  const gone = new Set(backs.list.filter(isAutomatic).map(({ cf_payment_id }) => String(cf_payment_id)))
  const paid = money.filter(({ cf_payment_id }) => !gone.has(String(cf_payment_id))).map(paymentFact)
  if (paid.includes(undefined)) return unclear('a payment of an amount that is invalid')
  const meanings = tries.map(({ payment_status }) => listed(PAYMENT_STATUS, payment_status))
  return {
    type: 'tries',
    facts: paid.filter((fact) => fact !== undefined),
    isOpen: tries.some((each, index) => meanings[index] !== 'none' && !isMoney(each)),
    unlisted: tries[meanings.indexOf(undefined)]?.payment_status,
  }
}

const NO_REFUNDS = { type: 'list', list: [] } as const

async function listOf<Schema extends typeof CfPaymentList | typeof CfRefundList>(
  calls: AccountCalls,
  of: { readonly payment: Payment; readonly orderId: string; readonly what: 'payments' | 'refunds' },
  schema: Schema,
): Promise<{ readonly type: 'list'; readonly list: Static<Schema> } | Unclear> {
  const { payment, orderId, what } = of
  const path = `/orders/${encodeURIComponent(orderId)}/${what}`
  const answer = await calls.read({ payment }, `read-${what}`, path)
  const missing = notFound(answer)
  if (missing) return missing.type === 'never' ? unclear(`an order whose ${what} are not there`) : missing
  const list = readDone(schema, answer)
  const areOfIt = list?.every(({ order_id }) => order_id === orderId)
  return list && areOfIt
    ? { type: 'list', list }
    : unclear(`${what} that are not of the order inquired about`)
}

/** The first to complete paid the order. All times have the same offset. */
const byEnd = (one: CfPayment, other: CfPayment): number => {
  const [first, second] = [one.payment_completion_time ?? '', other.payment_completion_time ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

/** A refund that Cashfree started itself and that has not failed. */
const isAutomatic = ({ refund_type, refund_status }: Static<typeof CfRefundList>[number]): boolean =>
  AUTOMATIC.has(refund_type ?? '') && listed(REFUND_STATUS, refund_status) !== 'failed'
const AUTOMATIC: ReadonlySet<string> = new Set(['PAYMENT_AUTO_REFUND', 'UNRECONCILED_AUTO_REFUND'])

/** Money that is only authorised is not ours yet. */
const isMoney = ({ payment_status, is_captured }: CfPayment): boolean =>
  listed(PAYMENT_STATUS, payment_status) === 'paid' && is_captured !== false

function paymentFact(paid: CfPayment): ProviderFact | undefined {
  const { cf_payment_id, payment_status, payment_amount, payment_currency, bank_reference } = paid
  const received = payment_currency === 'INR' ? moneyIn(payment_amount, payment_currency) : undefined
  if (!received) return undefined
  const upi = readAs(PaidByUpi, paid.payment_method)?.upi
  const customer = upi && { customerAccount: { accountNumber: upi.upi_id } }
  return factOf(
    String(cf_payment_id),
    payment_status,
    { type: 'paid', received, ...customer },
    bank_reference ? { bankReference: bank_reference } : undefined,
  )
}

/** @param isOver no payer can start to pay it */
export function findingsOf(
  reference: string,
  status: string,
  { facts, isOpen, unlisted }: OrderTries,
  isOver: boolean,
): OrderFindings {
  if (facts.length > 0) return known(status, facts, !isOpen)
  if (unlisted !== undefined) return { type: 'unlisted', statusCode: unlisted }
  // A payment that was started may still succeed and be reported after the end, so it is not over.
  const expired = factOf(`${reference}:${status}`, status, { type: 'expired' })
  return known(status, isOver && !isOpen ? [expired] : [], false)
}
