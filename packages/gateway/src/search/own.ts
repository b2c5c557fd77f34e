/**
 * A merchant's own search: its payments by ID, reference, name or amount.
 *
 * Promises: a search reads only keys that begin with this merchant, of the kinds that were requested, so other
 * merchants' data is neither found nor affects the result. `terms.ts` says which fields are searched. A bank entry is
 * found only by its full name, and the answer says only which of the merchant's payments it was matched with. A
 * complete ID is found immediately, everything else some seconds after it was created. Never writes.
 */
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { findPayment, readByKeys, readOwnByExternalReference } from '../payments/reading.ts'
import { payinsOnChain } from '../processors/stablecoin/sightings.ts'
import { paymentsOfEntriesNamed } from '../reconciliation/store.ts'
import { type Match, MOST_HITS } from './search.ts'
import { matchOwnTerms, type OwnRequested } from './store.ts'
import { amountIn, matchedBy, ownRangesFor, ownTermsOf } from './terms.ts'

export interface FoundOwn {
  readonly payments: readonly { readonly payment: Payment; readonly matched: readonly Match[] }[]
  /** There are more than are returned. */
  readonly hasMore: boolean
}

export interface OwnSearchContext {
  readonly database: Database
  /** The accounts whose statements are searched. */
  readonly accounts: readonly string[]
}

/** @param query has something to search for. @returns exact matches before matches of a beginning, each newest first */
export async function searchOwn(
  { database, accounts }: OwnSearchContext,
  requested: OwnRequested,
  query: string,
): Promise<FoundOwn> {
  const { merchantId, kinds } = requested
  if (kinds.length === 0) return { payments: [], hasMore: false }
  const text = query.trim()
  const ranges = ownRangesFor(text)
  const isAmount = amountIn(text) !== undefined
  const ofPayins = kinds.includes('payin')
  const [named, terms, reported, onChain, ofEntries] = await Promise.all([
    Promise.all(
      isMerchantOrderId(text) ? kinds.map((kind) => findPayment(database, merchantId, kind, text)) : [],
    ),
    matchOwnTerms(database, requested, ranges, MOST_HITS + 1),
    isAmount || !ofPayins ? [] : readOwnByExternalReference(database, merchantId, text, MOST_HITS + 1),
    ofPayins && /^0x[0-9a-fA-F]{40,64}$/.test(text) ? payinsOnChain(database, text, merchantId) : [],
    isAmount ? [] : paymentsOfEntriesNamed(database, accounts, text, merchantId, MOST_HITS + 1),
  ])
  const chain = new Set<string>(onChain.map(({ key }) => key))
  const movements = new Set<string>(ofEntries)
  const keys = new Set([...onChain.map(({ key }) => key), ...ofEntries, ...terms.keys])
  const read = await readByKeys(
    database,
    [...keys].slice(0, MOST_HITS + 1).map((key) => ({ merchantId, key })),
  )
  const found = new Map(
    [...named.filter((each) => each !== undefined), ...reported, ...read].map((payment) => [
      payment.key,
      payment,
    ]),
  )
  const payments = [...found.values()].flatMap((payment) => {
    const matched: readonly Match[] = [
      ...matchedBy(ownTermsOf(payment), ranges),
      ...(chain.has(payment.key) ? (['chain'] as const) : []),
      ...(movements.has(payment.key) ? (['bankReference'] as const) : []),
    ]
    return matched.length > 0 && kinds.includes(payment.kind) ? [{ payment, matched }] : []
  })
  return {
    payments: payments.slice(0, MOST_HITS),
    hasMore: terms.hasMore || payments.length > MOST_HITS,
  }
}
