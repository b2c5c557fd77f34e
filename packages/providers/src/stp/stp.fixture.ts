/** Settings of an account with STP's fake. */
import { generateKeyPairSync } from 'node:crypto'

// As short as in STP's own test environment, because it is made for each run.
const keys = generateKeyPairSync('rsa', { modulusLength: 1_024 })

export const STP_PUBLIC_KEY = keys.publicKey
export const STP_SETTINGS = {
  empresa: 'TIENDA_DEMO',
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  account: '646180110400000007',
  holder: 'Tienda Demo',
} as const

export const stpSettings = (baseUrl: string) => ({
  ...STP_SETTINGS,
  baseUrl: `${baseUrl}/speiws/rest`,
  queryUrl: `${baseUrl}/efws/API`,
})
