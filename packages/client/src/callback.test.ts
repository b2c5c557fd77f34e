/** Callbacks as the gateway really signs them. */
import { generateKeyPairSync } from 'node:crypto'
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import { callbackBody } from '@sluice/gateway/callbacks/message.ts'
import { describe, expect, it } from 'vitest'
import { verifyCallback } from './callback.ts'

const [ours = '', older = '', others = ''] = ['bmV3', 'b2xk', 'b3Ro'].map((text) => `whsec_${text.repeat(8)}`)
const at = Date.now()
const body = callbackBody({
  kind: 'payin',
  id: 'order-1' as MerchantOrderId,
  merchantId: 'SANDBOX' as MerchantCode,
  seq: 1,
  at,
})
const { privateKey } = generateKeyPairSync('ed25519')
const headersOf = (text: string, time = at) => ({
  ...signWebhook({ id: 'callback-1', at: time, body: text, secrets: [ours], privateKey }),
})
const headers = headersOf(body)

describe('a callback', () => {
  it.each([
    ['text', body, headers],
    ['bytes', new TextEncoder().encode(body), headers],
    ['headers of a Request', body, new Headers(headers)],
    [
      'headers in capitals',
      body,
      {
        'Webhook-Id': headers['webhook-id'],
        'Webhook-Timestamp': headers['webhook-timestamp'],
        'Webhook-Signature': headers['webhook-signature'],
      },
    ],
  ])('that is genuine is read: %s', (_what, raw, given) => {
    const event = verifyCallback(raw, given, ours)
    expect(event).toEqual({
      type: 'payin.status_changed',
      timestamp: new Date(at).toISOString(),
      data: { idPayin: 'order-1', merchantCode: 'SANDBOX', sequence: 1 },
    })
  })

  it('of a refund names it', () => {
    const reported = callbackBody({
      kind: 'refund',
      id: 'back-1' as MerchantOrderId,
      merchantId: 'SANDBOX' as MerchantCode,
      seq: 2,
      at,
    })
    expect(verifyCallback(reported, headersOf(reported), ours)).toMatchObject({
      type: 'refund.updated',
      data: { idRefund: 'back-1', sequence: 2 },
    })
  })

  it('is known by any of several secrets', () => {
    expect(verifyCallback(body, headers, [older, ours]).type).toBe('payin.status_changed')
  })

  it.each([
    ['changed', body.replace('order-1', 'order-2'), headers, ours, 'SIGNATURE'],
    ['signed by somebody else', body, headers, others, 'SIGNATURE'],
    ['old', body, headersOf(body, at - 3_600_000), ours, 'TIMESTAMP'],
    ['not signed', body, {}, ours, 'HEADERS'],
  ])('that is %s is refused, and says so', (_what, raw, given, secret, reason) => {
    expect(() => verifyCallback(raw, given, secret)).toThrow(
      expect.objectContaining({ name: 'CallbackRefused', reason }),
    )
  })

  it('that a framework has parsed already is a mistake of the program', () => {
    const parsed: string = JSON.parse(body)
    expect(() => verifyCallback(parsed, headers, ours)).toThrow(/^rawBody must be the body as it came/)
  })

  it.each(['nonsense', 'sk_live_0123456789abcdef', '', 'whsec_'])(
    'is not checked with %j, which is no callback secret',
    (secret) => {
      expect(() => verifyCallback(body, headers, secret)).toThrow(/callbackSecret, which begins with whsec_/)
    },
  )

  it('of a type that this version does not know is genuine all the same', () => {
    const unknown = '{"type":"balance.low","data":{}}'
    expect(verifyCallback(unknown, headersOf(unknown), ours)).toEqual({
      type: 'unknown',
      body: JSON.parse(unknown),
    })
  })
})
