/** The columns that the journal's statements write, and how such a statement is put together. */
import type { SqlStatement } from '../database/port.ts'

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
  ['request', 'text'],
  ['request_hash', 'text'],
  ['response', 'text'],
  ['payer_account', 'text'],
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
  ['waiting', 'text'],
  ['wakes_at', 'timestamptz'],
] as const

export const DOCUMENTS: ReadonlySet<string> = new Set([
  'request',
  'response',
  'payer_account',
  'waiting',
  'detail',
  'body',
])

export type JournalColumns = readonly (readonly [name: string, type: string])[]

export const names = (columns: JournalColumns) => columns.map(([name]) => name).join(', ')
export const selected = (columns: JournalColumns, alias: string) =>
  columns.map(([name]) => `${alias}.${name}${DOCUMENTS.has(name) ? '::jsonb' : ''}`).join(', ')
export const recordset = (columns: JournalColumns, parameter = '$1') =>
  `json_to_recordset(${parameter}::json) as r(${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`

export const insert = (table: string, columns: JournalColumns, tail = '') =>
  `insert into ${table} (${names(columns)}) select ${selected(columns, 'r')} from ${recordset(columns)} ${tail}`

export const STEP = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['purpose', 'text'],
  ['kind', 'text'],
  ['id', 'text'],
  ['due_at', 'timestamptz'],
  ['tries', 'smallint'],
  ['processor', 'text'],
] as const
export const statement = (name: string, text: string): SqlStatement => ({ name: `journal_${name}`, text })
