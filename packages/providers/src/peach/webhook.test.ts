import { signWebhook, webhookFault } from '@sluice/core/foundation/webhooks.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeNotification } from '../fake-server.fixture.ts'
import { PeachFake } from './fake.fixture.ts'
import { PEACH_SETTINGS } from './peach.fixture.ts'
import { decrypted, referencesIn } from './webhook.ts'

const { notificationKey: key, payoutsNotificationSecret: payouts } = PEACH_SETTINGS
const NOW = Date.parse('2026-11-23T03:00:00Z')
const REFERENCE = '0123456789ABCDEF'
const PAYOUT = '0700bd9f-6fc4-43b6-8591-dc612843ec44'

const read = (
  { body, headers }: Pick<FakeNotification, 'body' | 'headers'>,
  secrets: { key?: string; payouts?: string } = { key, payouts },
): readonly string[] =>
  referencesIn(
    { path: '', headers, body: Buffer.from(body) },
    { key: secrets.key, payouts: secrets.payouts },
    NOW,
  )

describe('a notification of the Payments API', () => {
  let reported: FakeNotification
  beforeEach(() => {
    reported = new PeachFake(PEACH_SETTINGS).notificationOf(REFERENCE)
  })

  it('is read as the documents of the Open Payment Platform have it, in their example', () => {
    const headers = {
      'x-initialization-vector': '000000000000000000000000',
      'x-authentication-tag': 'CE573FB7A41AB78E743180DC83FF09BD',
    }
    const twice = key + key
    expect(decrypted('0A3471C72D9BE49A8520F79C66BBD9A12FF9', twice, headers)).toBe('{"type":"PAYMENT"}')
  })

  it('names the payment, in one piece or wrapped', () => {
    expect(read(reported)).toEqual([REFERENCE])
    expect(read({ ...reported, body: `${reported.body.toLowerCase()}\n` })).toEqual([REFERENCE])
    for (const name of ['encryptedBody', 'encryptedData'])
      expect(read({ ...reported, body: JSON.stringify({ [name]: reported.body }) })).toEqual([REFERENCE])
  })

  it('says nothing without our key, or by another one', () => {
    expect(read(reported, {})).toEqual([])
    expect(read(reported, { key: 'ff'.repeat(16) })).toEqual([])
    expect(read(reported, { key: key + key })).toEqual([])
  })

  it('says nothing once a byte of it, of its vector or of its tag is another', () => {
    const flipped = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
    expect(read({ ...reported, body: flipped(reported.body) })).toEqual([])
    expect(read({ ...reported, body: reported.body.slice(2) })).toEqual([])
    for (const name of ['x-initialization-vector', 'x-authentication-tag']) {
      const headers = { ...reported.headers, [name]: flipped(reported.headers[name] ?? '') }
      expect(read({ ...reported, headers })).toEqual([])
      expect(read({ ...reported, headers: { ...reported.headers, [name]: '' } })).toEqual([])
      expect(read({ ...reported, headers: { ...reported.headers, [name]: '00' } })).toEqual([])
    }
    expect(read({ ...reported, headers: {} })).toEqual([])
  })

  it.each([
    ['plain, as the first message of a new address is', '{"verificationCode":"0700bd9f"}'],
    [
      'plain, and names a payment',
      JSON.stringify({ type: 'PAYMENT', payload: { merchantTransactionId: REFERENCE } }),
    ],
    ['empty', ''],
    ['no JSON', '{'],
    ['an odd number of digits', 'abc'],
    ['long', 'ab'.repeat(40_000)],
  ])('says nothing where it is %s', (_what, body) => {
    expect(read({ ...reported, body })).toEqual([])
  })

  it('says nothing of what is none of our references', () => {
    const foreign = new PeachFake(PEACH_SETTINGS).notificationOf("1' or '1'='1")
    expect(read(foreign)).toEqual([])
  })
})

describe('a notification of the Payouts API', () => {
  const body = JSON.stringify({ status: 'successful', payoutId: PAYOUT, resultCode: '2000.000.000' })
  const signed = (at = NOW, text = body) => ({
    ...signWebhook({ id: 'msg_1', at, body: text, secrets: [payouts] }),
  })

  it('is verified as Standard Webhooks are, by their own example', () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const now = 1_614_265_330_000
    expect(webhookFault({ headers, body: '{"test": 2432232314}', secrets: [payouts], now })).toBeUndefined()
    expect(webhookFault({ headers, body: '{"test": 2432232315}', secrets: [payouts], now })).toBe(
      'WRONG_SIGNATURE',
    )
  })

  it('names the payout, as JSON or as a form, by either name of its headers', () => {
    const form = new URLSearchParams({ payoutId: PAYOUT, status: 'failed' }).toString()
    expect(read({ body, headers: signed() })).toEqual([PAYOUT])
    expect(read({ body: form, headers: signed(NOW, form) })).toEqual([PAYOUT])
    const own = Object.entries(signed()).map(([name, text]) => [name.replace('webhook', 'svix'), text])
    expect(read({ body, headers: Object.fromEntries(own) })).toEqual([PAYOUT])
  })

  it('says nothing where it is unsigned, changed, or replayed later', () => {
    expect(read({ body, headers: {} })).toEqual([])
    expect(read({ body: body.replace('0700', '0701'), headers: signed() })).toEqual([])
    expect(read({ body, headers: signed(NOW - 600_000) })).toEqual([])
  })

  it('is a hint where there is no secret: it has us ask', () => {
    expect(read({ body, headers: {} }, { key })).toEqual([PAYOUT])
    expect(read({ body: body.replace('0700', 'zz'), headers: {} }, { key })).toEqual([])
  })
})
