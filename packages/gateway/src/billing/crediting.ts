/**
 * Finds the invoices that a credit note corrects: those whose statements charged the payin fees that were reversed. A
 * fee reversal is part of its refund's event, so the payin is found through the refund's payment. Reads only, page by
 * page.
 */
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { movedBy } from '../payments/ledger-lines.ts'
import { payinOfRefund } from '../payments/sql-parts.ts'
import { linesOf } from './lines.ts'
import type { StatementId } from './statement.ts'

/** A number in a series, of an invoice or a credit note. */
export interface DocumentNumber {
  readonly series: string
  readonly number: number
}

/** As it is printed: `INV-000042`. */
export const invoiceName = ({ series, number }: DocumentNumber): string =>
  `${series}-${String(number).padStart(6, '0')}`

/** More than anybody reads; the statements list the rest. */
const MOST_NAMED = 100

/** The invoices that charged the payins of these refunds ($3), oldest first. */
const CHARGED_IN = sqlStatement({
  name: 'invoice_charged_in',
  whose: 1,
  text: `select distinct i.issued_at, i.series, i.number
    from (select $1::text as merchant_id, k.key from unnest($3::uuid[]) as k(key)) g
    cross join lateral (${payinOfRefund('g')}) y(key)
    join statement_entry c on c.merchant_id = $1 and c.key = y.key and c.currency = $2
    cross join lateral (${movedBy('c')}) m
    join invoice i on i.merchant_id = $1 and i.currency = $2 and i.corrects is null
      and c.number between i.first_statement and i.last_statement
    where m.fee > 0 or m.vat > 0 order by i.issued_at, i.series, i.number`,
})

/**
 * @param last of several consecutive statements
 * @returns the names of the invoices that charged the fees reversed in these statements, oldest first; charges without
 * an invoice are left out
 */
export async function correctedBy(
  database: Database,
  { merchantCode, currency, number }: StatementId,
  last: number,
): Promise<readonly string[]> {
  const names = new Set<string>()
  for (let each = number; each <= last; each++) {
    for await (const lines of linesOf(database, { merchantCode, currency, number: each })) {
      const refunding = lines.filter(({ feeMinor, vatMinor }) => feeMinor < 0n || vatMinor < 0n)
      if (refunding.length === 0) continue
      const keys = refunding.map(({ key }) => key)
      for (const row of await database.run(CHARGED_IN, [merchantCode, currency, keys]))
        names.add(invoiceName({ series: String(row.series), number: Number(row.number) }))
    }
    if (names.size > MOST_NAMED) break
  }
  return [...names].slice(0, MOST_NAMED)
}
