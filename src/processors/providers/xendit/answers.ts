/** What Xendit's answers to our calls come to, whatever was asked. Pure. */
import { phoneForms } from '../../../catalogue/identifiers/phones.ts'
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined, unclear } from '../answers.ts'
import type { OrderFindings, ProviderFact, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import type { Country } from './channels.ts'
import {
  ERRORS,
  errorCode,
  isSame,
  PAYMENT_FAILURES,
  PAYOUT_FAILURES,
  PAYOUT_STATUS,
  type PayoutThere,
  REQUEST_STATUS,
  type RequestThere,
} from './read.ts'

/** A field that the rail wants and the request lacks. */
export const lacks = (path: string, what: string): Declined => ({
  ...declined('METHOD', `the request lacks ${what}`),
  faults: [{ path, code: 'REQUIRED', message: `is mandatory here: ${what}` }],
})

const statusOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'string'
    ? body.status
    : undefined

/** The status or the error's code, for the record. */
export const statusCodeOf = (body: unknown): string | undefined => errorCode(body) ?? statusOf(body)

const said = (status: number, body: unknown): string => `status ${status} ${errorCode(body) ?? ''}`.trim()

/** What is not a success: a refusal that its documents list, or unclear. */
export function refusalOf(answer: CallAnswer): Declined | Unclear {
  if (answer.type === 'none')
    return { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
  const { status, body } = answer
  const code = errorCode(body)
  const means = listed(ERRORS, code)
  // A 409 says that something is there: that is a question. Whatever comes with 5xx may have been done.
  const isRefusal = status >= 400 && status < 500 && status !== 409
  if (isRefusal && means !== undefined && means !== 'unclear' && means !== 'missing')
    return declined(means, `Xendit refuses it: ${code}`)
  return unclear(said(status, body))
}

/** Why a question has no answer that tells anything. */
export const unanswered = (answer: CallAnswer): Unclear =>
  unclear(answer.type === 'none' ? answer.why : said(answer.status, answer.body))

export const isMissing = (answer: CallAnswer): boolean =>
  answer.type === 'answer' && answer.status === 404 && listed(ERRORS, errorCode(answer.body)) === 'missing'

/** Of this very order. */
export const isRequestOf = ({ payment, reference }: ProviderOrder, request: RequestThere): boolean =>
  request.reference_id === reference && isSame(payment.money, request.request_amount, request.currency)

/** Where the payer is sent. */
export const pageOf = ({ actions = [] }: RequestThere): string | undefined => {
  const pages = actions.filter(({ type }) => type === 'REDIRECT_CUSTOMER')
  const web = pages.find(({ descriptor }) => descriptor === 'WEB_URL')
  return (web ?? pages[0])?.value
}

/** What a payment request without money comes to. */
export function withoutMoney({ status, failure_code, payment_request_id: id }: RequestThere): OrderFindings {
  const meaning = listed(REQUEST_STATUS, status)
  const over = (statusChange: ProviderFact['statusChange']): OrderFindings => ({
    type: 'known',
    processorStatus: status,
    facts: [{ fact: `${id}:${status}`, processorStatus: status, statusChange }],
    isOver: true,
  })
  const open: OrderFindings = { type: 'known', processorStatus: status, facts: [], isOver: false }
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return open
    case 'paid':
      return unclear('a payment request that is paid, and no payment')
    case 'over':
      return over({ type: 'expired' })
    case 'failed':
      break
  }
  const code = failure_code ?? 'FAILURE_DETAILS_UNAVAILABLE'
  switch (listed(PAYMENT_FAILURES, code.trim())) {
    case undefined:
      return { type: 'unlisted', statusCode: code }
    case 'open':
      return open
    case 'over':
      return over({ type: 'expired' })
    case 'refused':
      return over({ type: 'refused', reason: `refused at Xendit: ${code}` })
    case 'failed':
      return over({ type: 'failed', failureReason: 'PROCESSOR_ERROR' })
  }
}

/** To whom a payout goes, as Xendit wants it. */
export interface PayeeThere {
  readonly type: 'payee'
  readonly channel: string
  readonly name: string
  readonly number: string
}

/** Wallets are numbered by phones, in the national form; it may tell them in another. */
const isAccount = (country: Country, wanted: string, reported: string): boolean =>
  wanted === reported || wanted === phoneForms(reported, country)?.national

export const isPayoutOf = (
  { payment, reference }: ProviderOrder,
  country: Country,
  { channel, number }: PayeeThere,
  sent: PayoutThere,
): boolean =>
  sent.reference_id === reference &&
  isSame(payment.money, sent.amount, sent.currency) &&
  sent.channel_code === channel &&
  sent.channel_properties.account_number !== undefined &&
  isAccount(country, number, sent.channel_properties.account_number)

/** What became of a payout. */
export function moved({ money }: Payment, { id, status, failure_code }: PayoutThere): OrderFindings {
  const fact = (statusCode: string, statusChange: ProviderFact['statusChange']): ProviderFact => ({
    fact: `${id}:${statusCode}`,
    processorStatus: status,
    statusChange,
  })
  const known = (facts: readonly ProviderFact[]): OrderFindings => ({
    type: 'known',
    processorStatus: status,
    facts,
    isOver: facts.length > 0,
  })
  const delivered = fact('SUCCEEDED', { type: 'delivered' })
  switch (listed(PAYOUT_STATUS, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known([])
    case 'done':
      return known([delivered])
    case 'returned':
      // It had arrived, whether we heard of that or not.
      return known([delivered, fact('REVERSED', { type: 'returned', received: money })])
    case 'failed': {
      const failureReason = listed(PAYOUT_FAILURES, failure_code ?? undefined) ?? 'PROCESSOR_ERROR'
      return known([fact(status, { type: 'failed', failureReason, noMoneyLeft: true })])
    }
  }
}
