import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { seededRandomness } from './seeded-randomness.ts'
import { newWebhookSecret, signWebhook, webhookFault } from './webhooks.ts'

const randomness = seededRandomness(1)
const [secret, other] = [newWebhookSecret(randomness), newWebhookSecret(randomness)]
const body = '{"type":"payment.status_updated","data":{"id":"Ä-1"}}'
// The standard's own library compares with its own clock.
const at = Date.now()
const message = { id: 'accept_1', at, body }

describe('a signed message', () => {
  it('is known by the standard’s own library, and one that the library signed by us', () => {
    const ours = signWebhook({ ...message, secrets: [secret] })
    expect(new Webhook(secret).verify(body, { ...ours })).toEqual(JSON.parse(body))
    const theirs = {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': new Webhook(secret).sign('x', new Date(at), body),
    }
    expect(webhookFault({ headers: theirs, body, secrets: [secret], now: at })).toBeUndefined()
  })

  it('is known by each secret of a rotation, on either side', () => {
    const both = signWebhook({ ...message, secrets: [other, secret] })
    expect(webhookFault({ headers: { ...both }, body, secrets: [secret], now: at })).toBeUndefined()
    const one = signWebhook({ ...message, secrets: [secret] })
    expect(webhookFault({ headers: { ...one }, body, secrets: [other, secret], now: at })).toBeUndefined()
  })

  it.each([
    ['another body', { body: `${body} ` }, 'WRONG_SIGNATURE'],
    ['another secret', { secrets: [other] }, 'WRONG_SIGNATURE'],
    ['no secret at all', { secrets: [] }, 'WRONG_SIGNATURE'],
    ['a clock that is five minutes off', { now: at + 301_000 }, 'TOO_OLD_OR_NEW'],
    ['a clock that is behind', { now: at - 302_000 }, 'TOO_OLD_OR_NEW'],
    ['no headers', { headers: {} }, 'UNSIGNED'],
  ] as const)('is not known with %s', (_, changes, fault) => {
    const headers = { ...signWebhook({ ...message, secrets: [secret] }) }
    expect(webhookFault({ headers, body, secrets: [secret], now: at, ...changes })).toBe(fault)
  })

  it.each([
    ['another ID', { 'webhook-id': 'accept_2' }, 'WRONG_SIGNATURE'],
    ['an ID that blurs the text', { 'webhook-id': 'accept.1' }, 'UNSIGNED'],
    ['a time that is none', { 'webhook-timestamp': '1e3' }, 'UNSIGNED'],
    ['another kind of signature', { 'webhook-signature': 'v1a,AAAA' }, 'WRONG_SIGNATURE'],
  ] as const)('is not known under %s', (_, changes, fault) => {
    const headers = { ...signWebhook({ ...message, secrets: [secret] }), ...changes }
    expect(webhookFault({ headers, body, secrets: [secret], now: at })).toBe(fault)
  })
})
