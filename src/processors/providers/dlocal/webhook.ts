/**
 * What dLocal tells by itself: the payment, or the payout, whose status has changed. Payments are signed as our own calls are, and one
 * that is not is no reason to ask. Of payouts the documents say nothing of a signature: they are hints, sent to an address that is a
 * secret. Only our own reference is read of either. Pure.
 */
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../../../http/body.ts'
import type { Notification } from '../provider.ts'
import { type DlocalKeys, isSigned } from './signature.ts'

const OfPayment = Type.Object({ order_id: Type.String() })
const OfPayout = Type.Object({ external_id: Type.String() })
/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/

export function referencesIn({ headers, body }: Notification, keys: DlocalKeys): readonly string[] {
  const text = Buffer.from(body).toString('utf8')
  const parsed = parseJson(text)
  if (!parsed.ok) return []
  const { value } = parsed.value
  if (Check(OfPayment, value)) return isSigned(headers, text, keys) ? ours(value.order_id) : []
  return Check(OfPayout, value) ? ours(value.external_id) : []
}

const ours = (reference: string): readonly string[] => (OURS.test(reference) ? [reference] : [])
