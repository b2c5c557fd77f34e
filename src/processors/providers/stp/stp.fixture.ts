/** An account with the STP of `fake.fixture.ts`. */
import { generateKeyPairSync } from 'node:crypto'

// As short as that of STP's own test environment, since it is made for each run of the tests.
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
