/** Reads refusals of Cashfree. Pure. */
import type { Payment } from '@sluice/core/payment/model.ts'
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { ERRORS, errorOf, meaningOfError } from './read.ts'

/** Of this amount, in rupees. */
export const isOfAmount = ({ money }: Payment, amount: number, currency: string): boolean =>
  currency === 'INR' && isAmountOf(money, amount, currency)

/** Documented as a pattern, `something_not_found`; not every such code is listed. */
const NOT_FOUND = /^[a-z_]{1,64}_not_found$/

export const REFUSALS = refusalsBy({
  title: 'Cashfree',
  errors: ERRORS,
  codeOf: ({ body }) => errorOf(body).code,
  // No code is documented for a transfer ID that exists already; the status says it.
  meaningOf: ({ status, body }) => meaningOfError(body) ?? (status === 409 ? 'exists' : undefined),
  missingIs: 'METHOD',
  isMissing: ({ status, body }) => status === 404 && NOT_FOUND.test(errorOf(body).code),
  isDescribed: (code) => NOT_FOUND.test(code),
  besides: ({ body }) => errorOf(body).type,
})
export const { notFound, unanswered } = REFUSALS
