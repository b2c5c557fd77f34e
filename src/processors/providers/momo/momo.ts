/**
 * MoMo, the wallet of M_Service in Vietnam: payins on its page or in its app, their refunds, payouts to wallets.
 *
 * Read `account.ts` for how, `read.ts` for what each of its codes means, `signing.ts` for its proofs.
 */

import type { WireService } from '../../connectors/protocol.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { PLAIN_REFERENCE, plainReference } from '../references.ts'
import { matching, pageAddress, plainLine } from '../setting-checks.ts'
import { addressSetting, plainSetting, restAfter429, secretSetting } from '../setting-kinds.ts'
import { MomoAccount } from './account.ts'
import { publicKeyIn } from './payouts.ts'

const LIVE = { baseUrl: 'https://payment.momo.vn' } as const
const TEST = { baseUrl: 'https://test-payment.momo.vn' } as const

const key = (name: string, title: string, example: string): ProviderSetting =>
  secretSetting(name, 'none', {
    title,
    description: 'At business.momo.vn, beside the partner code',
    example,
    check: plainLine(256),
  })

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Left out: MoMo’s test environment for test accounts, and its live one for live accounts',
    example: TEST.baseUrl,
  }),
  plainSetting('partnerCode', 'account', {
    title: 'Partner code',
    description: 'At business.momo.vn, under the information for integration. Each environment has its own',
    example: 'MOMOABCD20260101',
    check: matching(/^[A-Za-z0-9_-]{1,50}$/, 'must be 1 to 50 letters, digits, hyphens and underscores'),
  }),
  key('accessKey', 'Access key', 'F0123456789AB'),
  key('secretKey', 'Secret key', 'K0123456789abcdefghijklmnopqrstu'),
  plainSetting('returnUrl', 'none', {
    title: 'Return address',
    description: 'Where payers come back to, where the shop names no place itself',
    example: 'https://shop.example/thanks',
    check: pageAddress(1_900),
  }),
  plainSetting('publicKey?', 'none', {
    title: 'Public key of MoMo',
    description:
      'By which payees are encrypted, from the same place, as PEM or as it is shown. Left out: the account sends no payouts',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: (text) =>
      publicKeyIn(text)
        ? undefined
        : { code: 'INVALID_FORMAT', message: 'must be an RSA public key of 2,048 bits or more' },
  }),
]

const MONEY = { currencyCodes: ['VND'], paymentOperatorCodes: ['MOMO'], min: '1000' }
const PAYINS = { ...MONEY, paymentMethodCodes: ['MOMOPAY'], max: '50000000' }
const PAYOUTS = { ...MONEY, paymentMethodCodes: ['WALLET_TRANSFER'], max: '200000000' }

const servicesOf = ({ publicKey }: Settings): readonly WireService[] => [
  { kind: 'payin', ...PAYINS },
  { kind: 'refund', ...PAYINS },
  ...(publicKey === undefined
    ? []
    : [
        { kind: 'payout' as const, ...PAYOUTS },
        { kind: 'refund' as const, ...PAYOUTS },
      ]),
]

export const momo: Provider = {
  code: 'momo',
  title: 'MoMo (Vietnam)',
  specification: 'developers.momo.vn, payment gateway v2 and disbursement v2, as of November 2026',
  settings: SETTINGS,
  hostsOf: () => ({ live: LIVE, test: TEST }),
  reach: ({ baseUrl = '' }) => ({ baseUrl }),
  serves: servicesOf,
  // No page says how often it may be asked, nor what it answers then: the usual status, and a short rest.
  pauseMsAfter: restAfter429,
  refundsByMovement: true,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
  open({ partnerCode = '', accessKey = '', secretKey = '', returnUrl = '', publicKey }, standing) {
    const key = publicKey === undefined ? undefined : publicKeyIn(publicKey)
    return new MomoAccount({ partnerCode, accessKey, secretKey, returnUrl, publicKey: key }, standing)
  },
}
