/**
 * The external reference: the number (UTR) that an Indian bank gives to a transfer, typed in by the customer.
 * It says which of many equal credits is this payment's. A claim, not evidence: see what settles a payin.
 */
import type { MethodFields } from './method-fields.ts'
import type { PayinMethod } from './payment-method.ts'

/** UPI and IMPS number their transfers with twelve digits. */
const TWELVE_DIGITS = /^\d{12}$/

export const isExternalReference = (text: string): boolean => TWELVE_DIGITS.test(text)

/** Whether one may be set for payins of this method at all. */
export const takesExternalReference = (method: PayinMethod): boolean => method.externalReference !== 'never'

/** Whether this payin cannot complete without one. */
export function needsExternalReference(method: PayinMethod, request: MethodFields): boolean {
  switch (method.externalReference) {
    case 'required':
      return true
    case 'unless-customer-known':
      return request.accountNumber === undefined
    case 'never':
      return false
  }
}
