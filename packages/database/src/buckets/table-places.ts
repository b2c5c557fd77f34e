/**
 * Which tables are at home, and which are in buckets.
 *
 * An installation has one home. It holds what belongs to no merchant or is needed to find a merchant: credentials, operators, audit,
 * keys, receiving accounts and the movements on them, networks, approvals. A bucket holds everything that grows with the payments
 * of its merchants. Without buckets both are the same database.
 */
const IN_BUCKETS = [
  ...[
    'payment',
    'event',
    'history',
    'posting',
    'balance',
    'claim',
    'step',
    'waiting_step',
    'woken',
    'status_update',
  ],
  ...['callback', 'attempt', 'callback_listener', 'heard_callback'],
  ...['case_file', 'case_decision', 'case_note'],
  ...['payment_link', 'payment_link_payin', 'payment_link_paid'],
  ...['provider_order', 'provider_call', 'request_log'],
  ...['statement', 'statement_entry', 'statement_total', 'invoice'],
  ...['reporting_quarter', 'reporting_day', 'reporting_case', 'reporting_zone', 'reporting_progress'],
  ...['search_term', 'merchant_search_term', 'search_cursor'],
  ...['every_merchant'],
] as const

/** Tables and views of buckets. All others are at home. */
export const BUCKET_TABLES: ReadonlySet<string> = new Set(IN_BUCKETS)
