/**
 * Invoices for one merchant's fees of a month in one currency. An invoice is made from the month's statements and has
 * the same total. Each statement is in at most one invoice, and an issued invoice never changes.
 *
 * A VAT rate with more fees reversed than charged in the month goes into a credit note instead, with positive amounts,
 * its own number series, and the names of the invoices that it corrects (`crediting.ts`). So a month has an invoice, a
 * credit note, both or neither; invoice minus credit note equals the statements. Neither moves a balance, because each
 * fee was posted when it was charged.
 *
 * The numbers of a series have no gaps: making the next one locks the row of the series until the invoice is committed.
 * Test and live merchants have separate series.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { BalanceKey } from '../payments/ledger-lines.ts'
import { readBilling, readTerms } from './billing.ts'
import { correctedBy, type DocumentNumber } from './crediting.ts'
import type { KindTotal, Parties, Statement } from './statement.ts'
import { findStatement, totalsOf } from './store.ts'

export interface InvoiceLine {
  /** Decimal text, a share of the fee; `other` for a rate that the merchant no longer has. */
  readonly vatRate: string
  readonly feeMinor: Minor
  readonly vatMinor: Minor
}

export interface Invoice extends BalanceKey {
  readonly series: string
  readonly number: number
  /** `2026-11`, in the zone of its statements. */
  readonly month: string
  readonly firstStatement: number
  readonly lastStatement: number
  readonly isTest: boolean
  readonly parties: Parties
  readonly lines: readonly InvoiceLine[]
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly issuedAt: Instant
  /** Credit notes only: the names of the invoices that charged the reversed fees. */
  readonly corrects?: readonly string[]
}

export type InvoiceKind = 'INVOICE' | 'CREDIT_NOTE'

export const kindOfInvoice = ({ corrects }: Pick<Invoice, 'corrects'>): InvoiceKind =>
  corrects === undefined ? 'INVOICE' : 'CREDIT_NOTE'

const NAME = /^([A-Z0-9][A-Z0-9-]{0,30})-(\d{6,9})$/

/** Parses a name from a path; undefined if it cannot name an invoice. */
export function parseInvoiceName(name: string): DocumentNumber | undefined {
  const [, series, number] = NAME.exec(name) ?? []
  return series === undefined ? undefined : { series, number: Number(number) }
}

const COLUMNS = `i.merchant_id, i.series, i.number, i.currency, i.month, i.first_statement, i.last_statement, i.is_test, i.parties, i.lines,
  i.fee, i.vat, i.issued_at, i.corrects`

const ONE = sqlStatement({
  name: 'invoice_one',
  whose: 1,
  text: `select ${COLUMNS} from invoice i where i.merchant_id = $1 and i.series = $2 and i.number = $3
    and (i.corrects is not null) = $4`,
})
const OF_MONTH = sqlStatement({
  name: 'invoice_of_month',
  whose: 1,
  text: `select ${COLUMNS} from invoice i where i.merchant_id = $1 and i.currency = $2 and i.month = $3`,
})
const PAGE = sqlStatement({
  name: 'invoice_page',
  whose: { each: 'sorted', merchant: 1, by: ['-issued_at', '-series', '-number'], limit: { parameter: 7 } },
  text: `select ${COLUMNS} from invoice i where ($1::text is null or i.merchant_id = $1)
      and ($2::timestamptz is null or i.issued_at >= $2) and ($3::timestamptz is null or i.issued_at < $3)
      and ($4::timestamptz is null or (i.issued_at, i.series, i.number) < ($4, $5, $6::integer)) and (i.corrects is not null) = $8
      and ($9::text is null or i.month = $9)
    order by i.issued_at desc, i.series desc, i.number desc limit $7`,
})
const LAST_OF = sqlStatement({
  name: 'invoice_last_of',
  whose: 1,
  text: 'select coalesce(max(last_statement), 0) as last from invoice where merchant_id = $1 and currency = $2',
})
const OPEN_SERIES = sqlStatement({
  name: 'invoice_series_next',
  text: `insert into invoice_series as s (series, last) values ($1, 1) on conflict (series) do update set last = s.last + 1
    returning last`,
})
const INSERT = sqlStatement({
  name: 'invoice_insert',
  whose: 1,
  text: `insert into invoice (merchant_id, series, number, currency, month, first_statement, last_statement, is_test, parties, lines, fee,
      vat, issued_at, corrects)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::jsonb, $10::text::jsonb, $11, $12, $13, $14::text::jsonb)`,
})

interface StoredLine {
  readonly vatRate: string
  readonly fee: string
  readonly vat: string
}

