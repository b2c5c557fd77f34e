/** A merchant has no callback secret until its owner makes one: callbacks are signed all the same. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'

let gateway: AdminGateway
beforeAll(async () => {
  gateway = await adminGateway()
})
afterAll(() => gateway?.close())

const NO_CALLBACK_SECRET = {
  name: '',
  text: "delete from merchant_credential where merchant_id = $1 and purpose = 'CALLBACK_SECRET'",
}
/** @param text as it is published */
function ed25519Of(text: string) {
  const x = Buffer.from(text.replace('whpk_', ''), 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

it('a callback carries the signature that takes no secret, and no other', async () => {
  const shop = await gateway.merchant()
  await gateway.database.run(NO_CALLBACK_SECRET, [shop.code])
  const made = await gateway.request('POST', '/payins/order-1', {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'PROMPTPAY',
        account: { accountNumber: '1234567890', accountName: 'Somchai Jaidee' },
      },
    },
  })
  expect(made.status, made.text).toBe(201)
  await gateway.advance(10_000)
  const sent = gateway.deps.sent.findLast(({ body }) => body?.includes('order-1'))
  const { headers = {}, body = '' } = sent ?? {}
  const [only, ...others] = String(headers['webhook-signature']).split(' ')
  expect([only?.slice(0, 4), others]).toEqual(['v1a,', []])
  const { keys } = (await gateway.request('GET', '/.well-known/webhook-keys.json')).body
  const published: readonly { readonly publicKey: string }[] = Object(keys)
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const signature = Buffer.from(only?.slice(4) ?? '', 'base64')
  expect(published.map(({ publicKey }) => verify(null, signed, ed25519Of(publicKey), signature))).toContain(
    true,
  )
})
