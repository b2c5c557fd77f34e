/**
 * The proofs that dLocal knows, all HMAC-SHA256 with the merchant's secret key, in hexadecimal: of a call of payins over login, date and
 * body; of a payout over its body alone; and of what dLocal tells by itself, as of a call of payins. Pure.
 */

import { isoTime } from '../../../foundation/instants.ts'
import type { SignedCall } from '../reach.ts'
import { hmacOf, isSameText } from '../signed-notification.ts'

export interface DlocalKeys {
  readonly login: string
  readonly transKey: string
  readonly secretKey: string
}

/** All paths of payouts begin so. */
export const PAYOUTS_PATH = '/payouts/v3'

const SCHEME = 'V2-HMAC-SHA256, Signature: '
const PAYINS_VERSION = '2.1'
const PAYOUTS_VERSION = '3.0'

/** @param date as it stands in `X-Date` */
export const signatureOf = (
  { login, date, body }: { readonly login: string; readonly date: string; readonly body: string },
  secretKey: string,
): string => SCHEME + hmacOf('sha256', secretKey, 'hex', login, date, body)

/** Headers of a call. Payouts carry a token besides. */
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

/** Whether dLocal has signed this body, for this merchant. */
export function isSigned(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  { login, secretKey }: DlocalKeys,
): boolean {
  const { authorization, 'x-date': date } = headers
  return typeof date === 'string' && isSameText(authorization, signatureOf({ login, date, body }, secretKey))
}
