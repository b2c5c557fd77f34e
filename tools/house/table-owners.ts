/**
 * Which room, or part of one, owns which table: it alone names the table in its SQL, and whoever needs its rows asks it. The
 * structure test holds `src/` to it, and `docs/database.md` shows it.
 */

/** By folder or file under `src/`. */
const TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  database: ['schema_migration', 'node'],
  transfer: ['transfer', 'setting'],
  operators: ['operator', 'audit'],
  access: ['signing_key', 'master_key'],
  merchants: ['merchant', 'merchant_credential'],
  payments: ['payment', 'event', 'posting', 'balance', 'claim', 'case_file', 'case_decision', 'step'],
  callbacks: ['callback', 'attempt', 'callback_listener', 'heard_callback', 'proxy_sign'],
  'processors/kept-reports.ts': ['report'],
  'processors/own-account': ['receiving_account'],
  'processors/stablecoin': [
    'chain_wallet',
    'chain_network',
    'chain_cursor',
    'chain_checkpoint',
    'chain_address',
    'chain_transfer',
    'chain_receipt',
  ],
  'processors/bank-file': ['debtor_account', 'bank_file', 'bank_file_payout', 'bank_file_line'],
  'processors/http': ['connector'],
  fx: ['fx_rate_pair'],
  feeds: ['bank_entry', 'bank_entry_work', 'bank_csv_mapping'],
}

/** Table → owner. */
export const TABLE_OWNERS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLES_OF).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
)
