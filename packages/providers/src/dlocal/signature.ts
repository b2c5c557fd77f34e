/**
 * dLocal's signatures, all HMAC-SHA256 with the merchant's secret key, in hexadecimal: of a payin call over login, date and body; of a
 * payout call over its body; of a notification as of a payin call. Pure.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { SignedCall } from '@sluice/provider-kit/reach.ts'
import { hmacOf, isSameText } from '@sluice/provider-kit/signed-notification.ts'

export interface DlocalKeys {
  readonly login: string
  readonly transKey: string
  readonly secretKey: string
}

/** All paths of payouts begin like this. */
export const PAYOUTS_PATH = '/payouts/v3'

const SCHEME = 'V2-HMAC-SHA256, Signature: '
const PAYINS_VERSION = '2.1'
const PAYOUTS_VERSION = '3.0'

/** @param date as in `X-Date` */
export const signatureOf = (
  { login, date, body }: { readonly login: string; readonly date: string; readonly body: string },
  secretKey: string,
): string => SCHEME + hmacOf('sha256', secretKey, 'hex', login, date, body)

/** The headers of a call. Payouts have a token as well. */
export function proofOf(
  { path, body, at }: SignedCall,
  { login, transKey, secretKey }: DlocalKeys,
): Readonly<Record<string, string>> {
  const date = isoTime(at)
  if (path.startsWith(PAYOUTS_PATH))
    return {
      'x-date': date,
      'x-version': PAYOUTS_VERSION,
      ...(body !== '' && { 'payload-signature': hmacOf('sha256', secretKey, 'hex', body) }),
    }
  return {
    'x-date': date,
    'x-login': login,
    'x-trans-key': transKey,
    'x-version': PAYINS_VERSION,
    authorization: signatureOf({ login, date, body }, secretKey),
  }
}

/** Whether dLocal has signed this body for this merchant. */
export function isSigned(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  { login, secretKey }: DlocalKeys,
): boolean {
  const { authorization, 'x-date': date } = headers
  return typeof date === 'string' && isSameText(authorization, signatureOf({ login, date, body }, secretKey))
}
