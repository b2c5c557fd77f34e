/** Reads refusals of Paystack. Pure. */
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { ERROR_TYPES, ERRORS, meaningOf, problemIn } from './read.ts'

/** A business with Paystack has one country and its currency. */
export const COUNTRIES = ['NG', 'ZA'] as const
export type PaystackCountry = (typeof COUNTRIES)[number]
export const CURRENCY_OF = { NG: 'NGN', ZA: 'ZAR' } as const satisfies Readonly<
  Record<PaystackCountry, string>
>

/** @param movesMoney charges and recipients do not, so for them the type of error is certain enough */
const refusals = (movesMoney: boolean) =>
  refusalsBy({
    title: 'Paystack',
    errors: ERRORS,
    codeOf: ({ body }) => problemIn(body)?.code,
    meaningOf: ({ body }) => {
      const problem = problemIn(body)
      const byType = movesMoney ? undefined : listed(ERROR_TYPES, problem?.type)
      return problem && (meaningOf(problem) ?? (byType === 'unclear' ? undefined : byType))
    },
    // Too many calls do not refuse this one.
    isRefusal: (status) => status >= 400 && status !== 429,
    isMissing: ({ status, body }) => {
      const problem = problemIn(body)
      return (status === 400 || status === 404) && problem !== undefined && meaningOf(problem) === 'missing'
    },
    // Only codes: messages may name people.
    besides: ({ body }) => problemIn(body)?.type,
  })
export const TRANSFER_REFUSALS = refusals(true)
export const CHARGE_REFUSALS = refusals(false)
