/**
 * Finds payments, cases, merchants and bank entries by ID, reference, name or amount. Read this file first.
 *
 *   own       the same for a merchant's own people, limited to what they may read of their payments
 *   terms     what a payment is found by, and what a query means: pure
 *   store     the table of terms, and the followers' positions
 *   indexer   writes the table in the background, at no cost to creates
 *   range     the time range of one look of the indexer: pure
 *
 * Promises: each hit is read from its own rows at that moment and says what matched. A search is a bounded number of
 * key lookups with a bounded number of rows each, however many payments there are. Never writes. Everyone whose role
 * allows searching may read everything it finds.
 */
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Document, Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Merchants } from '../merchants/directory.ts'
import { merchantsNamed, type NamedMerchant } from '../merchants/finding.ts'
import type { CaseFile } from '../payments/cases.ts'
import { casesAbout } from '../payments/finding-cases.ts'
import { readByExternalReference, readByKeys } from '../payments/reading.ts'
import { payinsOnChain } from '../processors/stablecoin/sightings.ts'
import { readEntriesNamed, type StoredEntry } from '../reconciliation/store.ts'
import { matchTerms } from './store.ts'
import { amountIn, type FoundBy, matchedBy, rangesFor, termsOf } from './terms.ts'

export const MOST_HITS = 50
/** Hits for each meaning that a query may have. */
const OF_EACH = 50

export const MATCHES = ['chain', 'bankReference'] as const
export type Match = FoundBy | (typeof MATCHES)[number]
/** What matched in a case: its ID, the processor's reference of its money, its bank entry, or its payment. */
export const CASE_MATCHES = ['id', 'processorRef', 'bankReference', 'payment'] as const
export const MERCHANT_MATCHES = ['code', 'name'] as const

export interface FoundPayment {
  readonly payment: Payment
  readonly matched: readonly Match[]
}

export interface FoundCase {
  readonly file: CaseFile
  readonly matched: readonly (typeof CASE_MATCHES)[number][]
}

export interface FoundMerchant extends NamedMerchant {
  readonly matched: (typeof MERCHANT_MATCHES)[number]
}

export interface Found {
  readonly payments: readonly FoundPayment[]
  readonly cases: readonly FoundCase[]
  readonly merchants: readonly FoundMerchant[]
  readonly entries: readonly StoredEntry[]
  /** Some meaning has more hits than are returned. */
  readonly hasMore: boolean
}

export interface SearchContext {
  readonly database: Database
  readonly merchants: Pick<Merchants, 'find'>
  /** The accounts whose statements are searched. */
  readonly accounts: readonly string[]
}

type Named = Pick<Payment, 'merchantId' | 'key'>

/** @param query has something to search for */
export async function search(context: SearchContext, query: string): Promise<Found> {
  const { database, accounts } = context
  const text = query.trim()
  const ranges = rangesFor(text)
  const isAmount = amountIn(text) !== undefined
  const [terms, reported, onChain, entries, merchants] = await Promise.all([
    matchTerms(database, ranges, OF_EACH),
    isAmount ? [] : readByExternalReference(database, text, OF_EACH),
    /^0x[0-9a-fA-F]{40,64}$/.test(text) ? payinsOnChain(database, text) : [],
    isAmount ? [] : readEntriesNamed(database, accounts, text, OF_EACH),
    isAmount ? [] : findMerchants(context, text),
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
  const payments = new Map([...reported, ...byKey].map((payment) => [payment.key, payment]))
  const found = [...payments.values()].flatMap((payment): FoundPayment[] => {
    const others = beside.filter(({ keys }) => keys.has(payment.key)).map(({ match }) => match)
    const matched = [...matchedBy(termsOf(payment), ranges), ...others]
    return matched.length === 0 ? [] : [{ payment, matched }]
  })
  const hits = found.slice(0, MOST_HITS)
  const cases = await findCases(database, text, hits, entries)
  return {
    payments: hits,
    cases,
    merchants: merchants.slice(0, MOST_HITS),
    entries,
    hasMore:
      [found.length, merchants.length].some((count) => count > MOST_HITS) ||
      [terms, cases].some((each) => each.length >= OF_EACH),
  }
}

const paymentOf = ({ detail }: StoredEntry): readonly Named[] =>
  detail?.payment ? [{ merchantId: detail.payment.merchantCode, key: detail.payment.key }] : []

async function findMerchants(
  { database, merchants }: SearchContext,
  text: string,
): Promise<readonly FoundMerchant[]> {
  const [coded, named] = await Promise.all([
    isMerchantCode(text) ? merchants.find(text) : undefined,
    merchantsNamed(database, text, MOST_HITS + 1),
  ])
  const others = named
    .filter(({ merchantCode }) => merchantCode !== coded?.merchantCode)
    .map((each) => ({ ...each, matched: 'name' as const }))
  if (!coded) return others
  return [{ merchantCode: coded.merchant.code, name: coded.merchant.name, matched: 'code' }, ...others]
}

/**
 * Cases by their own data, and cases of the payments and bank entries that were found: the searcher wants to know what
 * became of the money.
 */
async function findCases(
  database: Database,
  text: string,
  payments: readonly FoundPayment[],
  entries: readonly StoredEntry[],
): Promise<readonly FoundCase[]> {
  const about = { name: text, payments: payments.map(({ payment }) => payment), entries }
  const keys = new Set<string>(about.payments.map(({ key }) => key))
  const files = await casesAbout(database, about, OF_EACH)
  return files.map((file) => {
    const { key, payment, detail } = file
    const holds = {
      id: key === text.toLowerCase(),
      processorRef: detail.statusUpdate === text,
      bankReference: entries.some((entry) => isEntryOf(detail, entry)),
      payment: payment !== undefined && keys.has(payment.key),
    }
    return { file, matched: CASE_MATCHES.filter((match) => holds[match]) }
  })
}

/** Whether this bank entry opened the case. */
function isEntryOf({ entry }: Document, { account, reference }: StoredEntry): boolean {
  if (typeof entry !== 'object' || entry === null || !('account' in entry)) return false
  return entry.account === account && entry.reference === reference
}
