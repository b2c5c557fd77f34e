/**
 * Wompi, the gateway of Grupo Bancolombia: payins by PSE, by which Colombians pay from any bank.
 *
 * Read `account.ts` for how, `read.ts` for what each word means, `payer.ts` for what PSE asks of the payer, `banks.ts` for its banks.
 */
import type { Fault } from '../../../foundation/faults.ts'
import { plainReference } from '../adapter.ts'
import type { Provider, ProviderSetting } from '../provider.ts'
import { baseAddress } from '../setting-checks.ts'
import { pseOf, WompiAccount } from './account.ts'

/** Each key says by its beginning what it is, and of which environment. */
const KEYS = {
  publicKey: /^pub_(test|prod)_[A-Za-z0-9]{1,200}$/,
  privateKey: /^prv_(test|prod)_[A-Za-z0-9]{1,200}$/,
  integritySecret: /^(test|prod)_integrity_[A-Za-z0-9]{1,200}$/,
  eventsSecret: /^(test|prod)_events_[A-Za-z0-9]{1,200}$/,
} as const
type KeyName = keyof typeof KEYS

const key = (
  name: KeyName,
  example: string,
  rest: Pick<ProviderSetting, 'title' | 'description' | 'isSecret' | 'identity'>,
): ProviderSetting => ({
  name,
  need: 'mandatory',
  example,
  check: (text) =>
    KEYS[name].test(text)
      ? undefined
      : { code: 'INVALID_FORMAT', message: `must be as Wompi shows it: ${example}` },
  ...rest,
})

const SETTINGS: readonly ProviderSetting[] = [
  {
    name: 'baseUrl',
    title: 'Address',
    description: 'Left out: Wompi’s sandbox for test accounts, and production for live ones',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://sandbox.wompi.co/v1',
    check: baseAddress,
  },
  key('publicKey', 'pub_test_0123456789', {
    title: 'Public key',
    description: 'At comercios.wompi.co, under Desarrolladores. Those of the sandbox begin with pub_test_',
    isSecret: false,
    identity: 'key',
  }),
  key('privateKey', 'prv_test_0123456789', {
    title: 'Private key',
    description: 'Beside it: by this one transactions are made and looked for',
    isSecret: true,
    identity: 'key',
  }),
  key('integritySecret', 'test_integrity_0123456789', {
    title: 'Integrity secret',
    description: 'Beside it: signs each transaction',
    isSecret: true,
    identity: 'none',
  }),
  key('eventsSecret', 'test_events_0123456789', {
    title: 'Events secret',
    description: 'Beside it: Wompi signs its events by this one',
    isSecret: true,
    identity: 'none',
  }),
]

export const wompi: Provider = {
  code: 'wompi',
  title: 'Wompi (Colombia)',
  specification: 'docs.wompi.co, API v1 for Colombia, as of November 2026',
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
        : [{ path: `/${name}`, code: 'CONFLICT', message: 'is not of the environment of the public key' }],
    )
    const wanted = isTest ? 'test' : 'prod'
    if (isTest === undefined || own === wanted) return others
    const message = `must be of an account ${isTest ? 'for tests: pub_test_…' : 'in earnest: pub_prod_…'}`
    return [{ path: '/publicKey', code: 'CONFLICT', message }, ...others]
  },
  serves: () => [pseOf()],
  // No page says for how long: the usual status, and a short rest.
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: false,
  referenceOf: plainReference,
  open({ publicKey = '', privateKey = '', integritySecret = '', eventsSecret = '' }, standing) {
    return new WompiAccount({ publicKey, privateKey, integritySecret, eventsSecret }, standing)
  },
}
