/**
 * The proofs that dLocal knows, all HMAC-SHA256 with the merchant's secret key, in hexadecimal: of a call of payins over login, date and
 * body; of a payout over its body alone; and of what dLocal tells by itself, as of a call of payins. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isoTime } from '../../../foundation/instants.ts'
import type { SignedCall } from '../reach.ts'

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

const hmac = (text: string, secretKey: string): string =>
  createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')

/** @param date as it stands in `X-Date` */
export const signatureOf = (
  { login, date, body }: { readonly login: string; readonly date: string; readonly body: string },
  secretKey: string,
): string => SCHEME + hmac(login + date + body, secretKey)

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
      ...(body !== '' && { 'payload-signature': hmac(body, secretKey) }),
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
  if (typeof authorization !== 'string' || typeof date !== 'string') return false
  const right = Buffer.from(signatureOf({ login, date, body }, secretKey))
  const reported = Buffer.from(authorization)
  return right.length === reported.length && timingSafeEqual(right, reported)
}
