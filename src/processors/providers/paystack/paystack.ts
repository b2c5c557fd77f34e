/**
 * Paystack: in Nigeria payins by a transfer to an account of their own, and payouts to bank accounts; in South Africa payins by a page.
 *
 * Read `payins.ts` and `transfers.ts` for how, `read.ts` for what each of its words means, `webhook.ts` for what it tells by itself.
 */

import { assert } from '../../../foundation/result.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { PLAIN_REFERENCE, plainReference } from '../references.ts'
import { matching, oneOf } from '../setting-checks.ts'
import { addressSetting, keyFaults, plainSetting, restAfter429, secretSetting } from '../setting-kinds.ts'
import { PaystackAccount, servicesIn } from './account.ts'
import { COUNTRIES, type PaystackCountry } from './answers.ts'

const HOSTS = { baseUrl: 'https://api.paystack.co' }

const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('country', 'account', {
    title: 'Country',
    description: 'Of the business with Paystack: NG or ZA. Each has its own account here',
    example: 'NG',
    check: oneOf(COUNTRIES),
  }),
  secretSetting('secretKey', 'key', {
    title: 'Secret key',
    description:
      'Settings → API Keys & Webhooks. It signs the notifications, too. Calls must be allowed from this gateway’s address, where the list of addresses is used',
    example: 'sk_test_0123456789abcdef0123456789abcdef01234567',
    check: matching(/^sk_(test|live)_[A-Za-z0-9]{8,128}$/, 'must be a secret key: sk_test_… or sk_live_…'),
  }),
  plainSetting('customerEmail', 'none', {
    title: 'E-mail address for payins',
    description:
      'Each payin must name one: where the payer gave none it is this, your own support’s. Paystack may send receipts there',
    example: 'payments@shop.example',
    check: matching(
      /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
      'must be an e-mail address: payments@shop.example',
    ),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Left out: https://api.paystack.co. Which mode it is, the secret key says',
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
  settings: SETTINGS,
  hostsOf: () => ({ live: HOSTS, test: HOSTS }),
  reach: ({ baseUrl = HOSTS.baseUrl }) => ({ baseUrl }),
  faults: (settings, isTest) =>
    keyFaults(settings, isTest, { secretKey: { test: /^sk_test_/, live: /^sk_live_/ } }),
  serves: (settings) => servicesIn(countryIn(settings)),
  pauseMsAfter: restAfter429,
  refundsByMovement: false,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
  open: (settings, standing) => {
    const { secretKey = '', customerEmail = '' } = settings
    return new PaystackAccount({ country: countryIn(settings), secretKey, customerEmail }, standing)
  },
}
