/**
 * Which module, or part of one, owns which table. Only the owner names the table in its SQL; others call its functions
 * or, within a statement of their own, use SQL that the owner provides. The structure test checks the sources, and
 * `docs/reference/database.md` shows the owners.
 */

/** By folder or file in its module. */
const TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  database: ['schema_migration', 'node'],
  backup: ['transfer', 'setting'],
  'identity/operators': ['operator', 'audit'],
  'identity/people': [
    'person',
    'passkey',
    'authenticator_app',
    'recovery_code',
    'person_session',
    'person_device',
    'sign_in_link',
    'link_mail',
    'spent_proof',
  ],
  approvals: ['approval', 'approval_policy', 'approval_allowance', 'approval_answer'],
  'identity/access': ['signing_key', 'master_key'],
  merchants: ['merchant', 'merchant_credential'],
  account: ['request_log'],
  'identity/members': [
    'merchant_person',
    'merchant_member',
    'merchant_invitation',
    'merchant_activity',
    'merchant_mail',
  ],
  'payment-links': ['payment_link', 'payment_link_payin'],
  payments: [
    'payment',
    'event',
    'posting',
    'balance',
    'claim',
    'payment_link_paid',
    'case_file',
    'case_decision',
    'case_note',
    'step',
    'woken',
  ],
  callbacks: ['callback', 'attempt', 'callback_listener', 'heard_callback', 'proxy_sign'],
  'processing/stored-status-updates.ts': ['status_update'],
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
  'processors/connectors': ['connector'],
  'processors/providers': ['provider_account', 'provider_order', 'provider_call'],
  fx: ['fx_rate_pair'],
  billing: [
    'statement',
    'statement_entry',
    'statement_total',
    'billing',
    'merchant_billing',
    'invoice',
    'invoice_series',
  ],
  search: ['search_term', 'merchant_search_term', 'search_cursor'],
  reporting: ['reporting_quarter', 'reporting_day', 'reporting_case', 'reporting_zone', 'reporting_progress'],
  alerts: ['alert', 'alert_message', 'alert_rule', 'alert_look'],
  privacy: ['erasure_terms', 'legal_hold', 'erasure_due', 'erasure_cursor', 'erasure_request'],
  settlement: ['settlement_calendar', 'settlement_terms', 'settlement_run', 'settlement_item'],
  reconciliation: ['bank_entry', 'bank_entry_work', 'bank_csv_mapping', 'bank_statement_day', 'bank_closing'],
}

/** Table → owner. */
export const TABLE_OWNERS: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLES_OF).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
)

/** Modules that read all tables to compare them, and write none. */
export const EXAMINERS: readonly string[] = [
  'admin/invariants',
  'admin/doctor',
  // Counts a backup's rows before there is a gateway.
  'backup/contents.ts',
]

/** Modules that write another's table in one commit with their own, and why. */
export const WRITES_WITH_ITS_OWN: Readonly<Record<string, readonly string[]>> = {
  // The approved operation and its audit line are one commit, and the line decides the approval.
  'approvals/decisions.ts': ['audit'],
  // A change and its callback are one commit; a newer callback replaces those that wait for a retry.
  'payments/statements.ts': ['callback', 'attempt'],
}
