/**
 * Erases a payee from bank files. The file's content has all its payees, so it goes with the last of them; its hash,
 * number and totals stay.
 */
import { ERASED } from '@sluice/core/payment/erased.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { PaymentName } from '../../payments/erasing.ts'

const ERASE_LINES = sqlStatement({
  name: 'erasure_bank_file_lines',
  text: `update bank_file_line l set payee_name = '${ERASED}' from bank_file_payout w
    where w.merchant_id = $1 and w.key = $2 and l.merchant_id = w.merchant_id and l.key = w.key and l.file_id = w.file_id`,
})
const ERASE_CONTENT = sqlStatement({
  name: 'erasure_bank_file_content',
  text: `update bank_file f set content = '' from bank_file_payout w
    where w.merchant_id = $1 and w.key = $2 and f.id = w.file_id
      and not exists (select from bank_file_line l where l.file_id = f.id and l.payee_name <> '${ERASED}')`,
})

export const bankFileErasures = ({ merchantId, key }: PaymentName): readonly SqlCall[] => [
  { statement: ERASE_LINES, values: [merchantId, key] },
  { statement: ERASE_CONTENT, values: [merchantId, key] },
]
