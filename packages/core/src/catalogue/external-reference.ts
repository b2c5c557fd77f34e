/**
 * The external reference: the number (UTR) that an Indian bank gives a transfer, entered by the customer. It identifies the
 * payment's credit among many of the same amount. It is the customer's claim and proves nothing by itself.
 */
import type { MethodFields } from './method-fields.ts'
import type { PayinMethod } from './payment-method.ts'

/** UPI and IMPS numbers have twelve digits. */
const TWELVE_DIGITS = /^\d{12}$/

export const isExternalReference = (text: string): boolean => TWELVE_DIGITS.test(text)

/** Whether payins of this method can have one. */
export const takesExternalReference = (method: PayinMethod): boolean => method.externalReference !== 'never'

/** Whether this payin needs one to complete. */
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
