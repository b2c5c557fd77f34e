/**
 * The debit of a payout in a bank file, as a statement shows it.
 *
 * The bank's answer and the statement's debit report the same fact, the delivery of the payout, so together they count
 * once. But a payout has one debit: a second one is money that was sent twice, and must not be taken for a repetition
 * of the first.
 */
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import type { AcceptedPayout } from './waiting.ts'

const DEBIT = sqlStatement({
  name: 'bank_file_payout_debit',
  text: `update bank_file_payout set debited_by = $3
    where merchant_id = $1 and key = $2 and coalesce(debited_by, $3) = $3 returning key`,
})

/**
 * @param fact the entry: account and the bank's own reference
 * @returns whether this entry is the payout's debit, now or before; false: another one is, and this one is too much
 */
export async function takeDebit(
  database: Database,
  { merchantId, key }: Pick<AcceptedPayout, 'merchantId' | 'key'>,
  fact: string,
): Promise<boolean> {
  return (await database.run(DEBIT, [merchantId, key, fact])).length === 1
}

/**
 * SQL for `cross join lateral`: the payout of this reference, if its file went to the bank, with `merchant_id`, `key`
 * and the entry that debited it. All parameters are SQL. @param isTest whether to search test payouts or live ones
 */
export const releasedPayout = (reference: string, isTest: string): string =>
  `select w.merchant_id, w.key, w.debited_by from (
      select w.merchant_id, w.key, w.file_id, w.debited_by from bank_file_payout w where w.reference = ${reference} offset 0) w
    join bank_file f on f.id = w.file_id and f.status = 'RELEASED' and (f.processor like 'test-%') = ${isTest}`
