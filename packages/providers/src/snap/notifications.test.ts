import { sign } from 'node:crypto'
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { describe, expect, it } from 'vitest'
import { notifierKeys } from './fake.fixture.ts'
import { readNotification } from './notifications.ts'
import { callSignature, jakartaTime, signedText } from './signing.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')
const OURS = '01a1fd1e8c00744382cd1a47ec1330af'
const SECRET = 'a-long-random-text-of-our-own'
const SETTINGS = { publicKey: notifierKeys().publicKey, clientId: 'sluice-for-bank', clientSecret: SECRET }
const NOTHING = { publicKey: undefined, clientId: undefined, clientSecret: undefined }
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value, undefined, 2))
const rsa = (text: string): string =>
  sign('RSA-SHA256', Buffer.from(text), notifierKeys().privateKey).toString('base64')

const VA = { partnerServiceId: '   70012', customerNo: '1', virtualAccountNo: '   700121', trxId: OURS }
const VA_PATH = 'v1.0/transfer-va/payment'

function notification(
  path: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Notification {
  return { path, body, headers }
}
const timestamp = jakartaTime(NOW)
const signedOf = (path: string, body: Uint8Array) => ({
  method: 'POST',
  endpoint: `/${path}`,
  body,
  timestamp,
})

function askForToken(at: number, clientId = SETTINGS.clientId): string | undefined {
  const time = jakartaTime(at)
  const headers = {
    'x-client-key': clientId,
    'x-timestamp': time,
    'x-signature': rsa(`${SETTINGS.clientId}|${time}`),
  }
  const requested = notification('v1.0/access-token/b2b', bytes({ grantType: 'client_credentials' }), headers)
  const { answer, references } = readNotification(requested, SETTINGS, NOW)
  expect(references).toEqual([])
  const body = JSON.parse(answer?.body ?? '{}')
  expect(body.responseCode).toBe(body.accessToken === undefined ? '4017300' : '2007300')
  return body.accessToken
}
const withToken = (token: string, body: Uint8Array, secret = SECRET) =>
  notification(VA_PATH, body, {
    authorization: `Bearer ${token}`,
    'x-timestamp': timestamp,
    'x-signature': callSignature(secret, token, signedOf(VA_PATH, body)),
  })

describe('a notification of SNAP', () => {
  it.each([
    ['v1.0/qr/qr-mpm-notify', { originalPartnerReferenceNo: OURS, latestTransactionStatus: '00' }, '2005200'],
    ['v1.0/debit/notify', { originalExternalId: OURS, amount: { value: '1.00' } }, '2005600'],
    [VA_PATH, VA, '2002500'],
    [
      'v1.0/qr/qr-mpm-notify',
      { additionalInfo: { refundHistory: [{ partnerReferenceNo: OURS }] } },
      '2005200',
    ],
    ['payouts', { partner_reference_no: OURS, status: 'completed' }, '2005600'],
  ])('at %s names a payment, and is answered in the standard’s words', (path, reported, responseCode) => {
    const { references, answer } = readNotification(notification(path, bytes(reported)), NOTHING, NOW)
    expect(references).toEqual([OURS])
    expect(answer?.status).toBe(200)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ responseCode })
  })

  it('of a virtual account reads again what it has told', () => {
    const { answer } = readNotification(notification(VA_PATH, bytes(VA)), NOTHING, NOW)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      virtualAccountData: { ...VA, paymentFlagStatus: '00' },
    })
  })

  it.each([
    ['no JSON', Buffer.from('{')],
    ['another document', bytes({ hello: true })],
    ['references that are none of ours', bytes({ trxId: "'; drop table payment", order_id: 'A'.repeat(36) })],
    ['a reference that stands in no field for one', bytes({ note: OURS })],
    ['a reference deeper than any is', bytes({ a: { b: { c: { d: { trxId: OURS } } } } })],
  ])('says nothing with %s', (_what, body) => {
    expect(readNotification(notification('v1.0/debit/notify', body), NOTHING, NOW).references).toEqual([])
  })

  it('has no more of them read than can be asked about', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      trxId: OURS.slice(0, -3) + String(index + 100),
    }))
    const { references } = readNotification(notification('v1.0/debit/notify', bytes(many)), NOTHING, NOW)
    expect(references.length).toBeLessThanOrEqual(50)
  })
})

describe('a notification of a provider whose key is known', () => {
  const body = bytes(VA)
  const genuine = { 'x-timestamp': timestamp, 'x-signature': rsa(signedText(signedOf(VA_PATH, body))) }

  it('counts where the key has signed it', () => {
    expect(readNotification(notification(VA_PATH, body, genuine), SETTINGS, NOW).references).toEqual([OURS])
  })

  it('counts where it has signed our address as a whole, as no page of theirs says whether it does', () => {
    const address = 'https://pay.example/providers/native-midtrans/notifications/a-secret'
    const signed = signedOf(`providers/native-midtrans/notifications/a-secret/${VA_PATH}`, body)
    const whole = { 'x-timestamp': timestamp, 'x-signature': rsa(signedText(signed)) }
    const reported = notification(VA_PATH, body, whole)
    expect(readNotification(reported, SETTINGS, NOW, address).references).toEqual([OURS])
    expect(
      readNotification(reported, SETTINGS, NOW, address.replace('a-secret', 'another')).references,
    ).toEqual([])
  })

  it.each<[string, Notification]>([
    ['no signature', notification(VA_PATH, body)],
    ['another body', notification(VA_PATH, bytes({ ...VA, customerNo: '2' }), genuine)],
    ['another path', notification('v1.0/debit/notify', body, genuine)],
    ['another time', notification(VA_PATH, body, { ...genuine, 'x-timestamp': jakartaTime(NOW + 1_000) })],
    [
      'a signature with the secret and a token that is none',
      withToken('1900000000.0123456789012345678901234567890123456789012', body),
    ],
  ])('says nothing with %s, and is told so', (_what, given) => {
    const { references, answer } = readNotification(given, SETTINGS, NOW)
    expect(references).toEqual([])
    expect(answer?.status).toBe(401)
  })

  it('counts with a token that it got from us, and the secret that we gave it', () => {
    const token = askForToken(NOW) ?? ''
    expect(readNotification(withToken(token, body), SETTINGS, NOW).references).toEqual([OURS])
    expect(readNotification(withToken(token, body, 'a guess'), SETTINGS, NOW).references).toEqual([])
    const late = NOW + 900_001
    expect(readNotification(withToken(token, body), SETTINGS, late).references).toEqual([])
  })

  it('gets no token for another name, for a time that has passed, or where no secret was agreed', () => {
    expect(askForToken(NOW, 'somebody')).toBeUndefined()
    expect(askForToken(NOW - 301_000)).toBeUndefined()
    expect(askForToken(NOW + 301_000)).toBeUndefined()
    const requested = notification('v1.0/access-token/b2b', bytes({}))
    expect(readNotification(requested, { ...SETTINGS, clientSecret: undefined }, NOW).answer?.status).toBe(
      401,
    )
    expect(readNotification(requested, NOTHING, NOW).answer?.status).toBe(401)
  })

  it('cannot make a token live longer', () => {
    const token = askForToken(NOW) ?? ''
    const [until = '', seal = ''] = token.split('.')
    const longer = `${Number(until) + 86_400}.${seal}`
    expect(readNotification(withToken(longer, body), SETTINGS, NOW).references).toEqual([])
  })
})
