/**
 * Wompi's two signatures, both SHA-256 over joined texts that end with a secret: the integrity signature of what we send, and the
 * checksum of an event. Pure.
 */
import { createHash } from 'node:crypto'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { isSameText, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { type Static, Type } from 'typebox'

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

export const integritySignature = (
  { reference, cents, currency }: { reference: string; cents: number; currency: string },
  secret: string,
): string => sha256(`${reference}${cents}${currency}${secret}`)

const Event = Type.Object({
  event: Type.String({ maxLength: 64 }),
  data: Type.Record(Type.String(), Type.Unknown()),
  timestamp: Type.Integer({ minimum: 0 }),
  signature: Type.Object({
    /** The signed values, in order; they differ by event. */
    properties: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_]{1,40}(\\.[A-Za-z0-9_]{1,40}){0,4}$' }), {
      minItems: 1,
      maxItems: 20,
    }),
    checksum: Type.String({ pattern: '^[0-9A-Fa-f]{64}$' }),
  }),
})
type Event = Static<typeof Event>

export function eventChecksum(
  {
    data,
    timestamp,
    signature,
  }: Pick<Event, 'data' | 'timestamp'> & {
    readonly signature: Pick<Event['signature'], 'properties'>
  },
  secret: string,
): string | undefined {
  const values = signature.properties.map((path) => textAt(data, path))
  return values.includes(undefined) ? undefined : sha256(`${values.join('')}${timestamp}${secret}`)
}

function textAt(data: unknown, path: string): string | undefined {
  let at: unknown = data
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = Reflect.get(at, name)
  }
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined
}

const Updated = Type.Object({ transaction: Type.Object({ reference: Type.String() }) })

/** The reference of a signed event. The signature need not cover the reference, so this is only a reason for a status inquiry. */
export const referencesIn = (notification: Notification, secret: string): readonly string[] =>
  signedNotification(notification, {
    schema: Event,
    names: (event) => {
      const right = eventChecksum(event, secret)
      const isSigned = right !== undefined && isSameText(event.signature.checksum.toLowerCase(), right)
      const { transaction } = (isSigned && readAs(Updated, event.data)) || {}
      return event.event === 'transaction.updated' ? [transaction?.reference] : []
    },
  })
