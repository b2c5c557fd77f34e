/**
 * Settings of an account with pawaPay's fake, whose requests are signed, and the keys of both. Made for each run, so that no key is in
 * the repository.
 */
import { generateKeyPairSync } from 'node:crypto'
import type { FakeServerOptions } from '../fake-server.fixture.ts'
import { PawapayFake } from './fake.fixture.ts'

const pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [ours, theirs, formers] = [pair(), pair(), pair()]

/** Nothing listens there. */
export const FAKE_AT = 'http://127.0.0.1:7'
export const THEIR_KEY_ID = 'HTTP_EC_P256_KEY:2'

export const PAWAPAY_SETTINGS = {
  apiToken: 'token-of-the-fake',
  keyId: 'GATEWAY_KEY_1',
  privateKey: ours.privateKey,
  // Another key comes first: the ID decides.
  publicKeys: JSON.stringify([
    { id: 'HTTP_EC_P256_KEY:1', key: formers.publicKey },
    { id: THEIR_KEY_ID, key: theirs.publicKey },
  ]),
} as const

export const pawapayFake = (options: FakeServerOptions): PawapayFake =>
  new PawapayFake({
    ...options,
    apiToken: PAWAPAY_SETTINGS.apiToken,
    signedBy: { keyId: PAWAPAY_SETTINGS.keyId, publicKey: ours.publicKey },
    signsWith: { keyId: THEIR_KEY_ID, privateKey: theirs.privateKey },
  })
