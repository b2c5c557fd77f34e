import { describe, expect, it } from 'vitest'
import { referencesIn, signatureOf } from './webhook.ts'

const SECRET = 'a-secret-of-payments'
const PAYOUT_SECRET = 'a-secret-of-payouts'
const NOW = 1_746_427_759_733
const REFERENCE = '01a1fd1e8c00744382cd1a47ec1330af'

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const reported = (
  body: Uint8Array,
  {
    secret = SECRET,
    timestamp = String(NOW),
    signed = body,
  }: { secret?: string; timestamp?: string; signed?: Uint8Array } = {},
) =>
  referencesIn(
    {
      path: '',
      headers: {
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': signatureOf(secret, timestamp, signed),
      },
      body,
    },
    [SECRET, PAYOUT_SECRET],
    NOW,
  )
const PAID = bytes({ data: { order: { order_id: REFERENCE } }, type: 'PAYMENT_SUCCESS_WEBHOOK' })

describe('a notification of Cashfree', () => {
  it.each([
    ['a payment of an order', { order: { order_id: REFERENCE, order_tags: null } }],
    ['a payment of a link', { order: { order_id: 'CFPay_1', order_tags: { link_id: REFERENCE } } }],
    ['a link', { link_id: REFERENCE, link_status: 'PAID' }],
    ['a refund', { refund: { refund_id: REFERENCE, order_id: 'another' } }],
    ['a transfer', { transfer_id: REFERENCE, status: 'REVERSED' }],
  ])('names %s', (_name, data) => {
    expect(reported(bytes({ data }))).toEqual([REFERENCE])
  })

  it('is signed with the secret of either product', () => {
    expect(reported(PAID, { secret: PAYOUT_SECRET })).toEqual([REFERENCE])
  })

  /** printf '%s%s' 1746427759733 '{"data":{}}' | openssl dgst -sha256 -hmac a-secret-of-payments -binary | openssl base64 */
  it('is signed as OpenSSL signs, over the time and the body', () => {
    const body = new TextEncoder().encode('{"data":{}}')
    expect(signatureOf(SECRET, String(NOW), body)).toBe('8zTgZkYYZrVCBiN/seyQ2UizyHuM/bf5t3eufyhTKqY=')
  })

  it.each([
    ['another secret', { secret: 'a-guess' }],
    ['an empty secret', { secret: '' }],
    ['another body', { signed: bytes({ data: {} }) }],
    ['a time long ago', { timestamp: String(NOW - 3_600_001) }],
    ['a time to come', { timestamp: String(NOW + 300_001) }],
    ['no time', { timestamp: '' }],
    ['another form of time', { timestamp: '2025-05-05T06:49:19Z' }],
  ])('says nothing with %s', (_name, forged) => {
    expect(reported(PAID, forged)).toEqual([])
  })

  it('takes its time in seconds, too', () => {
    expect(reported(PAID, { timestamp: String(Math.floor(NOW / 1_000)) })).toEqual([REFERENCE])
  })

  it.each([
    ['without a signature', { 'x-webhook-timestamp': String(NOW) }],
    ['with two of them', { 'x-webhook-timestamp': String(NOW), 'x-webhook-signature': ['a', 'b'] }],
    ['with one that is cut', { 'x-webhook-timestamp': String(NOW), 'x-webhook-signature': 'c2hvcnQ=' }],
  ])('says nothing %s', (_name, headers) => {
    expect(referencesIn({ path: '', headers, body: PAID }, [SECRET], NOW)).toEqual([])
  })

  it.each([
    ['no JSON', new TextEncoder().encode('{')],
    ['another document', bytes({ hello: true })],
    ['a reference that is none of ours', bytes({ data: { order: { order_id: "'; drop table payment" } } })],
  ])('says nothing with %s', (_name, body) => {
    expect(reported(body)).toEqual([])
  })
})
