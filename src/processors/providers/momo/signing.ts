/**
 * The one proof that MoMo knows, both ways: HMAC-SHA256 over names and values, sorted by name and put together like a query, the access
 * key among them. Which values are signed differs from call to call. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { parseJson } from '../../../http/body.ts'
import { readAs } from '../answers.ts'

export interface MomoKeys {
  readonly partnerCode: string
  readonly accessKey: string
  readonly secretKey: string
}

export type MomoSigned = Readonly<Record<string, string | number>>

/** @returns 64 hexadecimal digits */
export function signatureOf(
  values: MomoSigned,
  { accessKey, secretKey }: Omit<MomoKeys, 'partnerCode'>,
): string {
  const text = Object.entries({ accessKey, ...values })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
}

const Text = Type.String({ maxLength: 2_048 })
const Whole = Type.Integer({ minimum: 0 })

/** What is signed of a notification. One of a payout has neither an order type nor a pay type; then they are not signed. */
const SIGNED = {
  amount: Whole,
  extraData: Type.Optional(Text),
  message: Text,
  orderId: Text,
  orderInfo: Type.Optional(Text),
  orderType: Type.Optional(Text),
  partnerCode: Text,
  payType: Type.Optional(Text),
  requestId: Text,
  responseTime: Whole,
  resultCode: Whole,
  transId: Whole,
}
const MomoNotification = Type.Object({ ...SIGNED, signature: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/

/** @returns which reference a notification is about that MoMo has signed: a reason to ask, and nothing else */
export function referencesIn(body: Uint8Array, keys: MomoKeys): readonly string[] {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  const reported = parsed.ok ? readAs(MomoNotification, parsed.value.value) : undefined
  if (!reported || reported.partnerCode !== keys.partnerCode) return []
  const right = signatureOf(signedOf(reported), keys)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(reported.signature))) return []
  return OURS.test(reported.orderId) ? [reported.orderId] : []
}

function signedOf(reported: Static<typeof MomoNotification>): MomoSigned {
  const named = Object.keys(SIGNED) as (keyof typeof SIGNED)[]
  return Object.fromEntries(
    named.flatMap((name) => {
      const value = reported[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
