/**
 * A merchant's money: balances, the entries of its statement, and the funding by operators. Reads only; the journal
 * moves balances.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, type Money, minor, ZERO } from '@sluice/core/foundation/money.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

export interface Balance {
  readonly currency: string
  readonly availableMinor: Minor
  readonly reservedMinor: Minor
}

const BALANCES = sqlStatement({
  name: 'balance_of_merchant',
  whose: 1,
  text: 'select currency, account, amount from balance where merchant_id = $1 order by currency, account',
})

/** By currency: every currency that was ever posted. */
export async function readBalances(
  database: Database,
  merchantId: MerchantCode,
): Promise<ReadonlyMap<string, Balance>> {
  const rows = await database.run(BALANCES, [merchantId])
  const balances = new Map<string, Balance>()
  for (const row of rows) {
    const currency = String(row.currency)
    const known = balances.get(currency) ?? { currency, availableMinor: ZERO, reservedMinor: ZERO }
    const amount = minor(row.amount)
    const account = row.account
    balances.set(
      currency,
      account === 'available' ? { ...known, availableMinor: amount } : { ...known, reservedMinor: amount },
    )
  }
  return balances
}

export interface StatementEntry {
  readonly key: string
  readonly seq: number
  readonly line: number
  readonly currency: string
  readonly amountMinor: Minor
  readonly at: Instant
  readonly kind: PaymentKind | 'funding'
  readonly reason: string | undefined
  /** The merchant's own ID, of a payment. */
  readonly id: string | undefined
}

export interface StatementQuery {
  readonly merchantId: MerchantCode
  readonly currencies: readonly string[]
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** The last entry of the page before. */
  readonly after: { readonly at: Instant; readonly key: string; readonly seq: number } | undefined
  readonly limit: number
}

const ENTRIES = sqlStatement({
  name: 'balance_entries',
  whose: 1,
  text: `select p.key, p.seq, p.line, p.currency, p.amount, p.at, e.kind, e.reason, y.id
    from posting p join event e on e.merchant_id = p.merchant_id and e.key = p.key and e.seq = p.seq
      left join payment y on y.merchant_id = p.merchant_id and y.key = p.key
    where p.merchant_id = $1 and p.account = 'available' and ($2::text[] is null or p.currency = any($2))
      and ($3::timestamptz is null or p.at >= $3) and ($4::timestamptz is null or p.at < $4)
      and ($5::timestamptz is null or (p.at, p.key, p.seq) < ($5, $6::uuid, $7::integer))
    order by p.at desc, p.key desc, p.seq desc limit $8`,
})

/** Newest first: every change of the `available` balances, with its cause. */
export async function readEntries(
  database: Database,
  query: StatementQuery,
): Promise<readonly StatementEntry[]> {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const { after } = query
  const rows = await database.run(ENTRIES, [
    query.merchantId,
    query.currencies.length === 0 ? null : query.currencies,
    iso(query.from),
    iso(query.to),
    iso(after?.at),
    after?.key ?? null,
    after?.seq ?? null,
    query.limit,
  ])
  return rows.map((row) => ({
    key: row.key,
    seq: row.seq,
    line: row.line,
    currency: row.currency,
    amountMinor: minor(row.amount),
    at: row.at,
    kind: row.kind,
    reason: row.reason ?? undefined,
    id: row.id ?? undefined,
  }))
}

const FUNDING = sqlStatement({
  name: 'payment_funding',
  whose: 1,
  text: `select e.at, p.currency, p.amount from event e
    join posting p on p.merchant_id = e.merchant_id and p.key = e.key and p.seq = e.seq and p.account = 'available'
    where e.merchant_id = $1 and e.key = $2 and e.kind = 'funding'`,
})

const REFERENCE_USED = sqlStatement({
  name: 'funding_reference_used',
  whose: 1,
  text: `select from claim where owner = $1 and scope = 'funding' and value = $2`,
})

/** Whether this reference has moved the merchant's money without a payment. It cannot do so again. */
export const hasMovedMoney = async (
  database: Database,
  merchantId: MerchantCode,
  reference: string,
): Promise<boolean> => (await database.run(REFERENCE_USED, [merchantId, reference])).length > 0

/** Money that an operator has added to a merchant's balance, or taken from it (negative). */
export async function readFunding(
  database: Database,
  merchantId: MerchantCode,
  key: PaymentKey,
): Promise<{ readonly money: Money; readonly at: Instant } | undefined> {
  const [row] = await database.run(FUNDING, [merchantId, key])
  return (
    row && {
      money: { currency: row.currency, amountMinor: minor(row.amount) },
      at: row.at,
    }
  )
}
