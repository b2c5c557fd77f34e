/**
 * The approval requests for creating or changing a live merchant. Pure.
 *
 * A summary describes everything that the request does, whichever operation needs the approval. Suspending a merchant
 * or removing an address needs none, and neither does anything about a test merchant.
 */
import { changedAddresses } from '../../merchants/addresses.ts'
import { keyFacts } from '../../merchants/credentials.ts'
import type { Credential, Merchant } from '../../merchants/merchant.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'

/** @param keys the holders of their private keys can take the merchant's money */
export function makingApprovalRequest(
  merchant: Omit<Merchant, 'createdAt' | 'updatedAt'>,
  keys: readonly Credential[],
): ApprovalRequest {
  const { code, name } = merchant
  const parts = [
    ...keys.map((key) => `the key SHA-256 ${keyFacts(key).fingerprint}`),
    ...changedAddresses(undefined, merchant).opened,
  ]
  const summary = `Create the live merchant ${code}, ${name}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
  return { operation: 'merchant.create', summary, about: fingerprintOf(code) }
}

/** @param sent the body as it came */
export function changingApprovalRequests(
  before: Merchant,
  after: Merchant,
  sent: object,
): readonly ApprovalRequest[] {
  if (before.isTest) return []
  const { opened } = changedAddresses(before, after)
  const offers = 'paymentMethods' in sent
  const opens = opensAgain(before, after)
  const operations = [
    ...(offers ? (['merchant.products'] as const) : []),
    ...(opened.length > 0 ? (['merchant.addresses'] as const) : []),
    ...(opens ? (['merchant.activate'] as const) : []),
  ]
  const { products } = after
  const offer = products ? `${products.length} payment methods` : 'all payment methods'
  const parts = [
    ...(offers ? [`change its products and fees to ${offer}`] : []),
    ...opened,
    ...(opens ? ['reactivate it'] : []),
  ]
  const others = Object.keys(sent).length > parts.length ? ', and more' : ''
  const summary = `Change ${before.code}: ${parts.join(', ')}${others}`
  return operations.map((operation) => ({ operation, summary, about: aboutMerchant(before) }))
}

export const opensAgain = (before: Pick<Merchant, 'status'>, after: Pick<Merchant, 'status'>): boolean =>
  before.status === 'SUSPENDED' && after.status === 'ACTIVE'

/** Without the time of change, so that an added key does not make a change of products stale. */
export const aboutMerchant = ({ updatedAt: _, ...merchant }: Merchant): string => fingerprintOf(merchant)
