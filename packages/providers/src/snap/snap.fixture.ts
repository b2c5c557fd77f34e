/** Settings of accounts with the fake of a SNAP provider. */
import { generateKeyPairSync } from 'node:crypto'
import type { FakeOptions } from './fake.fixture.ts'

/** Made once, because it is slow. */
let made: { readonly publicKey: string; readonly privateKey: string } | undefined
const keys = () =>
  (made ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }))

const KNOWN = {
  clientId: 'client-of-the-fake',
  clientSecret: 'secret-of-the-fake',
  partnerId: 'G812345678',
  merchantId: 'G059876677',
} as const

export const snapSettings = (profile: FakeOptions['profile']) => ({
  profile,
  ...KNOWN,
  privateKey: keys().privateKey,
  channelId: '95221',
  companyCodes: 'BCA=70012,MANDIRI=8877',
  bankCodes: 'BCA=0140397,BNI=0090010',
  sourceAccountNo: '0123456789',
})

export const fakeOptions = (profile: FakeOptions['profile']): FakeOptions => ({
  profile,
  ...KNOWN,
  publicKey: keys().publicKey,
})
