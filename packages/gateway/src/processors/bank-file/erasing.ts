/**
 * Erases a payee from bank files, cancelled ones too. A file's content has all its payees, so it goes with the last of
 * them; its hash, number and totals stay.
 */
import { ERASED } from '@sluice/core/payment/erased.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { PaymentName } from '../../payments/erasing.ts'

/** Each half by an index. */
const LINES = `(select file_id, line from bank_file_line where merchant_id = $1 and key = $2 and in_force
    union all select file_id, line from bank_file_line where merchant_id = $1 and key = $2 and not in_force)`

const ERASE_LINES = sqlStatement({
  name: 'erasure_bank_file_lines',
  text: `update bank_file_line l set payee_name = '${ERASED}' from ${LINES} r where l.file_id = r.file_id and l.line = r.line`,
})
const ERASE_CONTENT = sqlStatement({
  name: 'erasure_bank_file_content',
  text: `update bank_file f set content = '' from (select distinct file_id from ${LINES} l) r where f.id = r.file_id
      and not exists (select from bank_file_line l where l.file_id = f.id and l.payee_name <> '${ERASED}')`,
})

export const bankFileErasures = ({ merchantId, key }: PaymentName): readonly SqlCall[] => [
  { statement: ERASE_LINES, values: [merchantId, key] },
  { statement: ERASE_CONTENT, values: [merchantId, key] },
]
