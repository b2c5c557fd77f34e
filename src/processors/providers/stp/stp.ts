/**
 * STP (Sistema de Transferencias y Pagos): orders by SPEI, Mexico's own system of transfers, to CLABEs, debit cards and mobile numbers.
 *
 * Read `account.ts` for how, `read.ts` for what each word means, `cadena.ts` for what is signed, `days.ts` for days of operation.
 */

import { ownClabe } from '../../../catalogue/identifiers/account-numbers.ts'
import type { Payment } from '../../../payments/model.ts'
import type { WireService } from '../../connectors/protocol.ts'
import type { Provider, ProviderSetting } from '../provider.ts'
import { base36Reference } from '../references.ts'
import { matching, plainLine, rsaPrivateKey } from '../setting-checks.ts'
import { addressSetting, plainSetting, restAfter429, secretSetting } from '../setting-kinds.ts'
import { QUERIES, StpAccount } from './account.ts'
import { TRACKING_KEY } from './notifications.ts'

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address for orders',
    description: 'Left out: STP’s test environment for test accounts, and production for live ones',
    example: 'https://demo.stpmex.com:7024/speiws/rest',
  }),
  addressSetting('queryUrl?', {
    title: 'Address for questions',
    description: 'Of the API for questions. Left out: as with the other one',
    example: 'https://efws-dev.stpmex.com/efws/API',
  }),
  plainSetting('empresa', 'account', {
    title: 'Company',
    description: 'The alias that STP has given to your company',
    example: 'TIENDA_DEMO',
    check: matching(/^[A-Z0-9_]{1,15}$/, 'must be as STP writes it: 1 to 15 of A-Z, 0-9 and _'),
  }),
  secretSetting('privateKey', 'none', {
    title: 'Private key',
    description: 'Of the certificate that STP has of you, as PEM without a passphrase: signs each call',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: rsaPrivateKey,
  }),
  plainSetting('account', 'account', {
    title: 'Account',
    description: 'The CLABE with STP that payouts are paid from',
    example: '646180110400000007',
    check: (text) =>
      text.startsWith('646')
        ? ownClabe.check(text, {})
        : { code: 'INVALID_FORMAT', message: 'must be a CLABE with STP: 646…' },
  }),
  plainSetting('holder', 'none', {
    title: 'Holder',
    description: 'Of that account, as payees see who pays',
    example: 'Tienda Demo SA de CV',
    check: plainLine(39),
  }),
  plainSetting('taxId?', 'none', {
    title: 'RFC',
    description: 'The holder’s RFC or CURP. Left out: payees’ banks are not told',
    example: 'TDE010203AB1',
    check: matching(/^[A-Z0-9&]{12,18}$/, 'must be an RFC or CURP: 12 to 18 capital letters and digits'),
  }),
]

const service = (kind: WireService['kind']): WireService => ({
  kind,
  paymentMethodCodes: ['BANK_TRANSFER'],
  currencyCodes: ['MXN'],
})

/** A tracking key has at most 30 letters and digits. */
export const trackingKey = (payment: Payment): string => base36Reference(payment, 25)

export const stp: Provider = {
  code: 'stp',
  title: 'STP (Mexico)',
  specification: 'speiws/rest and efws/API of STP, as its integrators have published them, November 2026',
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: 'https://prod.stpmex.com/speiws/rest', queryUrl: 'https://prod.stpmex.com/efws/API' },
    test: {
      baseUrl: 'https://demo.stpmex.com:7024/speiws/rest',
      queryUrl: 'https://efws-dev.stpmex.com/efws/API',
    },
  }),
  reach: ({ baseUrl = '', queryUrl = '' }) => ({ baseUrl, otherUrls: { [QUERIES]: queryUrl } }),
  serves: () => (['payout', 'refund', 'settlement'] as const).map(service),
  // No page says for how long: the usual status, and a short rest.
  pauseMsAfter: restAfter429,
  refundsByMovement: false,
  referenceOf: trackingKey,
  referenceForm: TRACKING_KEY,
  open({ empresa = '', privateKey = '', account = '', holder = '', taxId }, standing) {
    return new StpAccount(
      { empresa, privateKey, account, holder, ...(taxId !== undefined && { taxId }) },
      standing,
    )
  },
}
