/**
 * Where a merchant's callbacks go, which pages may frame its checkout, and which apps payers are led back to: what of them a change opens,
 * and what it closes. Pure.
 *
 * A new address leads people or what is told of payments elsewhere, so of a live merchant it is for two operators to say. Taking one away
 * waits for nobody. Its owners are told of either.
 */
import type { Merchant } from './merchant.ts'

export interface ChangedAddresses {
  /** For people, each in a few words. */
  readonly opened: readonly string[]
  readonly closed: readonly string[]
}

type Addressed = Pick<Merchant, 'callbackUrl' | 'returnSchemes' | 'checkout'>

/** @param before undefined: it is new */
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

/** What owners read of it; undefined: nothing has changed. */
export function addressNotice({ opened, closed }: ChangedAddresses): string | undefined {
  const parts = [...opened, ...closed.map((each) => `no longer ${each}`)]
  return parts.length === 0 ? undefined : parts.join(', ')
}
