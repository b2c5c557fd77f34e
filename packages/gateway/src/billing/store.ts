/** The rows of statements: the issued ones, and the one that is being made of each merchant and currency. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import type { BalanceKey } from '../payments/ledger-lines.ts'
import type { Holding, KindTotal, Parties, Statement, StatementId } from './statement.ts'

/** The last statement of a merchant and currency, issued or being made. */
export interface LastStatement {
  readonly number: number
  readonly until: Instant
  readonly isIssued: boolean
}

/** The last statement for each pair of $1 and $2, in this order. */
const LAST = sqlStatement({
  name: 'statement_last',
  whose: { each: 'own', merchants: 1, with: [2], place: 'place' },
  text: `select r.place, s.number, s.until_at, s.issued_at is not null as issued
    from unnest($1::text[], $2::text[]) with ordinality as r(merchant_id, currency, place)
    cross join lateral (select * from statement s where s.merchant_id = r.merchant_id and s.currency = r.currency
      order by s.number desc limit 1) s`,
})

export async function lastStatements(
  database: Database,
  balances: readonly BalanceKey[],
): Promise<readonly (LastStatement | undefined)[]> {
  const rows = await database.run(LAST, [
    balances.map(({ merchantCode }) => merchantCode),
    balances.map(({ currency }) => currency),
  ])
  const found: (LastStatement | undefined)[] = balances.map(() => undefined)
  for (const row of rows) {
    // Counted from 1.
    found[Number(row.place) - 1] = {
      number: row.number,
      until: row.until_at,
      isIssued: row.issued,
    }
  }
  return found
}

const COLUMNS = `s.merchant_id, s.currency, s.number, s.is_test, s.from_at, s.until_at, s.zone, s.opening_available, s.opening_reserved,
  s.closing_available, s.closing_reserved, s.entries, s.parties, s.issued_at`

const ONE = sqlStatement({
  name: 'statement_one',
  whose: 1,
  text: `select ${COLUMNS} from statement s
    where s.merchant_id = $1 and s.currency = $2 and s.number = $3 and s.issued_at is not null`,
  neverNull: ['issued_at', 'closing_available', 'closing_reserved'],
})
const PAGE = sqlStatement({
  name: 'statement_page',
  whose: {
    each: 'sorted',
    merchant: 1,
    by: ['-until_at', '-merchant_id', '-currency', '-number'],
    limit: { parameter: 9 },
  },
  text: `select ${COLUMNS} from statement s
    where s.issued_at is not null and ($1::text is null or s.merchant_id = $1) and ($2::text[] is null or s.currency = any($2))
      and ($3::timestamptz is null or s.until_at > $3) and ($4::timestamptz is null or s.from_at < $4)
      and ($5::timestamptz is null or (s.until_at, s.merchant_id, s.currency, s.number) < ($5, $6, $7, $8::integer))
    order by s.until_at desc, s.merchant_id desc, s.currency desc, s.number desc limit $9`,
  neverNull: ['issued_at', 'closing_available', 'closing_reserved'],
})

const holding = (available: bigint, reserved: bigint): Holding => ({
  availableMinor: minor(available),
  reservedMinor: minor(reserved),
})

// The columns hold what was written.
const rowToStatement = (row: RowOf<'statement_one'>): Statement => ({
  merchantCode: row.merchant_id,
  currency: row.currency,
  number: row.number,
  isTest: row.is_test,
  from: row.from_at,
  until: row.until_at,
  zone: row.zone,
  opening: holding(row.opening_available, row.opening_reserved),
  closing: holding(row.closing_available, row.closing_reserved),
  entries: row.entries,
  parties: row.parties as Parties,
  issuedAt: row.issued_at,
})

/** Finds an issued statement. */
export async function findStatement(
  database: Database,
  { merchantCode, currency, number }: StatementId,
): Promise<Statement | undefined> {
  const [row] = await database.run(ONE, [merchantCode, currency, number])
  return row && rowToStatement(row)
}

export interface StatementPage {
  /** Undefined: of all merchants. */
  readonly merchantCode: MerchantCode | undefined
  /** Empty: all. */
  readonly currencies: readonly string[]
  /** Only periods that end after it. */
  readonly from: Instant | undefined
  /** Only periods that begin before it. */
  readonly to: Instant | undefined
  readonly after: (StatementId & { readonly until: Instant }) | undefined
  readonly limit: number
}

/** Issued statements by the end of their period, latest first. */
export async function pageOfStatements(
  database: Database,
  { merchantCode, currencies, from, to, after, limit }: StatementPage,
): Promise<readonly Statement[]> {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const rows = await database.run(PAGE, [
    merchantCode ?? null,
    currencies.length === 0 ? null : currencies,
    iso(from),
    iso(to),
    iso(after?.until),
    after?.merchantCode ?? null,
    after?.currency ?? null,
    after?.number ?? null,
    limit,
  ])
  return rows.map(rowToStatement)
}

const TOTALS = sqlStatement({
  name: 'statement_totals',
  whose: 1,
  text: `select kind, vat_rate, sum(entries)::bigint as entries, sum(gross)::bigint as gross, sum(fee)::bigint as fee, sum(vat)::bigint as vat,
      sum(available)::bigint as available, sum(reserved)::bigint as reserved
    from statement_total where merchant_id = $1 and currency = $2 and number between $3 and $4
    group by kind, vat_rate order by kind, vat_rate`,
  neverNull: ['gross', 'fee', 'vat', 'available', 'reserved'],
})

/** The totals of the lines, by kind and rate. @param last of several consecutive statements */
export async function totalsOf(
  database: Database,
  { merchantCode, currency, number }: StatementId,
  last: number = number,
): Promise<readonly KindTotal[]> {
  const rows = await database.run(TOTALS, [merchantCode, currency, number, last])
  return rows.map((row) => ({
    kind: row.kind,
    vatRate: row.vat_rate === '' ? undefined : row.vat_rate,
    entries: Number(row.entries),
    grossMinor: minor(row.gross),
    feeMinor: minor(row.fee),
    vatMinor: minor(row.vat),
    change: holding(row.available, row.reserved),
  }))
}
