/** ECPay (綠界科技): payins in Taiwan by a virtual account at a bank, or by a code that is paid in cash at a convenience store. */
import type { Provider, ProviderSetting } from '@sluice/provider-kit/provider.ts'
import { services } from '@sluice/provider-kit/services.ts'
import { matching } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { EcpayAccount } from './account.ts'
import { BANKS, STORES, TRADE_NUMBER, tradeNumberOf } from './order.ts'

const SIXTEEN = matching(/^[\x21-\x7e]{16}$/, 'must be the 16 characters shown by ECPay')

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: ECPay’s stage for test accounts, production for live ones',
    example: 'https://ecpayment-stage.ecpay.com.tw',
  }),
  plainSetting('merchantId', 'account', {
    title: 'Merchant ID',
    description: '特店編號, in ECPay’s back office under 系統開發管理 › 系統介接設定',
    example: '3002607',
    check: matching(/^\d{6,10}$/, 'must be 6 to 10 digits'),
  }),
  secretSetting('hashKey', 'none', {
    title: 'HashKey',
    description: 'Shown beside the merchant ID. Encrypts requests',
    example: 'pwFHCqoQZGmho4w6',
    check: SIXTEEN,
  }),
  secretSetting('hashIv', 'none', {
    title: 'HashIV',
    description: 'Shown beside the HashKey',
    example: 'EkRm7iFT261dpevs',
    check: SIXTEEN,
  }),
  plainSetting('payeeName', 'none', {
    title: 'Payee',
    description: 'The name that payers see at their bank for a virtual account: ECPay’s or yours, as agreed',
    example: '綠界科技股份有限公司',
    check: matching(/^[\p{L}\p{N} .,()&-]{1,60}$/u, 'must be a name of 1 to 60 letters and digits'),
  }),
]

/** Merchants whose keys ECPay publishes for tests. Nobody is paid there. */
const STAGE_MERCHANTS: ReadonlySet<string> = new Set(['2000132', '2000214', '3002599', '3002607'])

const HALF_AN_HOUR_MS = 1_800_000

export const ecpay: Provider = {
  code: 'ecpay',
  title: 'ECPay (Taiwan)',
  specification:
    '非信用卡幕後取號 (numbers without its pages), developers.ecpay.com.tw/27950, as of November 2026',
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: 'https://ecpayment.ecpay.com.tw' },
    test: { baseUrl: 'https://ecpayment-stage.ecpay.com.tw' },
  }),
  reach: ({ baseUrl = '' }) => ({ baseUrl }),
  faults: ({ merchantId = '' }, isTest) =>
    isTest === false && STAGE_MERCHANTS.has(merchantId)
      ? [
          {
            path: '/merchantId',
            code: 'CONFLICT',
            message: 'is an ECPay test account, but this account is live',
          },
        ]
      : [],
  serves: () => [
    ...services(['payin'], 'CODE_PAYMENT', 'TWD', { operators: STORES }),
    ...services(['payin'], 'VAPAY', 'TWD', { operators: BANKS }),
  ],
  // Too many calls block us for half an hour, and longer if we go on.
  pauseMsAfter: (status) => (status === 403 ? HALF_AN_HOUR_MS : undefined),
  refundsByMovement: false,
  referenceOf: tradeNumberOf,
  referenceForm: TRADE_NUMBER,
  open({ merchantId = '', hashKey = '', hashIv = '', payeeName = '' }, standing) {
    return new EcpayAccount({ merchantId, hashKey, hashIv, payeeName }, standing)
  },
}
