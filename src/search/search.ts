/**
 * Finds payments, cases, merchants and movements by whatever scrap somebody has. Read this file first.
 *
 *   terms     what a payment is found by, and what a query asks for: pure
 *   store     the table of terms, and how far the payments were followed
 *   indexer   writes it from behind, at no cost to creates
 *
 * Promises: what is found is read from its own rows at that moment, and each hit says by what; a bounded number of searches by keys,
 * each of a bounded number of rows, however many payments there are. Never writes. Whose role lets in here may read all that is found.
 */

import type { Database } from '../database/port.ts'
import { readEntriesNamed, type StoredEntry } from '../feeds/store.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import type { MerchantProfile, Merchants } from '../merchants/directory.ts'
import { type CaseFile, findCase } from '../payments/cases.ts'
import type { Payment } from '../payments/model.ts'
import { readByExternalReference, readByKeys } from '../payments/reading.ts'
import { payinsOnChain } from '../processors/stablecoin/sightings.ts'
import { matchTerms } from './store.ts'
import { amountIn, type FoundBy, matchedBy, rangesFor } from './terms.ts'

export const MOST_HITS = 50
/** Of each meaning that a query may have. */
const OF_EACH = 50

export const MATCHES = ['chain', 'bankReference'] as const
export type Match = FoundBy | (typeof MATCHES)[number]

export interface FoundPayment {
  readonly payment: Payment
  readonly matched: readonly Match[]
}

export interface Found {
  readonly payments: readonly FoundPayment[]
  readonly cases: readonly CaseFile[]
  readonly merchants: readonly MerchantProfile[]
  readonly entries: readonly StoredEntry[]
  /** There is more of some meaning than is told. */
  readonly hasMore: boolean
}

export interface SearchContext {
  readonly database: Database
  readonly merchants: Pick<Merchants, 'find'>
  /** Whose statements are looked into. */
  readonly accounts: readonly string[]
}

type Named = Pick<Payment, 'merchantId' | 'key'>

/** @param query with something in it to look for */
export async function search(
  { database, merchants, accounts }: SearchContext,
  query: string,
): Promise<Found> {
  const text = query.trim()
  const ranges = rangesFor(text)
  const isAmount = amountIn(text) !== undefined
  const [terms, told, onChain, entries, oneCase, merchant] = await Promise.all([
    matchTerms(database, ranges, OF_EACH),
    isAmount ? [] : readByExternalReference(database, text, OF_EACH),
    /^0x[0-9a-fA-F]{40,64}$/.test(text) ? payinsOnChain(database, text) : [],
    isAmount ? [] : readEntriesNamed(database, accounts, text, OF_EACH),
    findCase(database, text.toLowerCase()),
    isMerchantCode(text) ? merchants.find(text) : undefined,
  ])
  const ofEntries = entries.flatMap(paymentOf)
  const named = new Map<string, Named>()
  for (const each of [...onChain, ...ofEntries, ...terms]) named.set(each.key, each)
  const byKey = await readByKeys(database, [...named.values()].slice(0, MOST_HITS + 1))
  const also = (match: Match, keys: readonly Named[]) => ({
    match,
    keys: new Set(keys.map(({ key }) => key)),
  })
  const beside = [also('chain', onChain), also('bankReference', ofEntries)]
  const payments = new Map([...told, ...byKey].map((payment) => [payment.key, payment]))
  const found = [...payments.values()].flatMap((payment): FoundPayment[] => {
    const others = beside.filter(({ keys }) => keys.has(payment.key)).map(({ match }) => match)
    const matched = [...matchedBy(payment, ranges), ...others]
    return matched.length === 0 ? [] : [{ payment, matched }]
  })
  return {
    payments: found.slice(0, MOST_HITS),
    cases: oneCase ? [oneCase] : [],
    merchants: merchant ? [merchant] : [],
    entries,
    hasMore: found.length > MOST_HITS || terms.length >= OF_EACH,
  }
}

const paymentOf = ({ detail }: StoredEntry): readonly Named[] =>
  detail?.payment ? [{ merchantId: detail.payment.merchantCode, key: detail.payment.key }] : []
