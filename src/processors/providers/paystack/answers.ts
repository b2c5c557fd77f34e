/** What Paystack's answers to our calls come to, whatever was asked. Pure. */
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined, unclear } from '../answers.ts'
import type { Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { ERROR_TYPES, meaningOf, problemIn } from './read.ts'

/** A business with Paystack is in one country, and has its currency. */
export const COUNTRIES = ['NG', 'ZA'] as const
export type PaystackCountry = (typeof COUNTRIES)[number]
export const CURRENCY_OF = { NG: 'NGN', ZA: 'ZAR' } as const satisfies Readonly<
  Record<PaystackCountry, string>
>

/** In kobo or cents, as JSON has numbers. */
export const amountOf = ({ money }: Payment): number => Number(money.amountMinor)

export const isOfAmount = ({ money }: Payment, amount: number, currency: string): boolean =>
  currency === money.currency && BigInt(amount) === money.amountMinor

/** Codes alone: texts may name people. */
const said = (status: number, body: unknown): string => {
  const { type = '', code = '' } = problemIn(body) ?? {}
  return `status ${status} ${type} ${code}`.replaceAll(/ +/g, ' ').trim()
}

/**
 * Why a question has no answer that tells anything. A code that its documents do not have is one to hear of. That the question has not left
 * says nothing of what was sent before it.
 */
export function unanswered(answer: CallAnswer): Unclear {
  if (answer.type === 'none') return unclear(answer.why)
  const { status, body } = answer
  const problem = problemIn(body)
  const isUnlisted = problem?.code !== undefined && meaningOf(problem) === undefined
  return { ...unclear(said(status, body)), ...(isUnlisted && { unlisted: problem.code }) }
}

/**
 * What is no success. `exists`, `missing`: see `ErrorMeaning`.
 * @param movesMoney where it does not, as charges and recipients do not, its types of errors are enough to be sure
 */
export function refusalOf(
  answer: CallAnswer,
  movesMoney: boolean,
): Declined | Unclear | 'exists' | 'missing' {
  if (answer.type === 'none')
    return { ...unanswered(answer), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
  const { status, body } = answer
  // Whatever comes with 5xx may have been done; too many calls are no refusal of this one.
  const problem = status >= 400 && status < 500 && status !== 429 ? problemIn(body) : undefined
  if (!problem) return unanswered(answer)
  const byType = movesMoney ? undefined : listed(ERROR_TYPES, problem.type)
  const means = meaningOf(problem) ?? byType
  if (means === undefined || means === 'unclear') return unanswered(answer)
  if (means === 'exists' || means === 'missing') return means
  return declined(means, `Paystack refuses it: ${said(status, body)}`)
}

/** Asked for by our own name for it. */
export const isMissing = (answer: CallAnswer): boolean => {
  if (answer.type === 'none' || (answer.status !== 400 && answer.status !== 404)) return false
  const problem = problemIn(answer.body)
  return problem !== undefined && meaningOf(problem) === 'missing'
}
