/** What a request lacks for a provider, and the page that its payer returns to. Pure. */
import type { Fault, FaultCode } from '@sluice/core/foundation/faults.ts'
import { withPayinId } from '@sluice/core/foundation/urls.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CheckAnswer, Declined } from '@sluice/core/processor/port.ts'
import { declined } from './answers.ts'

/** A fault of one field. @param path below the payment method, with slashes */
export const faultAt = (path: string, message: string, code: FaultCode = 'INVALID_FORMAT'): Fault => ({
  path: `/paymentMethod/${path}`,
  code,
  message,
})

export const required = (path: string, message = 'is mandatory here'): Fault =>
  faultAt(path, message, 'REQUIRED')

/** Declines a payment whose request lacks a field. */
export const lacks = (path: string, what: string): Declined => ({
  ...declined('METHOD', `the request lacks ${what}`),
  faults: [required(path, `is mandatory here: ${what}`)],
})

/** Turns a payer or payee that was read from a request into the answer of `check`. */
export const checked = (read: object): CheckAnswer => (isDeclined(read) ? read : { type: 'fine' })

export const isDeclined = (read: object): read is Declined => 'type' in read && read.type === 'declined'

/** The shop's page that the payer returns to, with the payin's ID added. Undefined for addresses of apps. */
export const pageBack = ({ id, request: { returnUrl } }: Payment): string | undefined =>
  returnUrl !== undefined && /^https?:/i.test(returnUrl) ? withPayinId(returnUrl, id) : undefined

/** Whether a refund goes by its payin's own rail, and not as a payout. */
export const isNativeRefund = ({ kind, request }: Payment): boolean =>
  kind === 'refund' && request.refund?.route === 'NATIVE'
