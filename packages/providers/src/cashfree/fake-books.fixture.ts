/** The books of Cashfree's fake, how it shows them, and the schemas of requests and answers. */
import { Ajv, type ValidateFunction } from 'ajv'
import { type FakeAnswer, json } from '../fake-server.fixture.ts'
import SAMPLE from './samples/cashfree.json' with { type: 'json' }

export interface FakePayment {
  readonly cf_payment_id: string
  readonly payment_amount: number
  payment_status: string
  is_captured: boolean
  readonly payment_completion_time: string
}

export interface FakeOrder {
  readonly order_id: string
  readonly order_amount: number
  readonly session: string
  readonly endsAt: number
  readonly notifyUrl: string | undefined
  /** For an order of a payment link. */
  readonly link_id: string | undefined
  order_status: string
  readonly payments: FakePayment[]
  readonly refunds: FakeRefund[]
}

export interface FakeLink {
  readonly link_id: string
  readonly link_amount: number
  readonly endsAt: number
  readonly notifyUrl: string | undefined
  link_status: string
}

export interface FakeRefund {
  readonly refund_id: string
  readonly refund_amount: number
  refund_status: string
  readonly refund_type: string
  readonly cf_payment_id: string
}

export interface FakeTransfer {
  readonly transfer_id: string
  readonly transfer_amount: number
  readonly account: string
  status: string
  status_code: string
}

type Definition = keyof typeof SAMPLE.definitions

const ajv = new Ajv({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'cashfree', definitions: SAMPLE.definitions })

const schemaOf = (name: Definition): ValidateFunction => {
  const found = ajv.getSchema(`cashfree#/definitions/${name}`)
  if (!found) throw new Error(`the sample has no schema ${name}`)
  return found
}

/** @returns what is wrong with a request's body, by the document; undefined if nothing is */
export function faultOf(name: Definition, body: unknown): string | undefined {
  const check = schemaOf(name)
  return check(body) ? undefined : ajv.errorsText(check.errors)
}

/** Its own answers must match the document too, so that tests against it say something about Cashfree. */
export function shown<Shown extends object>(name: Definition, value: Shown): Shown {
  const fault = faultOf(name, value)
  if (fault !== undefined) throw new Error(`the fake’s own ${name} does not fit: ${fault}`)
  return value
}

const CREATED = '2026-01-01T05:30:00+05:30'

export const showOrder = (order: FakeOrder) =>
  shown('OrderEntity', {
    cf_order_id: '2149460581',
    order_id: order.order_id,
    entity: 'order',
    order_currency: 'INR',
    order_amount: order.order_amount,
    order_status: order.order_status,
    payment_session_id: order.session,
    order_expiry_time: new Date(order.endsAt).toISOString(),
    created_at: CREATED,
    ...(order.link_id !== undefined && { link_id: order.link_id }),
  })

export const showPayment = (order: FakeOrder, payment: FakePayment) => ({
  ...shown('PaymentEntity', {
    ...payment,
    order_id: order.order_id,
    entity: 'payment',
    order_amount: order.order_amount,
    order_currency: 'INR',
    payment_currency: 'INR',
    payment_group: 'upi',
    payment_message: 'Transaction successful',
    bank_reference: '234928698581',
    payment_time: CREATED,
  }),
  payment_method: { upi: { channel: 'link', upi_id: 'payer@fakebank' } },
  // As Cashfree does if something does not apply.
  auth_id: null,
})

export const showLink = (link: FakeLink) =>
  shown('LinkEntity', {
    cf_link_id: '1996567',
    link_id: link.link_id,
    link_status: link.link_status,
    link_currency: 'INR',
    link_amount: link.link_amount,
    link_amount_paid: link.link_status === 'PAID' ? link.link_amount : 0,
    link_partial_payments: false,
    link_purpose: 'Payment',
    link_created_at: CREATED,
    link_url: `https://payments-test.cashfree.example/links/${link.link_id}`,
    link_expiry_time: new Date(link.endsAt).toISOString(),
  })

export const showRefund = (order: FakeOrder, refund: FakeRefund) =>
  shown('RefundEntity', {
    cf_refund_id: '1553338',
    order_id: order.order_id,
    entity: 'refund',
    ...refund,
    refund_currency: 'INR',
    created_at: CREATED,
  })

export const showTransfer = ({ account: _account, ...transfer }: FakeTransfer) =>
  shown('CreateTransferResponse', {
    ...transfer,
    cf_transfer_id: '123456',
    transfer_mode: 'BANK',
    fundsource_id: 'CASHFREE_1',
    added_on: CREATED,
    updated_on: CREATED,
    ...(transfer.status === 'SUCCESS' && { transfer_utr: 'TESTR92023012200543116' }),
  })

/** @param error its type and its code: `api_error internal_error` */
export const problem = (status: number, error: string): FakeAnswer => {
  const [type = '', code = ''] = error.split(' ')
  return json(status, { message: error, code, type })
}
export const invalid = (code: string): FakeAnswer =>
  json(400, { message: code, code, type: 'invalid_request_error' })
export const missing = (what: string): FakeAnswer =>
  json(404, { message: 'x', code: `${what}_not_found`, type: 'invalid_request_error' })

/** Up to two decimals, at least one rupee. */
export const isWhole = (amount: number): boolean => amount >= 1 && /^\d+(\.\d{1,2})?$/.test(String(amount))
