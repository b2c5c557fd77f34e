/**
 * What Xendit tells us by itself: `{ "event": …, "data": { "reference_id": … } }`, of payments and of payouts alike, with the account's
 * token in `x-callback-token`. Only the reference is read of it. Pure.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../../../http/body.ts'

const Reported = Type.Object({ data: Type.Object({ reference_id: Type.String() }) })
/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/

/** Hashed, so that neither what is right of a wrong token nor its length takes another time. */
const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** @param shown the header; nothing where it came twice */
export function referencesIn(
  token: string,
  shown: string | string[] | undefined,
  body: Uint8Array,
): readonly string[] {
  const isShown = typeof shown === 'string' && timingSafeEqual(digest(shown), digest(token))
  if (!isShown) return []
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  if (!parsed.ok || !Check(Reported, parsed.value.value)) return []
  const { reference_id: reference } = parsed.value.value.data
  return OURS.test(reference) ? [reference] : []
}
