/**
 * STP (Sistema de Transferencias y Pagos): orders by SPEI, Mexico's own system of transfers, to CLABEs, debit cards and mobile numbers.
 *
 * Read `account.ts` for how, `read.ts` for what each word means, `cadena.ts` for what is signed, `days.ts` for days of operation.
 */
import { createPrivateKey } from 'node:crypto'
import { ownClabe } from '../../../catalogue/identifiers/account-numbers.ts'
import type { Fault } from '../../../foundation/faults.ts'
import type { Payment } from '../../../payments/model.ts'
import { attemptOf } from '../../../payments/refunds.ts'
import type { WireService } from '../../connectors/protocol.ts'
import type { Provider, ProviderSetting } from '../provider.ts'
import { baseAddress, plainLine } from '../setting-checks.ts'
import { QUERIES, StpAccount } from './account.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const SETTINGS: readonly ProviderSetting[] = [
  setting('baseUrl', {
    title: 'Address for orders',
    description: 'Left out: STP’s test environment for test accounts, and production for live ones',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://demo.stpmex.com:7024/speiws/rest',
    check: baseAddress,
  }),
  setting('queryUrl', {
    title: 'Address for questions',
    description: 'Of the API for questions. Left out: as with the other one',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://efws-dev.stpmex.com/efws/API',
    check: baseAddress,
  }),
  setting('empresa', {
    title: 'Company',
    description: 'The alias that STP has given to your company',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'TIENDA_DEMO',
    check: pattern(/^[A-Z0-9_]{1,15}$/, 'must be as STP writes it: 1 to 15 of A-Z, 0-9 and _'),
  }),
  setting('privateKey', {
    title: 'Private key',
    description: 'Of the certificate that STP has of you, as PEM without a passphrase: signs each call',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: privateKeyFault,
  }),
  setting('account', {
    title: 'Account',
    description: 'The CLABE with STP that payouts are paid from',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: '646180110400000007',
    check: (text) =>
      text.startsWith('646')
        ? ownClabe.check(text, {})
        : { code: 'INVALID_FORMAT', message: 'must be a CLABE with STP: 646…' },
  }),
  setting('holder', {
    title: 'Holder',
    description: 'Of that account, as payees see who pays',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'Tienda Demo SA de CV',
    check: plainLine(39),
  }),
  setting('taxId', {
    title: 'RFC',
    description: 'The holder’s RFC or CURP. Left out: payees’ banks are not told',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'TDE010203AB1',
    check: pattern(/^[A-Z0-9&]{12,18}$/, 'must be an RFC or CURP: 12 to 18 capital letters and digits'),
  }),
]

function pattern(form: RegExp, message: string): ProviderSetting['check'] {
  return (text) => (form.test(text) ? undefined : { code: 'INVALID_FORMAT', message })
}

function privateKeyFault(text: string): Omit<Fault, 'path'> | undefined {
  try {
    if (createPrivateKey(text).asymmetricKeyType === 'rsa') return undefined
  } catch {
    // What is wrong with it may not be repeated.
  }
  return {
    code: 'INVALID_FORMAT',
    message: 'must be a private key of RSA in PEM, without a passphrase: -----BEGIN PRIVATE KEY-----',
  }
}

const service = (kind: WireService['kind']): WireService => ({
  kind,
  paymentMethodCodes: ['BANK_TRANSFER'],
  currencyCodes: ['MXN'],
})

/** A tracking key has at most 30 letters and digits: these are the 25 of the payment's key, and for another try of a refund its number. */
export function trackingKey(payment: Payment): string {
  const attempt = attemptOf(payment)
  const key = BigInt(`0x${payment.key.replaceAll('-', '')}`)
  return key.toString(36).toUpperCase().padStart(25, '0') + (attempt === 0 ? '' : String(attempt))
}

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
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: false,
  referenceOf: trackingKey,
  open({ empresa = '', privateKey = '', account = '', holder = '', taxId }, standing) {
    return new StpAccount(
      { empresa, privateKey, account, holder, ...(taxId !== undefined && { taxId }) },
      standing,
    )
  },
}
