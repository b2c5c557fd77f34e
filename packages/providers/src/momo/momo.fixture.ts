/** Settings of an account with MoMo's fake. */
import { generateKeyPairSync } from 'node:crypto'

/** Made once, because it is slow. */
let made: { readonly publicKey: string; readonly privateKey: string } | undefined
const keys = () =>
  (made ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }))

const KEYS = {
  partnerCode: 'MOMOOFTHEFAKE',
  accessKey: 'access-of-the-fake',
  secretKey: 'secret-of-the-fake',
} as const

export const momoSettings = () => ({
  ...KEYS,
  returnUrl: 'https://shop.example/thanks',
  publicKey: keys().publicKey,
})
export const momoFakeOptions = () => ({ ...KEYS, privateKey: keys().privateKey })
