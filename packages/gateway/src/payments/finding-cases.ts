/** Finds cases by what they are about, always by keys. Never writes. */
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { CASE_ROWS, type CaseFile, isCaseKey, rowToCase } from './cases.ts'

export interface CasesAbout {
  /** A case's ID, or a processor's name for the money: any text. */
  readonly name: string
  readonly payments: readonly Pick<Payment, 'merchantId' | 'key'>[]
  /** Bank entries. */
  readonly entries: readonly { readonly account: string; readonly reference: string }[]
}

const ABOUT = sqlStatement({
  name: 'cases_about',
  whose: { each: 'sorted', by: ['-key'], limit: { parameter: 7 } },
  text: `${CASE_ROWS} where c.key in (
      select key from case_file where key = any($1::uuid[])
      union all (select key from case_file where detail ->> 'statusUpdate' = $2 limit $7)
      union all select f.key from unnest($3::text[], $4::uuid[]) as r(merchant_id, payment_key)
        cross join lateral (select key from case_file
          where merchant_id = r.merchant_id and payment_key = r.payment_key limit $7) f
      union all select f.key from unnest($5::text[], $6::text[]) as r(account, reference)
        cross join lateral (select key from case_file where detail -> 'entry' is not null
          and detail -> 'entry' ->> 'account' = r.account and detail -> 'entry' ->> 'reference' = r.reference limit $7) f)
    order by c.key desc limit $7`,
})

/** The newest first. */
export async function casesAbout(
  database: Database,
  { name, payments, entries }: CasesAbout,
  limit: number,
): Promise<readonly CaseFile[]> {
  const id = name.toLowerCase()
  const rows = await database.run(ABOUT, [
    isCaseKey(id) ? [id] : [],
    name,
    payments.map(({ merchantId }) => merchantId),
    payments.map(({ key }) => key),
    entries.map(({ account }) => account),
    entries.map(({ reference }) => reference),
    limit,
  ])
  return rows.map(rowToCase)
}
