/**
 * Cashfree Payments (India): payins by UPI and net banking, refunds to whoever paid, payouts to bank accounts.
 *
 * Read `account.ts` for how, `read.ts` for what each of its words means, `webhook.ts` for what it tells by itself.
 */

import type { WireService } from '../../connectors/protocol.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { PLAIN_REFERENCE, plainReference } from '../references.ts'
import { matching, plainLine, rsaPublicKey } from '../setting-checks.ts'
import { addressSetting, keyFaults, plainSetting, restAfter429, secretSetting } from '../setting-kinds.ts'
import { CashfreeAccount } from './account.ts'
import { BANKS } from './banks.ts'
import { OLDER_PAYOUTS, type PayoutKeys } from './wire.ts'

const LIVE = 'https://api.cashfree.com'
const SANDBOX = 'https://sandbox.cashfree.com'
/** Where the older payouts API is, by where all else is. */
const OLDER_HOSTS: ReadonlyMap<string, string> = new Map([
  [LIVE, 'https://payout-api.cashfree.com'],
  [SANDBOX, 'https://payout-gamma.cashfree.com'],
])

/** Nothing that could end a header. */
const key = plainLine(256)

const SETTINGS: readonly ProviderSetting[] = [
  secretSetting('clientId', 'account', {
    title: 'Client ID of payments',
    description: 'Payment Gateway → Developers → API keys: the App ID',
    example: 'TEST10123456789abcdef',
    check: key,
  }),
  secretSetting('clientSecret', 'none', {
    title: 'Secret of payments',
    description: 'Of the same key; where several are in use the oldest, by which notifications are signed',
    example: 'cfsk_ma_test_0123456789abcdef',
    check: key,
  }),
  plainSetting('customerPhone', 'none', {
    title: 'Phone number for orders',
    description:
      'Ten digits. Each order must name one: where the payer gave none it is this, your own support’s',
    example: '9876543210',
    check: matching(/^[6-9]\d{9}$/, 'must be a mobile number in India: ten digits, without +91'),
  }),
  secretSetting('payoutClientId?', 'account', {
    title: 'Client ID of payouts',
    description: 'Payouts → Developers → API keys. Left out: the account sends nothing',
    example: 'CF10123456789abcdef',
    check: key,
  }),
  secretSetting('payoutClientSecret?', 'none', {
    title: 'Secret of payouts',
    description: 'Of the same key',
    example: 'cfsk_ma_test_0123456789abcdef',
    check: key,
  }),
  plainSetting('payoutPublicKey?', 'none', {
    title: 'Public key of payouts',
    description:
      'Payouts → Developers → Two-factor authentication → Public key, as PEM. Left out: Cashfree knows the addresses that this gateway calls from',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: rsaPublicKey,
  }),
  plainSetting('fundSource?', 'account', {
    title: 'Fund source',
    description: 'The account at Cashfree that payouts are paid from. Left out: its default',
    example: 'CASHFREE_1',
    check: plainLine(64),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Where its API is, before /pg and /payout. Left out: Cashfree’s own',
    example: 'https://api.cashfree.com',
  }),
]

/** What keys say of their environment at their beginning. Those of payouts have IDs of one form in both. */
const KEY = { test: /^(TEST|cfsk_ma_test_)/, live: /^cfsk_ma_prod_/ } as const

/** Cashfree asks the payee's bank for so long. */
const THREE_DAYS_SECS = 259_200

const service = (
  kind: WireService['kind'],
  paymentMethodCodes: string[],
  paymentOperatorCodes?: string[],
): WireService => ({
  kind,
  paymentMethodCodes,
  currencyCodes: ['INR'],
  ...(kind !== 'payin' && { deadlineSecs: THREE_DAYS_SECS }),
  ...(paymentOperatorCodes && { paymentOperatorCodes }),
})

function servicesOf(settings: Settings): readonly WireService[] {
  const sends = settings.payoutClientId !== undefined && settings.payoutClientSecret !== undefined
  return [
    service('payin', ['UPIQR', 'UPICOLLECT', 'NETBANKING']),
    service('payin', ['ONLINE'], Object.keys(BANKS)),
    service('refund', ['UPIQR', 'UPICOLLECT', 'NETBANKING']),
    ...(sends
      ? (['payout', 'refund', 'settlement'] as const).map((kind) => service(kind, ['BANK_TRANSFER']))
      : []),
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
    const ofOther = keyFaults(settings, isTest, { clientId: KEY, clientSecret: KEY, payoutClientSecret: KEY })
    const missing =
      payoutClientId === undefined
        ? payoutClientSecret !== undefined || payoutPublicKey !== undefined
          ? 'payoutClientId'
          : undefined
        : payoutClientSecret === undefined
          ? 'payoutClientSecret'
          : undefined
    if (missing === undefined) return ofOther
    const message = 'is mandatory with the other settings of payouts'
    return [...ofOther, { path: `/${missing}`, code: 'REQUIRED', message }]
  },
  serves: servicesOf,
  // Its limits are by the minute (docs/operators/providers/cashfree.md), and no page says how long whoever meets them should wait.
  pauseMsAfter: restAfter429,
  refundsByMovement: false,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
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
