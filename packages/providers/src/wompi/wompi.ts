/** Wompi, the gateway of Grupo Bancolombia: payins by PSE, from any bank in Colombia. */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Provider, ProviderSetting } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { matching } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { pseOf, WompiAccount } from './account.ts'

/** Each key begins with its kind and environment. */
const KEYS = {
  publicKey: /^pub_(test|prod)_[A-Za-z0-9]{1,200}$/,
  privateKey: /^prv_(test|prod)_[A-Za-z0-9]{1,200}$/,
  integritySecret: /^(test|prod)_integrity_[A-Za-z0-9]{1,200}$/,
  eventsSecret: /^(test|prod)_events_[A-Za-z0-9]{1,200}$/,
} as const
type KeyName = keyof typeof KEYS

const key = (name: KeyName, example: string) => ({
  example,
  check: matching(KEYS[name], `must be as shown by Wompi: ${example}`),
})

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: Wompi’s sandbox for test accounts, production for live ones',
    example: 'https://sandbox.wompi.co/v1',
  }),
  plainSetting('publicKey', 'key', {
    title: 'Public key',
    description: 'comercios.wompi.co → Desarrolladores. In the sandbox it begins with pub_test_',
    ...key('publicKey', 'pub_test_0123456789'),
  }),
  secretSetting('privateKey', 'key', {
    title: 'Private key',
    description: 'Shown beside the public key. Creates and reads transactions',
    ...key('privateKey', 'prv_test_0123456789'),
  }),
  secretSetting('integritySecret', 'none', {
    title: 'Integrity secret',
    description: 'Shown beside the public key. Signs each transaction',
    ...key('integritySecret', 'test_integrity_0123456789'),
  }),
  secretSetting('eventsSecret', 'none', {
    title: 'Events secret',
    description: 'Shown beside the public key. Verifies Wompi’s events',
    ...key('eventsSecret', 'test_events_0123456789'),
  }),
]

export const wompi: Provider = {
  code: 'wompi',
  title: 'Wompi (Colombia)',
  specification: 'docs.wompi.co, API v1 for Colombia, as of November 2026',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: 'https://production.wompi.co/v1' },
    test: { baseUrl: 'https://sandbox.wompi.co/v1' },
  }),
  reach: ({ baseUrl = '' }) => ({ baseUrl }),
  faults(settings, isTest) {
    const environment = (name: KeyName): string | undefined => KEYS[name].exec(settings[name] ?? '')?.[1]
    const own = environment('publicKey')
    const others = (['privateKey', 'integritySecret', 'eventsSecret'] as const).flatMap((name): Fault[] =>
      environment(name) === own
        ? []
        : [
            {
              path: `/${name}`,
              code: 'CONFLICT',
              message: 'belongs to a different environment than the public key',
            },
          ],
    )
    const wanted = isTest ? 'test' : 'prod'
    if (isTest === undefined || own === wanted) return others
    const message = `must belong to an account ${isTest ? 'for tests: pub_test_…' : 'in production: pub_prod_…'}`
    return [{ path: '/publicKey', code: 'CONFLICT', message }, ...others]
  },
  serves: () => pseOf(),
  open({ publicKey = '', privateKey = '', integritySecret = '', eventsSecret = '' }, standing) {
    return new WompiAccount({ publicKey, privateKey, integritySecret, eventsSecret }, standing)
  },
}
