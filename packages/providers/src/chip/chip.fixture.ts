/** Settings of an account with CHIP's fake, except its addresses, and the keys of both. */
import { generateKeyPairSync } from 'node:crypto'
import type { FakeServerOptions } from '../fake-server.fixture.ts'
import { ChipFake } from './fake.fixture.ts'

/** Made for each run, so that no key is in the repository; small, because it need not last. */
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [company, webhook] = [pair(), pair()]

/** CHIP's keys, and a public one. */
export const KEYS = {
  company: company.privateKey,
  webhook: webhook.privateKey,
  publicKey: company.publicKey,
} as const

const KNOWN = {
  brandId: '01234567-89ab-4cde-8f01-23456789abcd',
  secretKey: 'secret-key-of-the-fake',
  sendApiKey: 'api-key-of-the-fake',
  sendApiSecret: 'api-secret-of-the-fake',
} as const

export const chipSettings = (at: string) => ({
  ...KNOWN,
  environment: 'test',
  email: 'payments@shop.example',
  publicKey: company.publicKey,
  sendPublicKey: webhook.publicKey,
  baseUrl: `${at}/api/v1`,
  sendUrl: `${at}/api`,
})

export const chipFake = (needs: FakeServerOptions): ChipFake =>
  new ChipFake({
    ...KNOWN,
    collectKey: company.privateKey,
    webhookKey: webhook.privateKey,
    ...needs,
  })
