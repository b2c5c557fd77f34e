import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { seededRandomness } from '@sluice/core/foundation/seeded-randomness.ts'
import { newWebhookSecret, signWebhook } from '@sluice/core/foundation/webhooks.ts'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { webhookKeysDocument } from './published-keys.ts'

const randomness = seededRandomness(1)
const body = '{"type":"payin.status_changed","data":{"idPayin":"Ä-1"}}'
const id = '0192d3a4-0000-7000-8000-000000000001'
// The receiver's library compares with its own clock, so the signature is made now.
const at = Date.now()
const { privateKey, publicKey } = generateKeyPairSync('ed25519')

/** As a receiver does it: the published text → a key. */
function keyFromText(text: string): KeyObject {
  const x = Buffer.from(text.replace('whpk_', ''), 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

function verifiesV1a(headers: Record<string, string>, signedBody: string, key: KeyObject): boolean {
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${signedBody}`)
  const signatures = (headers['webhook-signature'] ?? '').split(' ').filter((one) => one.startsWith('v1a,'))
  return signatures.some((one) => verify(null, signed, key, Buffer.from(one.slice(4), 'base64')))
}

describe('a callback secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secret = newWebhookSecret(randomness)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newWebhookSecret(randomness)).not.toBe(secret)
  })
})

describe('a signed callback', () => {
  it('verifies with the Standard Webhooks library by each current secret, and by no other', () => {
    const [older, newer, stranger] = [1, 2, 3].map(() => newWebhookSecret(randomness))
    const headers = { ...signWebhook({ id, at, body, secrets: [newer ?? '', older ?? ''], privateKey }) }
    expect(new Webhook(older ?? '').verify(body, headers)).toEqual(JSON.parse(body))
    expect(new Webhook(newer ?? '').verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(stranger ?? '').verify(body, headers)).toThrow('No matching signature')
    expect(() => new Webhook(newer ?? '').verify(`${body} `, headers)).toThrow('No matching signature')
  })

  it('verifies by the published Ed25519 key', () => {
    const headers = {
      ...signWebhook({ id, at, body, secrets: [newWebhookSecret(randomness)], privateKey }),
    }
    const [published] = webhookKeysDocument([{ id: 'k1', publicKey }]).keys
    expect(verifiesV1a(headers, body, keyFromText(published?.publicKey ?? ''))).toBe(true)
    expect(verifiesV1a(headers, `${body} `, publicKey)).toBe(false)
    expect(verifiesV1a(headers, body, generateKeyPairSync('ed25519').publicKey)).toBe(false)
  })

  it('is the same for the same input', () => {
    const callback = { id, at, body, secrets: [newWebhookSecret(randomness)], privateKey }
    expect(signWebhook(callback)).toEqual(signWebhook(callback))
  })

  it('agrees with the example of the standard', () => {
    const headers = signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1614265330_000,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    })
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    expect(headers['webhook-timestamp']).toBe('1614265330')
  })

  it('is never sent unsigned, nor with a blurred id', () => {
    expect(() => signWebhook({ id, at, body, secrets: [] })).toThrow('is signed')
    expect(() => signWebhook({ id: 'a.1', at, body, secrets: [], privateKey })).toThrow('dots')
    expect(() => signWebhook({ id, at, body, secrets: ['plain'] })).toThrow('whsec_')
  })
})

describe('the published keys', () => {
  it('are 32 raw bytes each, with the time of retirement where there is one', () => {
    const document = webhookKeysDocument([
      { id: 'new', publicKey },
      { id: 'old', publicKey, retiredAt: Date.UTC(2026, 0, 1) },
    ])
    expect(document.keys).toMatchObject([
      { id: 'new', algorithm: 'ed25519' },
      { id: 'old', algorithm: 'ed25519', retiredAt: '2026-01-01T00:00:00.000Z' },
    ])
    expect(document.keys[0]).not.toHaveProperty('retiredAt')
    expect(Buffer.from((document.keys[0]?.publicKey ?? '').slice(5), 'base64')).toHaveLength(32)
  })

  it('never are private ones', () => {
    expect(() => webhookKeysDocument([{ id: 'k', publicKey: privateKey }])).toThrow('never published')
  })
})
