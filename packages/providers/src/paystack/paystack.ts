/** Paystack: in Nigeria payins by transfer to an account for each payin, and payouts to bank accounts; in South Africa payins by a page. */
import { assert } from '@sluice/core/foundation/result.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { matching, oneOf } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, keyFaults, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { PaystackAccount, servicesIn } from './account.ts'
import { COUNTRIES, type PaystackCountry } from './answers.ts'

const HOSTS = { baseUrl: 'https://api.paystack.co' }

const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('country', 'account', {
    title: 'Country',
    description: 'The country of your business with Paystack: NG or ZA. Each needs its own account here',
    example: 'NG',
    check: oneOf(COUNTRIES),
  }),
  secretSetting('secretKey', 'key', {
    title: 'Secret key',
    description:
      'Settings → API Keys & Webhooks. It also signs notifications. If you use the list of IP addresses, add this gateway’s',
    example: 'sk_test_0123456789abcdef0123456789abcdef01234567',
    check: matching(/^sk_(test|live)_[A-Za-z0-9]{8,128}$/, 'must be a secret key: sk_test_… or sk_live_…'),
  }),
  plainSetting('customerEmail', 'none', {
    title: 'E-mail address for payins',
    description:
      'Paystack requires one for each payin: this one, your support’s, if the payer gave none. Paystack may send receipts there',
    example: 'payments@shop.example',
    check: matching(
      /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
      'must be an e-mail address: payments@shop.example',
    ),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: https://api.paystack.co. The secret key decides the mode',
    example: 'https://api.paystack.co',
  }),
]

function countryIn({ country = '' }: Settings): PaystackCountry {
  const found = COUNTRIES.find((each) => each === country)
  assert(found !== undefined, 'an account is kept with a country that the program has')
  return found
}

export const paystack: Provider = {
  code: 'paystack',
  title: 'Paystack',
  specification: 'PaystackOSS/openapi of October 2025, with docs and samples of paystack.com as of 2026',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({ live: HOSTS, test: HOSTS }),
  reach: ({ baseUrl = HOSTS.baseUrl }) => ({ baseUrl }),
  faults: (settings, isTest) =>
    keyFaults(settings, isTest, { secretKey: { test: /^sk_test_/, live: /^sk_live_/ } }),
  serves: (settings) => servicesIn(countryIn(settings)),
  open: (settings, standing) => {
    const { secretKey = '', customerEmail = '' } = settings
    // Answers name their mode.
    const domain = secretKey.startsWith('sk_live_') ? 'live' : 'test'
    return new PaystackAccount({ country: countryIn(settings), secretKey, domain, customerEmail }, standing)
  },
}
