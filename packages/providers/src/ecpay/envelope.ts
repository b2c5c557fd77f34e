/**
 * The envelope of ECPay's requests, answers and notifications: JSON, form-encoded, encrypted by AES-128-CBC with the merchant's HashKey
 * and HashIV, in base64. Pure.
 *
 * The vector never changes, and nothing shows whether a text was altered. So decrypted content is believed only if it came as an answer
 * over TLS; a notification is only a reason for a status inquiry.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { parseJson } from '@sluice/core/foundation/json-document.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'

export interface EcpayKeys {
  /** 16 characters each. */
  readonly hashKey: string
  readonly hashIv: string
}

const ALGORITHM = 'aes-128-cbc'
const MAX_SEALED = 64 * 1_024

export function sealed(data: object, { hashKey, hashIv }: EcpayKeys): string {
  const cipher = createCipheriv(ALGORITHM, hashKey, hashIv)
  return cipher.update(formEncoded(JSON.stringify(data)), 'utf8', 'base64') + cipher.final('base64')
}

/** @returns the JSON inside; undefined if these keys decrypt nothing */
export function unsealed(text: string, { hashKey, hashIv }: EcpayKeys): unknown {
  if (text.length > MAX_SEALED || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    const decipher = createDecipheriv(ALGORITHM, hashKey, hashIv)
    const encoded = decipher.update(text, 'base64', 'utf8') + decipher.final('utf8')
    const parsed = parseJson(decodeURIComponent(encoded.replaceAll('+', ' ')))
    return parsed.ok ? parsed.value.value : undefined
  } catch {
    return undefined
  }
}

/** Like PHP's urlencode: only letters, digits and - _ . stay. */
const formEncoded = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

const Envelope = Type.Object({
  MerchantID: Type.Optional(Type.String({ maxLength: 20 })),
  TransCode: Type.Integer(),
  Data: orNull(Type.String({ maxLength: MAX_SEALED })),
})

export type Unwrapped =
  | { readonly type: 'data'; readonly data: unknown }
  /** ECPay could not read the request, and has done nothing. */
  | { readonly type: 'refused'; readonly transCode: number }
  | { readonly type: 'senseless' }

export function unwrapped(body: unknown, merchantId: string, keys: EcpayKeys): Unwrapped {
  if (!Check(Envelope, body)) return { type: 'senseless' }
  const { TransCode: transCode, MerchantID: of = merchantId, Data: text }: Static<typeof Envelope> = body
  if (transCode !== 1) return { type: 'refused', transCode }
  const data = typeof text === 'string' && of === merchantId ? unsealed(text, keys) : undefined
  return data === undefined ? { type: 'senseless' } : { type: 'data', data }
}
