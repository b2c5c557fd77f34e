/** MoMo, the wallet of M_Service in Vietnam: payins on its page or in its app, their refunds, payouts to wallets. */
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { PAID_OUT, services } from '@sluice/provider-kit/services.ts'
import { matching, pageAddress } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { MomoAccount } from './account.ts'
import { publicKeyIn } from './payouts.ts'

const LIVE = { baseUrl: 'https://payment.momo.vn' } as const
const TEST = { baseUrl: 'https://test-payment.momo.vn' } as const

const key = (name: string, title: string, example: string): ProviderSetting =>
  secretSetting(name, 'none', {
    title,
    description: 'business.momo.vn, beside the partner code',
    example,
  })

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: MoMo’s test environment for test accounts, the live one for live accounts',
    example: TEST.baseUrl,
  }),
  plainSetting('partnerCode', 'account', {
    title: 'Partner code',
    description: 'business.momo.vn, integration information. Each environment has its own',
    example: 'MOMOABCD20260101',
    check: matching(/^[A-Za-z0-9_-]{1,50}$/, 'must be 1 to 50 letters, digits, hyphens and underscores'),
  }),
  key('accessKey', 'Access key', 'F0123456789AB'),
  key('secretKey', 'Secret key', 'K0123456789abcdefghijklmnopqrstu'),
  plainSetting('returnUrl', 'none', {
    title: 'Return address',
    description: 'The page that payers return to if the shop names none',
    example: 'https://shop.example/thanks',
    check: pageAddress(1_900),
  }),
  plainSetting('publicKey?', 'none', {
    title: 'Public key of MoMo',
    description: 'Encrypts payees. Shown in the same place; as PEM or as it is shown. Left out: no payouts',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: (text) =>
      publicKeyIn(text)
        ? undefined
        : { code: 'INVALID_FORMAT', message: 'must be an RSA public key of 2,048 bits or more' },
  }),
]

const TERMS = { operators: ['MOMO'], min: '1000' }

const servicesOf = ({ publicKey }: Settings): readonly WireService[] => [
  ...services(['payin', 'refund'], 'MOMOPAY', 'VND', { ...TERMS, max: '50000000' }),
  ...(publicKey === undefined
    ? []
    : services(PAID_OUT, 'WALLET_TRANSFER', 'VND', { ...TERMS, max: '200000000' })),
]

export const momo: Provider = {
  code: 'momo',
  title: 'MoMo (Vietnam)',
  specification: 'developers.momo.vn, payment gateway v2 and disbursement v2, as of November 2026',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({ live: LIVE, test: TEST }),
  reach: ({ baseUrl = '' }) => ({ baseUrl }),
  serves: servicesOf,
  refundsByMovement: true,
  open({ partnerCode = '', accessKey = '', secretKey = '', returnUrl = '', publicKey }, standing) {
    const key = publicKey === undefined ? undefined : publicKeyIn(publicKey)
    return new MomoAccount({ partnerCode, accessKey, secretKey, returnUrl, publicKey: key }, standing)
  },
}
