/** Cashfree Payments (India): payins by UPI and net banking, refunds by the payin's rail, payouts to bank accounts. */
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { PAID_OUT_OR_SETTLED, services } from '@sluice/provider-kit/services.ts'
import { matching, plainLine, rsaPublicKey } from '@sluice/provider-kit/setting-checks.ts'
import {
  addressSetting,
  keyFaults,
  plainSetting,
  requiredIf,
  secretSetting,
} from '@sluice/provider-kit/setting-kinds.ts'
import { CashfreeAccount } from './account.ts'
import { BANKS } from './banks.ts'
import { OLDER_PAYOUTS, type PayoutKeys } from './wire.ts'

const LIVE = 'https://api.cashfree.com'
const SANDBOX = 'https://sandbox.cashfree.com'
/** The older payouts API, by the address of the newer APIs. */
const OLDER_HOSTS: ReadonlyMap<string, string> = new Map([
  [LIVE, 'https://payout-api.cashfree.com'],
  [SANDBOX, 'https://payout-gamma.cashfree.com'],
])

const SETTINGS: readonly ProviderSetting[] = [
  secretSetting('clientId', 'account', {
    title: 'Client ID of payments',
    description: 'Payment Gateway → Developers → API keys: the App ID',
    example: 'TEST10123456789abcdef',
  }),
  secretSetting('clientSecret', 'none', {
    title: 'Secret of payments',
    description: 'Of the same key. If several are in use, the oldest: it signs notifications',
    example: 'cfsk_ma_test_0123456789abcdef',
  }),
  plainSetting('customerPhone', 'none', {
    title: 'Phone number for orders',
    description:
      'Ten digits. Cashfree requires one for each order: this one, your support’s, if the payer gave none',
    example: '9876543210',
    check: matching(/^[6-9]\d{9}$/, 'must be a mobile number in India: ten digits, without +91'),
  }),
  secretSetting('payoutClientId?', 'account', {
    title: 'Client ID of payouts',
    description: 'Payouts → Developers → API keys. Left out: no payouts',
    example: 'CF10123456789abcdef',
  }),
  secretSetting('payoutClientSecret?', 'none', {
    title: 'Secret of payouts',
    description: 'The secret of the same key',
    example: 'cfsk_ma_test_0123456789abcdef',
  }),
  plainSetting('payoutPublicKey?', 'none', {
    title: 'Public key of payouts',
    description:
      'Payouts → Developers → Two-factor authentication → Public key, as PEM. Not needed if Cashfree has this gateway’s addresses on its list',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: rsaPublicKey,
  }),
  plainSetting('fundSource?', 'account', {
    title: 'Fund source',
    description: 'The account at Cashfree that payouts are paid from. Default: Cashfree’s default',
    example: 'CASHFREE_1',
    check: plainLine(64),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'The API’s address, before /pg and /payout. Default: Cashfree’s',
    example: 'https://api.cashfree.com',
  }),
]

/** Keys begin with their environment. IDs of payouts have the same form in both. */
const KEY = { test: /^(TEST|cfsk_ma_test_)/, live: /^cfsk_ma_prod_/ } as const

/** Cashfree sends inquiries to the payee's bank for three days. */
const TERMS = { deadlineSecs: 259_200 }
const PAYIN_METHODS = ['UPIQR', 'UPICOLLECT', 'NETBANKING']

function servicesOf(settings: Settings): readonly WireService[] {
  const sends = settings.payoutClientId !== undefined && settings.payoutClientSecret !== undefined
  return [
    ...services(['payin'], PAYIN_METHODS, 'INR'),
    ...services(['payin'], 'ONLINE', 'INR', { operators: Object.keys(BANKS) }),
    ...services(['refund'], PAYIN_METHODS, 'INR', TERMS),
    ...(sends ? services(PAID_OUT_OR_SETTLED, 'BANK_TRANSFER', 'INR', TERMS) : []),
  ]
}

function payoutKeysOf(settings: Settings): PayoutKeys | undefined {
  const { payoutClientId: id, payoutClientSecret: secret, payoutPublicKey: publicKey, fundSource } = settings
  return id === undefined || secret === undefined ? undefined : { id, secret, publicKey, fundSource }
}

export const cashfree: Provider = {
  code: 'cashfree',
  title: 'Cashfree Payments',
  specification: 'Payment Gateway 2025-01-01 and Payouts 2024-01-01, Cashfree Payments',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: LIVE },
    test: { baseUrl: SANDBOX },
  }),
  reach: ({ baseUrl = '' }) => ({
    baseUrl,
    otherUrls: { [OLDER_PAYOUTS]: OLDER_HOSTS.get(baseUrl) ?? baseUrl },
  }),
  faults(settings, isTest) {
    const { payoutClientId, payoutClientSecret, payoutPublicKey } = settings
    const [hasId, hasSecret] = [payoutClientId !== undefined, payoutClientSecret !== undefined]
    const other = 'is mandatory with the other settings of payouts'
    return [
      ...keyFaults(settings, isTest, { clientId: KEY, clientSecret: KEY, payoutClientSecret: KEY }),
      ...requiredIf(!hasId && (hasSecret || payoutPublicKey !== undefined), 'payoutClientId', other),
      ...requiredIf(hasId && !hasSecret, 'payoutClientSecret', other),
    ]
  },
  serves: servicesOf,
  open(settings, standing) {
    const { clientId = '', clientSecret = '', customerPhone = '' } = settings
    return new CashfreeAccount(
      {
        keys: { id: clientId, secret: clientSecret },
        payoutKeys: payoutKeysOf(settings),
        customerPhone,
        isSandbox: settings.baseUrl === SANDBOX,
        services: servicesOf(settings),
      },
      standing,
    )
  },
}
