/**
 * Paystack: in Nigeria payins by a transfer to an account of their own, and payouts to bank accounts; in South Africa payins by a page.
 *
 * Read `payins.ts` and `transfers.ts` for how, `read.ts` for what each of its words means, `webhook.ts` for what it tells by itself.
 */
import type { Fault } from '../../../foundation/faults.ts'
import { assert } from '../../../foundation/result.ts'
import { plainReference } from '../adapter.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { baseAddress, oneOf } from '../setting-checks.ts'
import { PaystackAccount, servicesIn } from './account.ts'
import { COUNTRIES, type PaystackCountry } from './answers.ts'

const HOSTS = { baseUrl: 'https://api.paystack.co' }

const formed =
  (form: RegExp, message: string) =>
  (text: string): Omit<Fault, 'path'> | undefined =>
    form.test(text) ? undefined : { code: 'INVALID_FORMAT', message }

const SETTINGS: readonly ProviderSetting[] = [
  {
    name: 'country',
    title: 'Country',
    description: 'Of the business with Paystack: NG or ZA. Each has its own account here',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'NG',
    check: oneOf(COUNTRIES),
  },
  {
    name: 'secretKey',
    title: 'Secret key',
    description:
      'Settings → API Keys & Webhooks. It signs the notifications, too. Calls must be allowed from this gateway’s address, where the list of addresses is used',
    need: 'mandatory',
    isSecret: true,
    identity: 'key',
    example: 'sk_test_0123456789abcdef0123456789abcdef01234567',
    check: formed(/^sk_(test|live)_[A-Za-z0-9]{8,128}$/, 'must be a secret key: sk_test_… or sk_live_…'),
  },
  {
    name: 'customerEmail',
    title: 'E-mail address for payins',
    description:
      'Each payin must name one: where the payer gave none it is this, your own support’s. Paystack may send receipts there',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'payments@shop.example',
    check: formed(
      /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
      'must be an e-mail address: payments@shop.example',
    ),
  },
  {
    name: 'baseUrl',
    title: 'Address',
    description: 'Left out: https://api.paystack.co. Which mode it is, the secret key says',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://api.paystack.co',
    check: baseAddress,
  },
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
  // A key of one mode in an account of the other would move real money for a test, or none in earnest.
  faults: ({ secretKey = '' }, isTest) =>
    isTest !== undefined && secretKey.startsWith(isTest ? 'sk_live_' : 'sk_test_')
      ? [
          {
            path: '/secretKey',
            code: 'CONFLICT',
            message: isTest
              ? 'must be a test key: the account is for tests'
              : 'must be a live key: the account is live',
          },
        ]
      : [],
  serves: (settings) => servicesIn(countryIn(settings)),
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: false,
  referenceOf: plainReference,
  open: (settings, standing) => {
    const { secretKey = '', customerEmail = '' } = settings
    return new PaystackAccount({ country: countryIn(settings), secretKey, customerEmail }, standing)
  },
}
