/**
 * Finds payments, cases, merchants and movements by an ID, a reference, a name or an amount. Read this file first.
 *
 *   own       the same for a merchant's own people: what they may read of their payments, and no more
 *   terms     what a payment is found by, and what a query asks for: pure
 *   store     the table of terms, and how far the payments were followed
 *   indexer   writes it from behind, at no cost to creates
 *   stretch   how much time it goes over in one look: pure
 *
 * Promises: what is found is read from its own rows at that moment, and each hit says by what; a bounded number of searches by keys,
 * each of a bounded number of rows, however many payments there are. Never writes. Whose role lets in here may read all that is found.
 */

import type { Database } from '../database/port.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import type { Merchants } from '../merchants/directory.ts'
import { merchantsNamed, type NamedMerchant } from '../merchants/finding.ts'
import type { CaseFile } from '../payments/cases.ts'
import { casesAbout } from '../payments/finding-cases.ts'
import type { Document, Payment } from '../payments/model.ts'
import { readByExternalReference, readByKeys } from '../payments/reading.ts'
import { payinsOnChain } from '../processors/stablecoin/sightings.ts'
import { readEntriesNamed, type StoredEntry } from '../reconciliation/store.ts'
import { matchTerms } from './store.ts'
import { amountIn, type FoundBy, matchedBy, rangesFor, termsOf } from './terms.ts'

export const MOST_HITS = 50
/** Of each meaning that a query may have. */
const OF_EACH = 50

export const MATCHES = ['chain', 'bankReference'] as const
export type Match = FoundBy | (typeof MATCHES)[number]
/** What of a case matched: its own ID, what the processor calls its money, its movement at the bank, or its payment. */
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

/** By themselves, and by the payments and movements that were found: whoever has a payment's reference looks for what became of its money. */
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

/** Whether this movement has opened the case. */
function isEntryOf({ entry }: Document, { account, reference }: StoredEntry): boolean {
  if (typeof entry !== 'object' || entry === null || !('account' in entry)) return false
  return entry.account === account && entry.reference === reference
}
