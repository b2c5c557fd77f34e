/**
 * Pix by the API that the Banco Central has specified for banks: payins by QR code, devoluções, and at Efí payouts to Pix keys.
 *
 * Read `account.ts` for how, `read.ts` for what each word of the bank means, `profiles.ts` for how banks deviate.
 */
import { ownPixKey } from '../../../catalogue/identifiers/brazil.ts'
import { assert } from '../../../foundation/result.ts'
import type { WireService } from '../../http/protocol.ts'
import { plainReference } from '../native.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import {
  baseAddress,
  endOfCertificate,
  oneOf,
  pemCertificate,
  pemPrivateKey,
  plainLine,
} from '../setting-checks.ts'
import { PixAccount } from './account.ts'
import { type PixProfile, PROFILES, profileOf } from './profiles.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const SETTINGS: readonly ProviderSetting[] = [
  setting('profile', {
    title: 'Bank',
    description: PROFILES.map(({ code, title }) => `${code}: ${title}`).join('; '),
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'efi',
    check: oneOf(PROFILES.map(({ code }) => code)),
  }),
  setting('baseUrl', {
    title: 'Address',
    description:
      'Where the bank’s API is, up to the part before /cob. Left out: where the profile’s bank is; for the profile bacen it is mandatory',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: 'https://pix.bank.example/api/v2',
    isAddress: true,
    check: baseAddress,
  }),
  setting('pixKey', {
    title: 'Pix key',
    description: 'The account’s own: payers’ money goes there, and payouts come from it',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    check: (text) => ownPixKey.check(text, {}),
  }),
  setting('payeeName', {
    title: 'Name in the QR code',
    description: 'Who is paid, as payers see it',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'Loja Exemplo',
    check: plainLine(25),
  }),
  setting('city', {
    title: 'City in the QR code',
    description: 'Where the payee is',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'Sao Paulo',
    check: plainLine(15),
  }),
  setting('clientId', {
    title: 'Client ID',
    description: 'Of the application that you have registered at the bank',
    need: 'mandatory',
    isSecret: true,
    identity: 'account',
    example: 'Client_Id_0123456789abcdef',
    check: plainLine(256),
  }),
  setting('clientSecret', {
    title: 'Client secret',
    description: 'Of the same application',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: 'Client_Secret_0123456789abcdef',
    check: plainLine(256),
  }),
  setting('certificate', {
    title: 'Certificate',
    description: 'By which the bank knows you (mTLS), as PEM. Left out: the bank asks for none',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
    endsAt: endOfCertificate,
  }),
  setting('privateKey', {
    title: 'Private key',
    description: 'Of the certificate, as PEM without a passphrase',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: pemPrivateKey,
  }),
  setting('authorities', {
    title: 'Authorities',
    description: 'Who signs the bank’s own certificate, as PEM, where that is not one that everybody trusts',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
  }),
]

const KEY_METHODS = [
  'PHONE_NUMBER_TRANSFER',
  'EMAIL_TRANSFER',
  'TAX_PAYER_ID_TRANSFER',
  'RANDOM_KEY_TRANSFER',
] as const

function profileIn(settings: Settings): PixProfile {
  const profile = profileOf(settings.profile)
  assert(profile, 'an account is kept with a profile that the program has')
  return profile
}

const service = (kind: WireService['kind'], paymentMethodCodes: readonly string[]): WireService => ({
  kind,
  paymentMethodCodes: [...paymentMethodCodes],
  currencyCodes: ['BRL'],
})

export const pix: Provider = {
  code: 'pix',
  title: 'Pix (API of the Banco Central do Brasil)',
  specification: 'API Pix 2.9.0, Banco Central do Brasil; payouts: API Pix of Efí',
  settings: SETTINGS,
  token(settings) {
    const { clientId: id = '', clientSecret: secret = '' } = settings
    return { ...profileIn(settings).token, client: { id, secret } }
  },
  hostsOf: (settings) => profileIn(settings).hosts,
  reach({ baseUrl = '', certificate, privateKey, authorities }) {
    return {
      baseUrl,
      ...(certificate !== undefined &&
        privateKey !== undefined && { certificate: { certificate, privateKey } }),
      ...(authorities !== undefined && { authorities }),
    }
  },
  faults(settings) {
    const { baseUrl, certificate, privateKey } = settings
    const hasHost = baseUrl !== undefined || profileOf(settings.profile)?.hosts !== undefined
    return [
      ...(hasHost
        ? []
        : [{ path: '/baseUrl', code: 'REQUIRED' as const, message: 'is mandatory for this profile' }]),
      ...((certificate === undefined) === (privateKey === undefined)
        ? []
        : [
            {
              path: certificate === undefined ? '/certificate' : '/privateKey',
              code: 'REQUIRED' as const,
              message: 'is mandatory with the other one of certificate and privateKey',
            },
          ]),
    ]
  },
  serves: (settings) => [
    service('payin', ['PIXQR']),
    service('refund', ['PIXQR']),
    ...(profileIn(settings).payouts === undefined
      ? []
      : [service('payout', KEY_METHODS), service('refund', KEY_METHODS)]),
  ],
  refundsByMovement: true,
  referenceOf: plainReference,
  open: (settings, standing) => {
    const { pixKey = '', payeeName = '', city = '' } = settings
    return new PixAccount(profileIn(settings), { pixKey, payeeName, city }, standing)
  },
}
