/**
 * Where a merchant's callbacks go, which pages may frame its checkout, and which apps payers may return to. Finds what a change
 * adds and what it removes. Pure.
 *
 * A new address may send payers or payment data to someone else, so for a live merchant it needs two operators. Removing an
 * address needs no approval. The merchant's owners are notified of both.
 */
import type { Merchant } from './merchant.ts'

export interface ChangedAddresses {
  /** Short descriptions for people. */
  readonly opened: readonly string[]
  readonly closed: readonly string[]
}

type Addressed = Pick<Merchant, 'callbackUrl' | 'returnSchemes' | 'checkout'>

/** @param before undefined for a new merchant */
export function changedAddresses(before: Addressed | undefined, after: Addressed): ChangedAddresses {
  const had = addressesOf(before)
  const has = addressesOf(after)
  return { opened: without(has, had), closed: without(had, has) }
}

const addressesOf = (merchant: Addressed | undefined): readonly string[] => {
  const { callbackUrl, returnSchemes = [], checkout } = merchant ?? {}
  return [
    ...(callbackUrl === undefined ? [] : [`callbacks to ${callbackUrl}`]),
    ...(checkout?.frameOrigins ?? []).map((origin) => `checkout in frames of ${origin}`),
    ...returnSchemes.map((scheme) => `payers back to ${scheme}:`),
  ]
}

const without = (all: readonly string[], others: readonly string[]): readonly string[] =>
  all.filter((each) => !others.includes(each))

/** The text for the merchant's owners; undefined if nothing has changed. */
export function addressNotice({ opened, closed }: ChangedAddresses): string | undefined {
  const parts = [...opened, ...closed.map((each) => `no longer ${each}`)]
  return parts.length === 0 ? undefined : parts.join(', ')
}
