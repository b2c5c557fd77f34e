/** The columns that the journal's statements write, and how such a statement is built. */
import { sqlStatement } from '@sluice/database/port.ts'
import type { RowColumns, RowsStatement } from '@sluice/database/row-arrays.ts'

export const PAYMENT_COLUMNS = [
  ['merchant_id', 'text'],
  ['kind', 'text'],
  ['id', 'text'],
  ['key', 'uuid'],
  ['status', 'text'],
  ['seq', 'integer'],
  ['announced', 'integer'],
  ['change_id', 'uuid'],
  ['is_test', 'boolean'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['fee', 'bigint'],
  ['vat', 'bigint'],
  ['money_required', 'bigint'],
  ['method', 'text'],
  ['operator', 'text'],
  ['processor', 'text'],
  ['processor_ref', 'text'],
  ['processor_status', 'text'],
  ['request', 'text', 'jsonb'],
  ['request_hash', 'text'],
  ['response', 'text', 'jsonb'],
  ['payer_account', 'text', 'jsonb'],
  ['external_reference', 'text'],
  ['external_changes', 'smallint'],
  ['confirmation', 'text'],
  ['callback_url', 'text'],
  ['api_version', 'smallint'],
  ['created_at', 'timestamptz'],
  ['expire_at', 'timestamptz'],
  ['processed_at', 'timestamptz'],
  ['failure_reason', 'text'],
  ['payer', 'text'],
  ['waiting', 'text', 'jsonb'],
  ['wakes_at', 'timestamptz'],
] as const satisfies RowColumns

export const STEP = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['purpose', 'text'],
  ['kind', 'text'],
  ['id', 'text'],
  ['due_at', 'timestamptz'],
  ['tries', 'smallint'],
  ['processor', 'text'],
] as const satisfies RowColumns

export const statement = <const Name extends string>(
  name: Name,
  columns: RowColumns,
  text: string,
): RowsStatement<`journal_${Name}`> => ({
  ...sqlStatement({ name: `journal_${name}`, whose: 'part', text }),
  columns,
})
