/** What a request lacks for a provider, and where its payer goes back to. Pure. */
import type { Fault, FaultCode } from '../../foundation/faults.ts'
import { withPayinId } from '../../foundation/urls.ts'
import type { Payment } from '../../payments/model.ts'
import type { CheckAnswer, Declined } from '../../processing/port.ts'
import { declined } from './answers.ts'

/** @param path beneath the payment method, with a slash between its names */
export const faultAt = (path: string, message: string, code: FaultCode = 'INVALID_FORMAT'): Fault => ({
  path: `/paymentMethod/${path}`,
  code,
  message,
})

export const required = (path: string, message = 'is mandatory here'): Fault =>
  faultAt(path, message, 'REQUIRED')

/** A field that the rail wants and the request lacks. */
export const lacks = (path: string, what: string): Declined => ({
  ...declined('METHOD', `the request lacks ${what}`),
  faults: [required(path, `is mandatory here: ${what}`)],
})

/** What a payer or payee that was read out of a request comes to, before anything is kept. */
export const checked = (read: object): CheckAnswer => (isDeclined(read) ? read : { type: 'fine' })

export const isDeclined = (read: object): read is Declined => 'type' in read && read.type === 'declined'

/** The page of the shop that a payer goes back to, with the payin named in it; no address of an app. */
export const pageBack = ({ id, request: { returnUrl } }: Payment): string | undefined =>
  returnUrl !== undefined && /^https?:/i.test(returnUrl) ? withPayinId(returnUrl, id) : undefined

/** By its payin's own rail, and not as a payout. */
export const isNativeRefund = ({ kind, request }: Payment): boolean =>
  kind === 'refund' && request.refund?.route === 'NATIVE'
