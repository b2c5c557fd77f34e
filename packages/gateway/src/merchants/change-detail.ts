/**
 * The detail of a merchant's change for the audit log: old and new value of each changed property, the ID of each credential that
 * was added or removed, and for a public key also its fingerprint, by which people can recognise it.
 *
 * Never holds a secret, its hash or its sealed form. Of the products only those that differ are listed, and of a logo only its
 * hash.
 */
import { createHash } from 'node:crypto'
import { keyFacts } from './credentials.ts'
import type { CheckoutSettings, Credential, CredentialPurpose, Merchant, MerchantRecord } from './merchant.ts'

const KINDS: Readonly<Record<CredentialPurpose, string>> = {
  PUBLIC_KEY: 'key',
  SECRET: 'secret',
  CALLBACK_SECRET: 'callback-secret',
}

interface ShownCredential {
  readonly kind: string
  readonly id: string
  readonly fingerprint?: string
}

export interface ChangeDetail {
  readonly before?: object
  readonly after?: object
  readonly added?: readonly ShownCredential[]
  readonly removed?: readonly ShownCredential[]
}

/** @param before undefined for a new merchant */
export function changeDetail(
  before: MerchantRecord | undefined,
  change: {
    readonly merchant?: Merchant
    readonly add?: readonly Credential[]
    readonly remove?: readonly string[]
  },
): ChangeDetail {
  const { merchant, add = [], remove = [] } = change
  const changed = merchant ? changedProperties(before?.merchant, merchant) : []
  const ended = before?.credentials.filter(({ id }) => remove.includes(id)) ?? []
  return {
    ...(before &&
      changed.length > 0 && { before: Object.fromEntries(changed.map(([name, was]) => [name, was])) }),
    ...(changed.length > 0 && { after: Object.fromEntries(changed.map(([name, , is]) => [name, is])) }),
    ...(add.length > 0 && { added: add.map(shownCredential) }),
    ...(ended.length > 0 && { removed: ended.map(shownCredential) }),
  }
}

const shownCredential = (credential: Credential): ShownCredential => ({
  kind: KINDS[credential.purpose],
  id: credential.id,
  ...(credential.purpose === 'PUBLIC_KEY' && { fingerprint: keyFacts(credential).fingerprint }),
})

/** Old and new value; `null` if there is none. */
type Changed = readonly [name: string, was: unknown, is: unknown]

function changedProperties(before: Merchant | undefined, after: Merchant): readonly Changed[] {
  const was = before && shownMerchant(before)
  return Object.entries(shownMerchant(after)).flatMap(([name, is]): readonly Changed[] => {
    const old = was === undefined ? null : was[name]
    if (JSON.stringify(old) === JSON.stringify(is)) return []
    return [name === 'paymentMethods' ? [name, without(old, is), without(is, old)] : [name, old, is]]
  })
}

const shownMerchant = (merchant: Merchant): Readonly<Record<string, unknown>> => ({
  name: merchant.name,
  isTest: merchant.isTest,
  status: merchant.status,
  callbackUrl: merchant.callbackUrl ?? null,
  rateLimitPerSecond: merchant.rateLimitPerSecond,
  returnSchemes: merchant.returnSchemes,
  paymentMethods: merchant.products ?? null,
  checkout: merchant.checkout ? shownCheckout(merchant.checkout) : null,
})

const shownCheckout = ({ logo, ...rest }: CheckoutSettings) => ({
  ...rest,
  ...(logo !== undefined && { logo: `sha256:${createHash('sha256').update(logo).digest('hex')}` }),
})

/** The items of a list that the other list does not have. */
function without(list: unknown, other: unknown): unknown {
  if (!Array.isArray(list) || !Array.isArray(other)) return list
  const known = new Set(other.map((each) => JSON.stringify(each)))
  return list.filter((each) => !known.has(JSON.stringify(each)))
}
