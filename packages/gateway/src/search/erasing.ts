/** Finds payments by a person's identifier, and erases a person's terms from the index. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type MerchantCode, type PaymentKey, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { PaymentName } from '../payments/erasing.ts'
import { anyCreated, firstKeyAt } from '../payments/following.ts'
import { readPlaces } from './store.ts'
import { codeTerm, type Findable, type FoundBy, ownOf, termsOf } from './terms.ts'

/** What identifies a person. A name does not: others have it, too. */
const IDENTIFIERS: readonly FoundBy[] = ['account', 'phone', 'email', 'taxId']

const HOLDERS = sqlStatement({
  name: 'erasure_holders',
  text: `select key, merchant_id from search_term
    where term = $1 collate "C" and key > $2 and ($3::text is null or merchant_id = $3) order by key limit $4`,
})

export interface HoldersPage {
  readonly merchantId: MerchantCode | undefined
  readonly after: PaymentKey
  readonly limit: number
}

/** Payments that have this text as a whole, among their identifiers or elsewhere, in order of their keys. */
export async function holdersOf(
  database: Database,
  identifier: string,
  { merchantId, after, limit }: HoldersPage,
): Promise<readonly PaymentName[]> {
  const term = codeTerm(identifier)
  if (term === undefined) return []
  return (await database.run(HOLDERS, [term, after, merchantId ?? null, limit])).map((row) => ({
    merchantId: row.merchant_id as MerchantCode,
    key: paymentKey(row.key),
  }))
}

/** Whether it is a person's identifier in this payment, apart from spaces, punctuation and case. */
export function isIdentifiedBy(payment: Findable, identifier: string): boolean {
  const wanted = codeTerm(identifier)
  return (
    wanted !== undefined &&
    termsOf(payment).some(({ term, by }) => term === wanted && IDENTIFIERS.includes(by))
  )
}

/** The identifier as it is compared: letters and digits. */
export const identifierText = (identifier: string): string | undefined => codeTerm(identifier)?.slice(1)

const ERASE_TERMS = sqlStatement({
  name: 'erasure_terms_of_search',
  text: 'delete from search_term where key = $1 and term = any($2::text[] collate "C")',
})
const ERASE_OWN_TERMS = sqlStatement({
  name: 'erasure_own_terms_of_search',
  text: `delete from merchant_search_term
    where merchant_id = $1 and kind = $2 and term = any($3::text[] collate "C") and key = $4`,
})

/** Deletes the terms that the payment no longer has. */
export function termErasures(before: Payment, after: Payment): readonly SqlCall[] {
  const [had, has] = [termsOf(before), termsOf(after)]
  const gone = goneOf(had, has)
  const ownGone = goneOf(ownOf(had), ownOf(has))
  return [
    { statement: ERASE_TERMS, values: [before.key, gone] },
    { statement: ERASE_OWN_TERMS, values: [before.merchantId, before.kind, ownGone, before.key] },
  ]
}

interface Termed {
  readonly term: string
}

function goneOf(had: readonly Termed[], has: readonly Termed[]): readonly string[] {
  const kept = new Set(has.map(({ term }) => term))
  return had.map(({ term }) => term).filter((term) => !kept.has(term))
}

const BEHIND = sqlStatement({
  name: 'erasure_index_behind',
  text: `select ${anyCreated('$1::uuid', '$2::uuid')} as is_behind`,
})

/** How long after their creation payments are indexed at the latest, if the indexer keeps up. */
const INDEXED_WITHIN_MS = 10 * 60_000

/** Whether payments are missing in the index, because it is built, cannot keep up, or no node indexes. */
export async function isIndexBehind(database: Database, now: Instant): Promise<boolean> {
  const end = firstKeyAt(now - INDEXED_WITHIN_MS)
  const position = (await readPlaces(database, new Map())).get('created')?.position ?? firstKeyAt(0)
  if (position >= end) return false
  const [row] = await database.run(BEHIND, [position, end])
  return row?.is_behind !== false
}
