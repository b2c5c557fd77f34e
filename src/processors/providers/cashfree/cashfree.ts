/**
 * Cashfree Payments (India): payins by UPI and net banking, refunds to whoever paid, payouts to bank accounts.
 *
 * Read `account.ts` for how, `read.ts` for what each of its words means, `webhook.ts` for what it tells by itself.
 */
import { createPublicKey } from 'node:crypto'
import type { Fault } from '../../../foundation/faults.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { plainReference } from '../adapter.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { baseAddress, plainLine } from '../setting-checks.ts'
import { CashfreeAccount } from './account.ts'
import { BANKS } from './banks.ts'
import { OLDER_PAYOUTS, type PayoutKeys } from './wire.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

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
  setting('clientId', {
    title: 'Client ID of payments',
    description: 'Payment Gateway → Developers → API keys: the App ID',
    need: 'mandatory',
    isSecret: true,
    identity: 'account',
    example: 'TEST10123456789abcdef',
    check: key,
  }),
  setting('clientSecret', {
    title: 'Secret of payments',
    description: 'Of the same key; where several are in use the oldest, by which notifications are signed',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: 'cfsk_ma_test_0123456789abcdef',
    check: key,
  }),
  setting('customerPhone', {
    title: 'Phone number for orders',
    description:
      'Ten digits. Each order must name one: where the payer gave none it is this, your own support’s',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: '9876543210',
    check: (text) =>
      /^[6-9]\d{9}$/.test(text)
        ? undefined
        : { code: 'INVALID_FORMAT', message: 'must be a mobile number in India: ten digits, without +91' },
  }),
  setting('payoutClientId', {
    title: 'Client ID of payouts',
    description: 'Payouts → Developers → API keys. Left out: the account sends nothing',
    need: 'optional',
    isSecret: true,
    identity: 'account',
    example: 'CF10123456789abcdef',
    check: key,
  }),
  setting('payoutClientSecret', {
    title: 'Secret of payouts',
    description: 'Of the same key',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'cfsk_ma_test_0123456789abcdef',
    check: key,
  }),
  setting('payoutPublicKey', {
    title: 'Public key of payouts',
    description:
      'Payouts → Developers → Two-factor authentication → Public key, as PEM. Left out: Cashfree knows the addresses that this gateway calls from',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: publicKeyFault,
  }),
  setting('fundSource', {
    title: 'Fund source',
    description: 'The account at Cashfree that payouts are paid from. Left out: its default',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: 'CASHFREE_1',
    check: plainLine(64),
  }),
  setting('baseUrl', {
    title: 'Address',
    description: 'Where its API is, before /pg and /payout. Left out: Cashfree’s own',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://api.cashfree.com',
    check: baseAddress,
  }),
]

function publicKeyFault(text: string): Omit<Fault, 'path'> | undefined {
  try {
    if (createPublicKey(text).asymmetricKeyType === 'rsa') return undefined
  } catch {
    // What is wrong with it may not be repeated.
  }
  return {
    code: 'INVALID_FORMAT',
    message: 'must be a public key of RSA in PEM: -----BEGIN PUBLIC KEY-----',
  }
}

/** What keys say of their environment at their beginning. Those of payouts have IDs of one form in both. */
const OF_ENVIRONMENT = {
  test: /^(TEST|cfsk_ma_test_)/,
  live: /^cfsk_ma_prod_/,
} as const

function keysOfOther(settings: Settings, isTest: boolean): readonly Fault[] {
  const other = OF_ENVIRONMENT[isTest ? 'live' : 'test']
  const message = `must be a ${isTest ? 'test' : 'live'} key: the account is ${isTest ? 'for tests' : 'live'}`
  return (['clientId', 'clientSecret', 'payoutClientSecret'] as const)
    .filter((name) => other.test(settings[name] ?? ''))
    .map((name) => ({ path: `/${name}`, code: 'CONFLICT', message }))
}

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
    const ofOther = isTest === undefined ? [] : keysOfOther(settings, isTest)
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
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: false,
  referenceOf: plainReference,
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
