/** STP (Sistema de Transferencias y Pagos): orders by SPEI, Mexico's transfer system, to CLABEs, debit cards and mobile numbers. */
import { ownClabe } from '@sluice/core/catalogue/identifiers/account-numbers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Provider, ProviderSetting } from '@sluice/provider-kit/provider.ts'
import { base36Reference, USUAL } from '@sluice/provider-kit/references.ts'
import { PAID_OUT_OR_SETTLED, services } from '@sluice/provider-kit/services.ts'
import { matching, plainLine, rsaPrivateKey } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { QUERIES, StpAccount } from './account.ts'
import { TRACKING_KEY } from './notifications.ts'

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address for orders',
    description: 'Default: STP’s test environment for test accounts, production for live ones',
    example: 'https://demo.stpmex.com:7024/speiws/rest',
  }),
  addressSetting('queryUrl?', {
    title: 'Address for inquiries',
    description: 'The API for status inquiries. Default: as above',
    example: 'https://efws-dev.stpmex.com/efws/API',
  }),
  plainSetting('empresa', 'account', {
    title: 'Company',
    description: 'Your company’s alias at STP',
    example: 'TIENDA_DEMO',
    check: matching(/^[A-Z0-9_]{1,15}$/, 'must be 1 to 15 of A-Z, 0-9 and _, as at STP'),
  }),
  secretSetting('privateKey', 'none', {
    title: 'Private key',
    description: 'The key of your certificate at STP, as PEM without a passphrase. Signs each call',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: rsaPrivateKey,
  }),
  plainSetting('account', 'account', {
    title: 'Account',
    description: 'The CLABE at STP that payouts are paid from',
    example: '646180110400000007',
    check: (text) =>
      text.startsWith('646')
        ? ownClabe.check(text, {})
        : { code: 'INVALID_FORMAT', message: 'must be a CLABE of STP: 646…' },
  }),
  plainSetting('holder', 'none', {
    title: 'Holder',
    description: 'The account’s holder, as payees see it',
    example: 'Tienda Demo SA de CV',
    check: plainLine(39),
  }),
  plainSetting('taxId?', 'none', {
    title: 'RFC',
    description: 'The holder’s RFC or CURP. Left out: not sent to payees’ banks',
    example: 'TDE010203AB1',
    check: matching(/^[A-Z0-9&]{12,18}$/, 'must be an RFC or CURP: 12 to 18 capital letters and digits'),
  }),
]

/** At most 30 letters and digits are allowed. */
export const trackingKey = (payment: Payment): string => base36Reference(payment, 25)

export const stp: Provider = {
  code: 'stp',
  title: 'STP (Mexico)',
  specification: 'speiws/rest and efws/API of STP, as its integrators have published them, November 2026',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: 'https://prod.stpmex.com/speiws/rest', queryUrl: 'https://prod.stpmex.com/efws/API' },
    test: {
      baseUrl: 'https://demo.stpmex.com:7024/speiws/rest',
      queryUrl: 'https://efws-dev.stpmex.com/efws/API',
    },
  }),
  reach: ({ baseUrl = '', queryUrl = '' }) => ({ baseUrl, otherUrls: { [QUERIES]: queryUrl } }),
  serves: () => services(PAID_OUT_OR_SETTLED, 'BANK_TRANSFER', 'MXN'),
  referenceOf: trackingKey,
  referenceForm: TRACKING_KEY,
  open({ empresa = '', privateKey = '', account = '', holder = '', taxId }, standing) {
    return new StpAccount(
      { empresa, privateKey, account, holder, ...(taxId !== undefined && { taxId }) },
      standing,
    )
  },
}
