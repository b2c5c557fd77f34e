/** Checks a merchant as an operator describes it, for creating and for changing. Pure. */
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import type { Given, Terms } from '../../http/reading.ts'
import { checkoutOf } from '../../merchants/checkout-settings.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import { checkCallbackUrl } from '../../outbound/guard.ts'
import { productsOf } from './products.ts'
import { DEFAULT_RATE_LIMIT, type MerchantChangeBody, type NewMerchant } from './schemas.ts'

/** What it is checked against. */
export interface Surroundings {
  /** Which addresses callbacks of test or live merchants may go to. */
  readonly callbackPolicyOf: (merchant: { readonly isTest: boolean }) => AddressPolicy
  /** The gateway's processors, which products may name. */
  readonly processors: ReadonlyMap<string, { readonly forTests: boolean }>
}

export interface WantedMerchant {
  readonly merchant: Omit<Merchant, 'createdAt' | 'updatedAt'>
  /** PEM, as given. */
  readonly publicKeys: readonly string[]
}

/** A new merchant. */
export const newMerchant =
  (around: Surroundings) =>
  (given: Given<NewMerchant>, terms: Terms): WantedMerchant | undefined => {
    const { merchantCode: code, name, isTest = false, publicKeys = [] } = given
    const { callbackUrl, products, checkout } = partsOf(given, isTest, around, terms)
    if (code === undefined || name === undefined) return undefined
    return {
      merchant: {
        code,
        name,
        isTest,
        status: given.status ?? 'ACTIVE',
        callbackUrl: callbackUrl ?? undefined,
        rateLimitPerSecond: given.rateLimitPerSecond ?? DEFAULT_RATE_LIMIT,
        returnSchemes: schemesOf(given) ?? [],
        products: products ?? undefined,
        checkout: checkout ?? undefined,
      },
      publicKeys: publicKeys.filter((key) => key !== undefined),
    }
  }

const NAMES = [
  'name',
  'status',
  'callbackUrl',
  'rateLimitPerSecond',
  'returnSchemes',
  'paymentMethods',
  'checkout',
]

/** A change of this merchant. `null` removes an optional value. */
export const changedMerchant =
  (merchant: Merchant, around: Surroundings) =>
  (given: Given<MerchantChangeBody>, terms: Terms): Merchant => {
    const { sent, say } = terms
    const fixed = { merchantCode: merchant.code, isTest: merchant.isTest }
    for (const [name, is] of Object.entries(fixed))
      if (sent[name] !== undefined && sent[name] !== is) say(`/${name}`, 'CONFLICT', 'cannot be changed')
    const isFixed = Object.entries(fixed).some(([name, is]) => sent[name] !== undefined && sent[name] !== is)
    if (!NAMES.some((name) => sent[name] !== undefined) && !isFixed)
      say('', 'REQUIRED', `must name something to change: ${NAMES.join(', ')}`)
    const { callbackUrl, products, checkout } = partsOf(given, merchant.isTest, around, terms)
    return {
      ...merchant,
      name: given.name ?? merchant.name,
      status: given.status ?? merchant.status,
      callbackUrl: callbackUrl === undefined ? merchant.callbackUrl : (callbackUrl ?? undefined),
      rateLimitPerSecond: given.rateLimitPerSecond ?? merchant.rateLimitPerSecond,
      returnSchemes: schemesOf(given) ?? merchant.returnSchemes,
      products: products === undefined ? merchant.products : (products ?? undefined),
      checkout: checkout === undefined ? merchant.checkout : (checkout ?? undefined),
    }
  }

const schemesOf = ({ returnSchemes }: Given<MerchantChangeBody>) =>
  returnSchemes?.filter((scheme) => scheme !== undefined)

/** Properties that depend on the kind of merchant: undefined if missing, null if removed. */
function partsOf(
  { callbackUrl, paymentMethods, checkout }: Given<MerchantChangeBody>,
  isTest: boolean,
  { callbackPolicyOf, processors }: Surroundings,
  terms: Terms,
) {
  if (typeof callbackUrl === 'string') {
    const checked = checkCallbackUrl(callbackUrl, { live: !isTest, policy: callbackPolicyOf({ isTest }) })
    if (!checked.ok) terms.add([{ path: '/callbackUrl', ...checked.failure }])
  }
  const serving = [...processors].flatMap(([name, { forTests }]) => (forTests === isTest ? [name] : []))
  const against = { say: terms.say, processors: serving }
  return {
    callbackUrl,
    products: paymentMethods && productsOf(paymentMethods, '/paymentMethods', against),
    checkout: checkout && checkoutOf(checkout, isTest, terms),
  }
}