// The columns hold what was written.
const rowToInvoice = (row: RowOf<'invoice_one'>): Invoice => ({
  merchantCode: row.merchant_id,
  series: row.series,
  number: row.number,
  currency: row.currency,
  month: row.month,
  firstStatement: row.first_statement,
  lastStatement: row.last_statement,
  isTest: row.is_test,
  parties: row.parties as Parties,
  lines: (row.lines as readonly StoredLine[]).map(({ vatRate, fee, vat }) => ({
    vatRate,
    feeMinor: minor(BigInt(fee)),
    vatMinor: minor(BigInt(vat)),
  })),
  feeMinor: minor(row.fee),
  vatMinor: minor(row.vat),
  issuedAt: row.issued_at,
  ...(row.corrects !== null && { corrects: row.corrects as readonly string[] }),
})

export async function findInvoice(
  database: Database,
  merchantCode: MerchantCode,
  kind: InvoiceKind,
  { series, number }: DocumentNumber,
): Promise<Invoice | undefined> {
  const [row] = await database.run(ONE, [merchantCode, series, number, kind === 'CREDIT_NOTE'])
  return row && rowToInvoice(row)
}

export interface InvoicePage {
  readonly kind: InvoiceKind
  readonly merchantCode: MerchantCode | undefined
  /** `2026-11`: the month of the fees. */
  readonly month?: string | undefined
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  readonly after: (DocumentNumber & { readonly issuedAt: Instant }) | undefined
  readonly limit: number
}

/** Latest first. */
export async function pageOfInvoices(
  database: Database,
  { kind, merchantCode, month, from, to, after, limit }: InvoicePage,
): Promise<readonly Invoice[]> {
  const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
  const values = [merchantCode ?? null, iso(from), iso(to), iso(after?.issuedAt)]
  const place = [after?.series ?? null, after?.number ?? null]
  const of = [limit, kind === 'CREDIT_NOTE', month ?? null]
  const rows = await database.run(PAGE, [...values, ...place, ...of])
  return rows.map(rowToInvoice)
}

/** The month of a statement, in its zone. */
export const monthOf = ({ zone, until }: Pick<Statement, 'zone' | 'until'>): string =>
  localTime(zone, until - 1).day.slice(0, 7)

/** Whether no later statement can belong to the same month. */
const endsMonth = (statement: Statement): boolean =>
  localTime(statement.zone, statement.until).day.slice(0, 7) !== monthOf(statement)

export type NoInvoice =
  /** No issuer is configured. */
  | 'NO_ISSUER'
  /** Not all statements of that month are issued. */
  | 'MONTH_OPEN'
  /** No fees were charged in that month. */
  | 'NO_FEES'

interface InvoicingContext {
  readonly database: Database
  readonly deps: { readonly clock: Clock }
}

/** The documents of a month: at least one of them. */
export interface MonthBilled {
  readonly invoice: Invoice | undefined
  readonly creditNote: Invoice | undefined
}

/**
 * Issues the invoice and the credit note of a month, or finds those issued before.
 * @param month `2026-11`
 * @param alongside written in the same transaction, and not at all if nothing is issued
 */
export async function billMonth(
  { database, deps }: InvoicingContext,
  { merchantCode, merchant, isTest }: MerchantProfile,
  { currency, month }: Pick<Invoice, 'currency' | 'month'>,
  alongside: readonly SqlCall[] = [],
): Promise<Result<MonthBilled, NoInvoice>> {
  const known = await billedIn(database, { merchantCode, currency, month })
  if (known) return succeed(known)
  const [billing, terms] = await Promise.all([readBilling(database), readTerms(database, merchant)])
  if (!terms.parties.issuer) return fail('NO_ISSUER')
  const drawn = await statementsOf(database, { merchantCode, currency, month })
  if (!drawn) {
    // Its statements are in an invoice that was issued since the lookup.
    const made = await billedIn(database, { merchantCode, currency, month })
    return made ? succeed(made) : fail('MONTH_OPEN')
  }
  const from = { merchantCode, currency, number: drawn.first }
  const { charged, credited } = sidesOf(linesOf(await totalsOf(database, from, drawn.last)))
  if (charged.length === 0 && credited.length === 0) return fail('NO_FEES')
  const inSeries = (series: string) => (isTest ? `TEST-${series}` : series)
  const common = { merchantCode, currency, month, isTest, parties: terms.parties }
  const draft = (series: string, lines: readonly InvoiceLine[], corrects?: readonly string[]): Draft => ({
    ...common,
    series: inSeries(series),
    firstStatement: drawn.first,
    lastStatement: drawn.last,
    lines,
    issuedAt: deps.clock.now(),
    ...(corrects && { corrects }),
  })
  const drafts = [
    ...(charged.length === 0 ? [] : [draft(billing.series, charged)]),
    ...(credited.length === 0
      ? []
      : [draft(billing.creditSeries, credited, await correctedBy(database, from, drawn.last))]),
    // A fixed order of locks for all that bill at the same time.
  ].sort((one, other) => (one.series < other.series ? -1 : 1))
  await database
    .transact(
      drafts.map(({ series }) => ({ statement: OPEN_SERIES, values: [series] })),
      (opened) => ({
        outcome: undefined,
        calls: [...drafts.map((each, at) => insertion(each, Number(opened[at]?.[0]?.last))), ...alongside],
      }),
    )
    .catch(async (error: unknown) => {
      // Somebody else has issued it at the same time; our number was rolled back with the transaction.
      if (!(await billedIn(database, { merchantCode, currency, month }))) throw error
    })
  const made = await billedIn(database, { merchantCode, currency, month })
  return made ? succeed(made) : fail('MONTH_OPEN')
}

