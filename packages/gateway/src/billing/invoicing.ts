/**
 * Issues invoices and credit notes automatically after a month's statements: for every merchant and currency with fees,
 * one for each ended month without an invoice, oldest first. Several nodes may try; `invoices` makes sure that each is
 * issued once.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import type { BalanceKey } from '../payments/ledger-lines.ts'
import { billMonth, monthOf } from './invoices.ts'
import type { IssuingContext } from './issuing.ts'

/**
 * Months of one merchant and currency in a round: eight years, or as many statements as anybody requests within a
 * month.
 */
const MOST_AT_ONCE = 100

/** Statements with fees and without an invoice, for each pair of $1 and $2, in their order. */
const UNBILLED = sqlStatement({
  name: 'statement_unbilled',
  whose: { each: 'own', merchants: 1, with: [2], place: 'place' },
  text: `select r.place, s.until_at, s.zone from unnest($1::text[], $2::text[]) with ordinality as r(merchant_id, currency, place)
    cross join lateral (select s.number, s.until_at, s.zone from statement s
      where s.merchant_id = r.merchant_id and s.currency = r.currency and s.issued_at is not null
        and s.number > (select coalesce(max(i.last_statement), 0) from invoice i
          where i.merchant_id = r.merchant_id and i.currency = r.currency)
        and exists (select from statement_total t where t.merchant_id = s.merchant_id and t.currency = s.currency
          and t.number = s.number and (t.fee <> 0 or t.vat <> 0))
      order by s.number limit ${MOST_AT_ONCE}) s
    order by r.place, s.number`,
})

/** The months to bill of one merchant and currency. */
interface Unbilled {
  readonly balance: BalanceKey
  /** `2026-11`, oldest first; each has ended. */
  readonly months: readonly string[]
}

/** @param now later months have not ended yet */
export async function unbilledMonths(
  database: Database,
  balances: readonly BalanceKey[],
  now: Instant,
): Promise<readonly Unbilled[]> {
  if (balances.length === 0) return []
  const rows = await database.run(UNBILLED, [
    balances.map(({ merchantCode }) => merchantCode),
    balances.map(({ currency }) => currency),
  ])
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place))
  return balances.flatMap((balance, index) => {
    // Counted from 1.
    const statements = byPlace.get(index + 1) ?? []
    const months = statements.flatMap((row) => {
      const [zone, until] = [row.zone, row.until_at]
      const month = monthOf({ zone, until })
      return month < localTime(zone, now).day.slice(0, 7) ? [month] : []
    })
    return months.length === 0 ? [] : [{ balance, months: [...new Set(months)] }]
  })
}

/** Issues the due documents of one merchant and currency. Stops at a month whose statements are not all issued. */
export async function invoiceMonths(context: IssuingContext, { balance, months }: Unbilled): Promise<void> {
  const profile = await context.merchants.find(balance.merchantCode)
  if (!profile) return
  for (const month of months) {
    const made = await billMonth(context, profile, { currency: balance.currency, month })
    // In such a month all fees were reversed. Later months are billed all the same.
    if (!made.ok && made.failure !== 'NO_FEES') return
  }
}
