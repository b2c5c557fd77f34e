/** What Cashfree's answers come to, whatever was asked. Pure. */
import { amountText } from '../../../foundation/money.ts'
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined, unclear } from '../answers.ts'
import type { OrderFindings, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { errorOf, meaningOfError, minorOf } from './read.ts'

/** In rupees, as JSON has numbers: 120.5. */
export const amountOf = ({ money }: Payment): number => Number(amountText(money.amountMinor, 2))

/** Of just this amount, in rupees. */
export const isOfAmount = ({ money }: Payment, amount: number, currency: string): boolean =>
  currency === 'INR' && minorOf(amount) === money.amountMinor

const said = ({ status, body }: Extract<CallAnswer, { type: 'answer' }>): string => {
  const { type, code } = errorOf(body)
  return `status ${status} ${type} ${code}`.trim()
}

/** Its document gives the form of these codes, `something_not_found`, and not all of them. */
const NOT_FOUND = /^[a-z_]{1,64}_not_found$/

/** A code that the documents do not have is one to hear of. */
function unclearAnswer(answer: Extract<CallAnswer, { type: 'answer' }>): Unclear {
  const { code } = errorOf(answer.body)
  const isKnown = code === '' || meaningOfError(answer.body) !== undefined || NOT_FOUND.test(code)
  return { ...unclear(said(answer)), ...(!isKnown && { unlisted: code }) }
}

/** What is no success. `exists`: something of this name is there already. */
export function refusalOf(answer: CallAnswer): Declined | Unclear | 'exists' {
  if (answer.type === 'none')
    return { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
  // What comes with 5xx may have been done.
  const isListed = answer.status >= 400 && answer.status < 500
  // Of a transfer's ID that is there already no page of Cashfree's has the word; the status says it.
  const otherwise = answer.status === 409 ? 'exists' : undefined
  const means = isListed ? (meaningOfError(answer.body) ?? otherwise) : undefined
  switch (means) {
    case undefined:
    case 'unclear':
      return unclearAnswer(answer)
    case 'exists':
      return 'exists'
    case 'missing':
      return declined('METHOD', `Cashfree refuses it: ${said(answer)}`)
    default:
      return declined(means, `Cashfree refuses it: ${said(answer)}`)
  }
}

/** Asked for by our own name for it. @returns undefined where it was found */
export function notFound(
  answer: CallAnswer,
): Extract<OrderFindings, { type: 'never' | 'unclear' }> | undefined {
  if (answer.type === 'none') return unclear(answer.why)
  if (answer.status === 200) return undefined
  return answer.status === 404 && NOT_FOUND.test(errorOf(answer.body).code)
    ? { type: 'never' }
    : unclearAnswer(answer)
}