/** Before it has its number. */
type Draft = Omit<Invoice, 'number' | 'feeMinor' | 'vatMinor'>

function insertion(draft: Draft, number: number): SqlCall {
  const { merchantCode, series, currency, month, firstStatement, lastStatement, isTest, corrects } = draft
  const sum = (of: (line: InvoiceLine) => bigint) => draft.lines.reduce((total, line) => total + of(line), 0n)
  return {
    statement: INSERT,
    values: [
      ...[merchantCode, series, number, currency, month, firstStatement, lastStatement, isTest],
      ...[JSON.stringify(draft.parties), JSON.stringify(draft.lines.map(stored))],
      ...[sum(({ feeMinor }) => feeMinor), sum(({ vatMinor }) => vatMinor), isoTime(draft.issuedAt)],
      corrects === undefined ? null : JSON.stringify(corrects),
    ],
  }
}

/**
 * Splits the lines into rates with more charged than reversed and the others, with their signs inverted. If rounding
 * gives fee and VAT different signs, their sum decides.
 */
export function sidesOf(lines: readonly InvoiceLine[]): {
  readonly charged: readonly InvoiceLine[]
  readonly credited: readonly InvoiceLine[]
} {
  const isNothing = ({ feeMinor, vatMinor }: InvoiceLine) => feeMinor === 0n && vatMinor === 0n
  const isCredit = ({ feeMinor, vatMinor }: InvoiceLine) => {
    const totalMinor = feeMinor + vatMinor
    return totalMinor < 0n || (totalMinor === 0n && feeMinor < 0n)
  }
  return {
    charged: lines.filter((line) => !isNothing(line) && !isCredit(line)),
    credited: lines.filter(isCredit).map(({ vatRate, feeMinor, vatMinor }) => ({
      vatRate,
      feeMinor: minor(-feeMinor),
      vatMinor: minor(-vatMinor),
    })),
  }
}

const stored = ({ vatRate, feeMinor, vatMinor }: InvoiceLine): StoredLine => ({
  vatRate,
  fee: feeMinor.toString(),
  vat: vatMinor.toString(),
})

async function billedIn(
  database: Database,
  { merchantCode, currency, month }: Pick<Invoice, 'merchantCode' | 'currency' | 'month'>,
): Promise<MonthBilled | undefined> {
  const made = (await database.run(OF_MONTH, [merchantCode, currency, month])).map(rowToInvoice)
  if (made.length === 0) return undefined
  const of = (kind: InvoiceKind) => made.find((each) => kindOfInvoice(each) === kind)
  return { invoice: of('INVOICE'), creditNote: of('CREDIT_NOTE') }
}

/** The statements of this month's invoice: from the first without an invoice to the last of the month. */
async function statementsOf(
  database: Database,
  { merchantCode, currency, month }: Pick<Invoice, 'merchantCode' | 'currency' | 'month'>,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const [row] = await database.run(LAST_OF, [merchantCode, currency])
  const first = Number(row?.last ?? 0) + 1
  let isBegun = false
  for (let number = first; ; number++) {
    const statement = await findStatement(database, { merchantCode, currency, number })
    if (!statement) return undefined
    // After a change of time zone the next month may begin before this one has ended; then no later statement belongs
    // to this one.
    if (monthOf(statement) > month) return isBegun ? { first, last: number - 1 } : undefined
    if (monthOf(statement) !== month) continue
    if (endsMonth(statement)) return { first, last: number }
    isBegun = true
  }
}

/** By rate, for all kinds together. */
function linesOf(totals: readonly KindTotal[]): readonly InvoiceLine[] {
  const rated = totals.flatMap(({ vatRate, ...rest }) =>
    vatRate === undefined ? [] : [{ ...rest, vatRate }],
  )
  return [...Map.groupBy(rated, ({ vatRate }) => vatRate)].map(([vatRate, parts]) => ({
    vatRate,
    feeMinor: minor(parts.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)),
    vatMinor: minor(parts.reduce((sum, { vatMinor }) => sum + vatMinor, 0n)),
  }))
}
