/** Between the payment as the house speaks of it and its row: one function each way, and nothing else knows the columns. */
import type { Instructions } from '../catalogue/method.ts'
import type { AccountView } from '../catalogue/responses.ts'
import type { Row } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import type {
  ChangeId,
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '../foundation/identifiers.ts'
import { type CurrencyCode, type Minor, minor } from '../foundation/money.ts'
import type { Payment, PaymentRequest } from './model.ts'
import type { Status } from './transitions.ts'

/** A row on its way into a statement: JSON values only; amounts and documents as text, times as ISO 8601. */
export type RowOut = Record<string, string | number | boolean | null>

let lastInstant: Instant = 0
let lastText = new Date(0).toISOString()

/** The rows of a change name the same instant again and again, so the last one is kept: writing it out takes 0.4 µs. */
export function isoTime(at: Instant): string {
  if (at === lastInstant) return lastText
  const text = new Date(at).toISOString()
  lastInstant = at
  lastText = text
  return text
}

const optional = <In, Out>(value: In | undefined, write: (value: In) => Out): Out | null =>
  value === undefined ? null : write(value)

export function paymentToRow(payment: Payment, changeId: ChangeId): RowOut {
  return {
    merchant_id: payment.merchantId,
    kind: payment.kind,
    id: payment.id,
    key: payment.key,
    is_test: payment.isTest,
    currency: payment.money.currency,
    amount: payment.money.amountMinor.toString(),
    fee: payment.feeMinor.toString(),
    vat: payment.vatMinor.toString(),
    method: payment.method,
    operator: payment.operator ?? null,
    processor: payment.processor,
    request: JSON.stringify(payment.request),
    request_hash: payment.requestHash,
    callback_url: payment.callbackUrl,
    api_version: payment.apiVersion,
    created_at: isoTime(payment.createdAt),
    ...acceptanceColumns(payment),
    ...stateColumns(payment, changeId),
  }
}

/** What the processor's acceptance makes known: large, and written at most twice. */
const acceptanceColumns = (payment: Payment): RowOut => ({
  money_required: optional(payment.moneyRequiredMinor, String),
  processor_ref: payment.processorRef ?? null,
  response: optional(payment.response, JSON.stringify),
})

/** What any change may alter. */
const stateColumns = (payment: Payment, changeId: ChangeId): RowOut => ({
  status: payment.status,
  seq: payment.seq,
  announced: payment.announced,
  change_id: changeId,
  processor_status: payment.processorStatus ?? null,
  payer_account: optional(payment.payerAccount, JSON.stringify),
  external_reference: payment.externalReference ?? null,
  external_changes: payment.externalChanges,
  confirmation: payment.confirmation ?? null,
  expire_at: optional(payment.expireAt, isoTime),
  processed_at: optional(payment.processedAt, isoTime),
  failure_reason: payment.failureReason ?? null,
})

/** The row of a change of state; with what the acceptance made known, where the change brings that. */
export function alteredRow(
  before: Payment,
  after: Payment,
  changeId: ChangeId,
): { row: RowOut; wide: boolean } {
  const wide =
    after.response !== before.response ||
    after.processorRef !== before.processorRef ||
    after.moneyRequiredMinor !== before.moneyRequiredMinor
  const { merchantId, kind, id } = after
  const name = { merchant_id: merchantId, kind, id }
  const state = stateColumns(after, changeId)
  return { wide, row: wide ? { ...name, ...acceptanceColumns(after), ...state } : { ...name, ...state } }
}

// The database is ours and its CHECKs hold: what stands in a column is what was written. So the casts below are the one
// place where a stored text becomes a branded type again.

/** A column's value as T; the caller names the column's type, which the migrations fix. */
const column = <T>(row: Row, name: string): T => row[name] as T
const nullable = <T>(row: Row, name: string): T | undefined => (row[name] ?? undefined) as T | undefined

export const minorColumn = (row: Row, name: string): Minor => minor(column<bigint>(row, name))

export function rowToPayment(row: Row): Payment {
  const required = nullable<bigint>(row, 'money_required')
  return {
    merchantId: column<MerchantCode>(row, 'merchant_id'),
    kind: column<PaymentKind>(row, 'kind'),
    id: column<MerchantOrderId>(row, 'id'),
    key: column<PaymentKey>(row, 'key'),
    status: column<Status>(row, 'status'),
    seq: column<number>(row, 'seq'),
    announced: column<number>(row, 'announced'),
    isTest: column<boolean>(row, 'is_test'),
    money: { currency: column<CurrencyCode>(row, 'currency'), amountMinor: minorColumn(row, 'amount') },
    feeMinor: minorColumn(row, 'fee'),
    vatMinor: minorColumn(row, 'vat'),
    moneyRequiredMinor: required === undefined ? undefined : minor(required),
    method: column<string>(row, 'method'),
    operator: nullable<string>(row, 'operator'),
    processor: column<string>(row, 'processor'),
    processorRef: nullable<string>(row, 'processor_ref'),
    processorStatus: nullable<string>(row, 'processor_status'),
    request: column<PaymentRequest>(row, 'request'),
    requestHash: column<string>(row, 'request_hash'),
    response: nullable<Instructions>(row, 'response'),
    payerAccount: nullable<AccountView>(row, 'payer_account'),
    externalReference: nullable<string>(row, 'external_reference'),
    externalChanges: column<number>(row, 'external_changes'),
    confirmation: nullable<string>(row, 'confirmation'),
    callbackUrl: column<string>(row, 'callback_url'),
    apiVersion: column<number>(row, 'api_version'),
    createdAt: column<Instant>(row, 'created_at'),
    expireAt: nullable<Instant>(row, 'expire_at'),
    processedAt: nullable<Instant>(row, 'processed_at'),
    failureReason: nullable<string>(row, 'failure_reason'),
  }
}
