/**
 * What payers did with an order: each of their tries is one payment there, and an order may be tried many times. Each that succeeded is
 * money by itself, named by Cashfree's own number of it.
 */
import type { Payment } from '../../../payments/model.ts'
import type { OrderFindings, ProviderFact, Unclear } from '../provider.ts'
import { notFound, unclear } from './answers.ts'
import {
  type CfPayment,
  CfPaymentList,
  listed,
  minorOf,
  PAYMENT_STATUS,
  PaidByUpi,
  readAs,
  rupees,
} from './read.ts'
import type { Wire } from './wire.ts'

export interface Tries {
  readonly type: 'tries'
  readonly facts: readonly ProviderFact[]
  /** One of them may still end well. */
  readonly isOpen: boolean
  /** A status that the table does not have. */
  readonly unlisted: string | undefined
}

/** @param orderId Cashfree's name of an order that is known to be this payin's */
export async function triesOf(wire: Wire, payment: Payment, orderId: string): Promise<Tries | Unclear> {
  const answer = await wire.payments({
    operation: 'read-payments',
    method: 'GET',
    path: `/orders/${encodeURIComponent(orderId)}/payments`,
    payment,
  })
  const missing = notFound(answer)
  if (missing)
    return unclear(missing.type === 'never' ? 'an order whose payments are not there' : missing.why)
  const tries = readAs(CfPaymentList, answer.type === 'answer' ? answer.body : undefined)
  if (!tries || tries.some(({ order_id }) => order_id !== orderId))
    return unclear('payments that are not of the order that was asked about')
  const paid = tries.filter(isMoney).map(factOf)
  if (paid.includes(undefined)) return unclear('a payment of an amount that cannot be read')
  const meanings = tries.map(({ payment_status }) => listed(PAYMENT_STATUS, payment_status))
  return {
    type: 'tries',
    facts: paid.filter((fact) => fact !== undefined),
    isOpen: tries.some((each, index) => meanings[index] !== 'none' && !isMoney(each)),
    unlisted: tries[meanings.indexOf(undefined)]?.payment_status,
  }
}

/** What was only authorised is not ours yet. */
const isMoney = ({ payment_status, is_captured }: CfPayment): boolean =>
  listed(PAYMENT_STATUS, payment_status) === 'paid' && is_captured !== false

function factOf(paid: CfPayment): ProviderFact | undefined {
  const { cf_payment_id, payment_status, payment_amount, payment_currency, bank_reference } = paid
  const amountMinor = minorOf(payment_amount)
  if (amountMinor === undefined || payment_currency !== 'INR') return undefined
  const upi = readAs(PaidByUpi, paid.payment_method)?.upi
  return {
    fact: String(cf_payment_id),
    processorStatus: payment_status,
    news: {
      type: 'paid',
      received: rupees(amountMinor),
      ...(upi && { customerAccount: { accountNumber: upi.upi_id } }),
    },
    ...(bank_reference && { about: { bankReference: bank_reference } }),
  }
}

/** Of a payin of whose order or link these are all tries. @param isOver no payer can begin to pay it */
export function findingsOf(
  reference: string,
  status: string,
  { facts, isOpen, unlisted }: Tries,
  isOver: boolean,
): OrderFindings {
  if (facts.length > 0) return { type: 'known', processorStatus: status, facts, isOver: !isOpen }
  if (unlisted !== undefined) return { type: 'unlisted', word: unlisted }
  // What was begun before may still end well, and is told later than its end: so it is not over for good.
  const told: ProviderFact = {
    fact: `${reference}:${status}`,
    processorStatus: status,
    news: { type: 'expired' },
  }
  return { type: 'known', processorStatus: status, facts: isOver && !isOpen ? [told] : [], isOver: false }
}
