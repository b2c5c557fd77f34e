/**
 * What the columns of rows mean to the program: the type that each has in TypeScript. A column is found by its table first, then by its
 * name, then by its type in SQL. A text whose CHECK names what it may be is one of these.
 */

/** A type, and the module of `src/` that it is declared in; types of the language have none. */
export interface Meaning {
  readonly type: string
  readonly from?: string
}

const of =
  (from: string) =>
  (type: string): Meaning => ({ type, from })
const identifier = of('foundation/identifiers.ts')

export const MERCHANT = identifier('MerchantCode')
const PAYMENT_KEY = identifier('PaymentKey')
const PAYMENT_KIND = identifier('PaymentKind')
const ORDER_ID = identifier('MerchantOrderId')
const STATUS = of('payments/transitions.ts')('Status')

/** As `src/database/wire.ts` reads them. */
export const BY_TYPE: Readonly<Record<string, Meaning>> = {
  smallint: { type: 'number' },
  integer: { type: 'number' },
  'double precision': { type: 'number' },
  real: { type: 'number' },
  oid: { type: 'number' },
  bigint: { type: 'bigint' },
  boolean: { type: 'boolean' },
  json: { type: 'unknown' },
  jsonb: { type: 'unknown' },
  'timestamp with time zone': of('foundation/deps.ts')('Instant'),
  'text[]': { type: 'readonly string[]' },
  'bigint[]': { type: 'readonly bigint[]' },
}
/** Of every other type. */
export const TEXT: Meaning = { type: 'string' }

export const BY_NAME: Readonly<Record<string, Meaning>> = {
  merchant_id: MERCHANT,
  currency: of('foundation/money.ts')('CurrencyCode'),
  payment_key: PAYMENT_KEY,
  change_id: identifier('ChangeId'),
}

/** Tables and views whose rows are led by a payment: which columns say by its kind, its ID and its key which one it is. */
const OF_PAYMENTS: Readonly<Record<string, readonly string[]>> = {
  payment: ['key', 'kind', 'id'],
  event: ['key'],
  history: ['key', 'kind'],
  posting: ['key'],
  claim: ['key'],
  callback: ['key', 'kind', 'id'],
  attempt: ['key'],
  step: ['key', 'kind', 'id'],
  waiting_step: ['key', 'kind', 'id'],
  statusUpdate: ['kind', 'id'],
  payment_link_payin: ['key'],
  bank_file_payout: ['key', 'id'],
  bank_file_line: ['key'],
  statement_entry: ['key'],
}
const OF_A_PAYMENT: Readonly<Record<string, Meaning>> = { key: PAYMENT_KEY, kind: PAYMENT_KIND, id: ORDER_ID }

/** By `table.column`. What a document holds, nobody but its module knows. */
export const BY_COLUMN: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(
    Object.entries(OF_PAYMENTS).flatMap(([table, columns]) =>
      columns.map((column) => [`${table}.${column}`, OF_A_PAYMENT[column] ?? TEXT]),
    ),
  ),
  'payment.status': STATUS,
  'chain_address.id': ORDER_ID,
  'provider_call.payment_id': ORDER_ID,
  'provider_order.payment_id': ORDER_ID,
  'heard_callback.payment_id': ORDER_ID,
}
