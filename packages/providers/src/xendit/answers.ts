/** Reads answers of Xendit. Pure. */
import { phoneForms } from '@sluice/core/catalogue/identifiers/phones.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer } from '@sluice/core/processor/port.ts'
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import { done, readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { ended, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import type { OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import type { Country } from './channels.ts'
import {
  ERRORS,
  errorCode,
  PAYMENT_FAILURES,
  PAYOUT_FAILURES,
  PAYOUT_STATUS,
  type PayoutThere,
  REQUEST_STATUS,
  type RequestThere,
  XenditStatus,
} from './read.ts'

/** The status or error code, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  errorCode(body) ?? readAs(XenditStatus, body)?.status

export const { unanswered, declineOf, isMissing } = refusalsBy({
  title: 'Xendit',
  errors: ERRORS,
  codeOf: ({ body }) => errorCode(body),
  // 409 means that something exists already: a status inquiry decides.
  isRefusal: (status) => status >= 400 && status !== 409,
})

export const isRequestOf = ({ payment, reference }: ProviderOrder, request: RequestThere): boolean =>
  request.reference_id === reference && isAmountOf(payment.money, request.request_amount, request.currency)

/** The page that the payer is sent to. */
export const pageOf = ({ actions = [] }: RequestThere): string | undefined => {
  const pages = actions.filter(({ type }) => type === 'REDIRECT_CUSTOMER')
  const web = pages.find(({ descriptor }) => descriptor === 'WEB_URL')
  return (web ?? pages[0])?.value
}

/** The outcome of a payment request without money. */
export function withoutMoney({ status, failure_code, payment_request_id: id }: RequestThere): OrderFindings {
  switch (listed(REQUEST_STATUS, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known(status)
    case 'paid':
      return unclear('a payment request that is paid, without a payment')
    case 'over':
      return ended(id, status, { type: 'expired' })
    case 'failed':
      break
  }
  const code = failure_code ?? 'FAILURE_DETAILS_UNAVAILABLE'
  switch (listed(PAYMENT_FAILURES, code.trim())) {
    case undefined:
      return { type: 'unlisted', statusCode: code }
    case 'open':
      return known(status)
    case 'over':
      return ended(id, status, { type: 'expired' })
    case 'refused':
      return ended(id, status, { type: 'refused', reason: `refused at Xendit: ${code}` })
    case 'failed':
      return ended(id, status, FAILED)
  }
}

/** The payee of a payout. */
export interface PayeeThere {
  readonly type: 'payee'
  readonly channel: string
  readonly name: string
  readonly number: string
}

/** Wallets have phone numbers in national form; an answer may use another form. */
const isAccount = (country: Country, wanted: string, shown: string): boolean =>
  wanted === shown || wanted === phoneForms(shown, country)?.national

export const isPayoutOf = (
  { payment, reference }: ProviderOrder,
  country: Country,
  { channel, number }: PayeeThere,
  sent: PayoutThere,
): boolean =>
  sent.reference_id === reference &&
  isAmountOf(payment.money, sent.amount, sent.currency) &&
  sent.channel_code === channel &&
  sent.channel_properties.account_number !== undefined &&
  isAccount(country, number, sent.channel_properties.account_number)

/** The outcome of a payout. */
export function moved({ money }: Payment, { id, status, failure_code }: PayoutThere): OrderFindings {
  const delivered = factOf(`${id}:SUCCEEDED`, status, { type: 'delivered' })
  switch (listed(PAYOUT_STATUS, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known(status)
    case 'done':
      return known(status, [delivered])
    case 'returned':
      // It had arrived, whether we saw that or not.
      return known(status, [
        delivered,
        factOf(`${id}:REVERSED`, status, { type: 'returned', received: money }),
      ])
    case 'failed': {
      const failureReason = listed(PAYOUT_FAILURES, failure_code ?? undefined) ?? 'PROCESSOR_ERROR'
      return ended(id, status, { type: 'failed', failureReason, noMoneyLeft: true })
    }
  }
}

/** @param statusCode that its answer must have */
export function cancelledBy(
  { reference }: ProviderOrder,
  answer: CallAnswer,
  statusCode: string,
): CancelAnswer {
  if (answer.type === 'none' || answer.status >= 500) return 'later'
  if (!done(answer)) return 'too-late'
  const ended = readDone(XenditStatus, answer)
  return ended?.status === statusCode && ended.reference_id === reference ? 'cancelled' : 'later'
}
