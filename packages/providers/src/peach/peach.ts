/** Peach Payments in South Africa: PayShap requests, Capitec Pay, EFT at the payer's bank, and payouts to bank accounts. */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import type { ProviderTokenRequest } from '@sluice/provider-kit/reach.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { services } from '@sluice/provider-kit/services.ts'
import { matching, pageAddress, plainLine } from '@sluice/provider-kit/setting-checks.ts'
import {
  addressSetting,
  plainSetting,
  secretSetting,
  togetherFaults,
} from '@sluice/provider-kit/setting-kinds.ts'
import { Type } from 'typebox'
import { PeachAccount } from './account.ts'
import { BRANDS, type Brand, brandsIn, payinServices, payoutServices, USUAL_BRANDS } from './methods.ts'
import { PEACH_REFERENCE, referenceOf } from './references.ts'

const LIVE = {
  baseUrl: 'https://api-v2.peachpayments.com',
  payoutsUrl: 'https://payouts.peachpayments.com',
  tokenUrl: 'https://dashboard.peachpayments.com',
} as const
const SANDBOX = {
  baseUrl: 'https://testapi-v2.peachpayments.com',
  payoutsUrl: 'https://sandbox-payouts.peachpayments.com',
  tokenUrl: 'https://sandbox-dashboard.peachpayments.com',
} as const

const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('entityId', 'account', {
    title: 'Entity ID',
    description: 'Dashboard → Payments API → API keys',
    example: '8ac7a4ca8d3f1a2b018d3f9c7d1e0a4b',
    check: matching(/^[a-f0-9]{32}$/, 'must be 32 digits and letters from a to f'),
  }),
  secretSetting('userId', 'none', {
    title: 'User ID',
    description: 'Shown beside the entity ID',
    example: '8ac7a4ca8d3f1a2b018d3f9c7d1e0a4c',
    check: plainLine(64),
  }),
  secretSetting('password', 'none', {
    title: 'Password',
    description: 'Shown beside the entity ID',
    example: 'q8CNwhm5Bn',
    check: plainLine(128),
  }),
  plainSetting('returnUrl', 'none', {
    title: 'Return address',
    description: 'The page that payers return to if the shop names none',
    example: 'https://shop.example/thanks',
    check: pageAddress(1_900),
  }),
  plainSetting('brands?', 'none', {
    title: 'Brands',
    description: `The payment brands that Peach has enabled for you, of ${BRANDS.join(', ')}. Default: ${USUAL_BRANDS.join(',')}`,
    example: 'PAYSHAP,CAPITECPAY,PEACHEFT',
    check: (text) =>
      brandsIn(text) ? undefined : { code: 'UNKNOWN_VALUE', message: `must be some of ${BRANDS.join(', ')}` },
  }),
  secretSetting('notificationKey?', 'none', {
    title: 'Key of notifications',
    description:
      'Peach encrypts notifications with it: Dashboard → Payments API → webhooks. Left out: notifications are ignored',
    example: '000102030405060708090a0b0c0d0e0f',
    check: matching(/^([a-fA-F0-9]{32}|[a-fA-F0-9]{64})$/, 'must be 32 or 64 digits and letters from A to F'),
  }),
  plainSetting('payoutsMerchantId?', 'account', {
    title: 'Merchant ID for payouts',
    description: 'For the Payouts API. Left out: no payouts',
    example: '5c1d2f3e4a5b6c7d8e9f0a1b2c3d4e5f',
    check: matching(/^[A-Za-z0-9-]{1,64}$/, 'must be 1 to 64 letters, digits and hyphens'),
  }),
  secretSetting('payoutsClientId?', 'account', {
    title: 'Client ID for payouts',
    description: 'Shown beside the merchant ID',
    example: '0a1b2c3d4e5f60718293a4b5c6d7e8',
  }),
  secretSetting('payoutsClientSecret?', 'none', {
    title: 'Client secret for payouts',
    description: 'Shown beside the merchant ID',
    example: 'nJx3Wv0c…',
    check: plainLine(512),
  }),
  secretSetting('payoutsNotificationSecret?', 'none', {
    title: 'Secret of payouts’ notifications',
    description:
      'Peach signs notifications with it; ask its support. Left out: their signatures are not checked',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    check: matching(/^whsec_[A-Za-z0-9+/]{16,128}={0,2}$/, 'must begin with whsec_'),
  }),
  addressSetting('baseUrl?', {
    title: 'Address of the Payments API',
    description: 'Default: Peach’s',
    example: LIVE.baseUrl,
  }),
  addressSetting('payoutsUrl?', {
    title: 'Address of the Payouts API',
    description: 'Default: Peach’s',
    example: LIVE.payoutsUrl,
  }),
  addressSetting('tokenUrl?', {
    title: 'Address for tokens',
    description: 'For the Payouts API. Default: Peach’s',
    example: LIVE.tokenUrl,
  }),
]

const FOR_PAYOUTS = ['payoutsMerchantId', 'payoutsClientId', 'payoutsClientSecret'] as const

const brandsOf = ({ brands }: Settings): readonly Brand[] =>
  (brands === undefined ? undefined : brandsIn(brands)) ?? USUAL_BRANDS

const Granted = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Optional(
    Type.Union([Type.Number({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,6}$' })]),
  ),
})

/** Only the Payouts API needs one. */
function token(settings: Settings): ProviderTokenRequest | undefined {
  const {
    payoutsMerchantId: merchantId,
    payoutsClientId: clientId,
    payoutsClientSecret: clientSecret,
  } = settings
  if (merchantId === undefined) return undefined
  return {
    by: 'own',
    host: 'tokens',
    path: '/api/oauth/token',
    headers: () => ({}),
    body: { clientId, clientSecret, merchantId },
    read(body) {
      const granted = readAs(Granted, body)
      if (!granted) return undefined
      const { access_token: text, expires_in: lifeSecs } = granted
      return { text, ...(lifeSecs !== undefined && { lifeSecs: Number(lifeSecs) }) }
    },
  }
}

export const peach: Provider = {
  code: 'peach',
  title: 'Peach Payments',
  specification: 'Payments API 2.0.0 and Payouts API of Peach Payments, as published in November 2026',
  ...USUAL,
  settings: SETTINGS,
  token,
  hostsOf: () => ({ live: LIVE, test: SANDBOX }),
  reach: ({ baseUrl = '', payoutsUrl = '', tokenUrl = '' }) => ({
    baseUrl,
    otherUrls: { payouts: payoutsUrl, tokens: tokenUrl },
  }),
  faults: (settings) => togetherFaults(settings, FOR_PAYOUTS),
  serves(settings) {
    const brands = brandsOf(settings)
    return [
      ...payinServices(brands),
      ...(brands.includes('PAYSHAP') ? services(['refund'], 'PAYSHAP', 'ZAR') : []),
      ...(settings.payoutsMerchantId === undefined ? [] : payoutServices()),
    ]
  },
  // Per transaction: developer.peachpayments.com, Payments API, query a payment.
  questionsAMinute: 2,
  refundsByMovement: true,
  referenceOf,
  referenceForm: PEACH_REFERENCE,
  open(settings, standing) {
    const { entityId = '', userId = '', password = '', returnUrl = '', baseUrl } = settings
    const own = {
      entityId,
      userId,
      password,
      returnUrl,
      brands: brandsOf(settings),
      isSandbox: baseUrl === SANDBOX.baseUrl,
      payoutsMerchant: settings.payoutsMerchantId,
      secrets: { key: settings.notificationKey, payouts: settings.payoutsNotificationSecret },
    }
    return new PeachAccount(own, standing)
  },
}
