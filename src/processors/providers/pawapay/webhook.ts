/**
 * What pawaPay tells us by itself: one deposit, payout or refund, that is over. Only its ID is read of it, and only where the message is
 * signed by pawaPay, if its keys are known to the account. Pure.
 */
import { createPublicKey } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Fault } from '../../../foundation/faults.ts'
import { parseJson } from '../../../http/body.ts'
import { algorithmOf } from './signatures.ts'

/** All references of ours have this form: a UUID, version 4. */
export const REFERENCE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const Reported = Type.Object({
  depositId: Type.Optional(Type.String()),
  payoutId: Type.Optional(Type.String()),
  refundId: Type.Optional(Type.String()),
})

export function referencesIn(body: Uint8Array): readonly string[] {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  if (!parsed.ok || !Check(Reported, parsed.value.value)) return []
  // A refund names the deposit too, of which nothing new is to be known.
  const { depositId, payoutId, refundId } = parsed.value.value
  const reported = refundId ?? payoutId ?? depositId
  return reported !== undefined && REFERENCE.test(reported) ? [reported] : []
}

const Keys = Type.Array(
  Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }), key: Type.String({ maxLength: 4_096 }) }),
  { minItems: 1, maxItems: 20 },
)
type Keys = Static<typeof Keys>

/** As `GET /v2/public-key/http` answers. */
export function keysIn(text: string): Keys | undefined {
  const parsed = parseJson(text)
  if (!parsed.ok || !Check(Keys, parsed.value.value)) return undefined
  const keys = parsed.value.value
  return keys.every(({ key }) => isUsable(key)) && new Set(keys.map(({ id }) => id)).size === keys.length
    ? keys
    : undefined
}

function isUsable(pem: string): boolean {
  try {
    return algorithmOf(createPublicKey(pem)) !== undefined
  } catch {
    return false
  }
}

export const keysFault = (text: string): Omit<Fault, 'path'> | undefined =>
  keysIn(text)
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message:
          'must be the JSON that GET /v2/public-key/http answers: [{ "id": "…", "key": "-----BEGIN PUBLIC KEY-----…" }]',
      }
