/**
 * How ECPay's requests, answers and notifications are wrapped: JSON, encoded as in a form, sealed by AES-128-CBC with the merchant's
 * HashKey and HashIV, in base64. Pure.
 *
 * The vector is always the same and nothing tells whether a text was changed on its way. So what is unsealed is believed only where it
 * came as an answer over TLS; what comes as a notification is a reason to ask.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../../../foundation/json-document.ts'

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

/** @returns what was sealed, of JSON; undefined where these keys unseal nothing */
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

/** As PHP's urlencode does: only letters, digits and - _ . stay. */
const formEncoded = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** Around an answer, and around a notification. */
const Envelope = Type.Object({
  MerchantID: Type.Optional(Type.String({ maxLength: 20 })),
  TransCode: Type.Integer(),
  Data: Type.Optional(Type.Union([Type.String({ maxLength: MAX_SEALED }), Type.Null()])),
})

export type Unwrapped =
  | { readonly type: 'data'; readonly data: unknown }
  /** It could not read what was sent, and has done nothing. */
  | { readonly type: 'refused'; readonly transCode: number }
  | { readonly type: 'senseless' }

export function unwrapped(body: unknown, merchantId: string, keys: EcpayKeys): Unwrapped {
  if (!Check(Envelope, body)) return { type: 'senseless' }
  const { TransCode: transCode, MerchantID: of = merchantId, Data: text }: Static<typeof Envelope> = body
  if (transCode !== 1) return { type: 'refused', transCode }
  const data = typeof text === 'string' && of === merchantId ? unsealed(text, keys) : undefined
  return data === undefined ? { type: 'senseless' } : { type: 'data', data }
}
