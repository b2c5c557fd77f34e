/**
 * MoMo's only signature, for both directions: HMAC-SHA256 over names and values, sorted by name and joined like a query, with the access
 * key among them. Which values are signed differs by call. Pure.
 */
import { namesOf } from '@sluice/core/foundation/names.ts'
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { hmacOf, isSameText, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { type Static, Type } from 'typebox'

export interface MomoKeys {
  readonly partnerCode: string
  readonly accessKey: string
  readonly secretKey: string
}

export type MomoSigned = Readonly<Record<string, string | number>>

export function signatureOf(
  values: MomoSigned,
  { accessKey, secretKey }: Omit<MomoKeys, 'partnerCode'>,
): string {
  const text = Object.entries({ accessKey, ...values })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return hmacOf('sha256', secretKey, 'hex', text)
}

const Text = Type.String({ maxLength: 2_048 })
const Whole = Type.Integer({ minimum: 0 })

/** The signed values of a notification. Those of payouts have no order type and pay type. */
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

/** @returns the reference that a signed notification is about */
export const referencesIn = (notification: Notification, keys: MomoKeys): readonly string[] =>
  signedNotification(notification, {
    schema: MomoNotification,
    names: (document) =>
      document.partnerCode === keys.partnerCode &&
      isSameText(document.signature, signatureOf(signedOf(document), keys))
        ? [document.orderId]
        : [],
  })

function signedOf(reported: Static<typeof MomoNotification>): MomoSigned {
  return Object.fromEntries(
    namesOf(SIGNED).flatMap((name) => {
      const value = reported[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
