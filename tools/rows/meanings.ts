/**
 * The TypeScript types of columns. A column is found by its table, then by its name, then by its SQL type. A text
 * column whose CHECK lists values gets those as a union.
 */

/** A type and the module that declares it; built-in types have no module. */
export interface Meaning {
  readonly type: string
  readonly from?: string
}

const of =
  (from: string) =>
  (type: string): Meaning => ({ type, from })
const identifier = of('@sluice/core/foundation/identifiers.ts')

export const MERCHANT = identifier('MerchantCode')
const PAYMENT_KEY = identifier('PaymentKey')
const PAYMENT_KIND = identifier('PaymentKind')
const ORDER_ID = identifier('MerchantOrderId')
const STATUS = of('@sluice/core/payment/transitions.ts')('Status')

/** As `packages/database/src/wire.ts` reads them. */
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
  'timestamp with time zone': of('@sluice/core/foundation/deps.ts')('Instant'),
  'text[]': { type: 'readonly string[]' },
  'uuid[]': { type: 'readonly string[]' },
  'bigint[]': { type: 'readonly bigint[]' },
}
/** For every other type. */
export const TEXT: Meaning = { type: 'string' }

export const BY_NAME: Readonly<Record<string, Meaning>> = {
  merchant_id: MERCHANT,
  currency: of('@sluice/core/foundation/money.ts')('CurrencyCode'),
  payment_key: PAYMENT_KEY,
  change_id: identifier('ChangeId'),
}

/** Tables and views with rows of payments, and the columns that contain a payment's kind, ID and key. */
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

/** By `table.column`. Only its module knows the content of a document. */
export const BY_COLUMN: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(
    Object.entries(OF_PAYMENTS).flatMap(([table, columns]) =>
      columns.map((column) => [`${table}.${column}`, OF_A_PAYMENT[column] ?? TEXT]),
    ),
  ),
  'payment.status': STATUS,
  'history.from_status': STATUS,
  'history.to_status': STATUS,
  'chain_address.id': ORDER_ID,
  'provider_call.payment_id': ORDER_ID,
  'provider_order.kind': PAYMENT_KIND,
  'provider_order.payment_id': ORDER_ID,
  'heard_callback.kind': PAYMENT_KIND,
  'heard_callback.payment_id': ORDER_ID,
}
