/** The settings of an account at a bank with the Pix API. */
import { ownPixKey } from '@sluice/core/catalogue/identifiers/brazil.ts'
import type { ProviderSetting } from '@sluice/provider-kit/provider.ts'
import {
  endOfCertificate,
  matching,
  oneOf,
  pemCertificate,
  pemPrivateKey,
  plainLine,
} from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { PROFILES } from './profiles.ts'

/** How a token is requested, for the profile bacen. */
export const TOKEN_REQUEST_FORMS = ['basic', 'form', 'id', 'basic-query', 'form-query', 'id-query'] as const
const NAMED = /^([A-Za-z0-9_-]{1,64})=([\x21-\x7e]{1,512})$/
const named = matching(NAMED, 'must be a name and a value: name=value')

/** `name=value`. */
export function pairIn(text: string | undefined): Readonly<Record<string, string>> | undefined {
  const [, name, value] = NAMED.exec(text ?? '') ?? []
  return name === undefined || value === undefined ? undefined : { [name]: value }
}

export const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('profile', 'account', {
    title: 'Bank',
    description: PROFILES.map(({ code, title }) => `${code}: ${title}`).join('; '),
    example: 'efi',
    check: oneOf(PROFILES.map(({ code }) => code)),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description:
      'The API’s address, up to the part before /cob. Default: that of the profile’s bank; mandatory for the profile bacen',
    example: 'https://pix.bank.example/api/v2',
  }),
  addressSetting('tokenUrl?', {
    title: 'Token URL',
    description:
      'The address for tokens, with its path. Default: that of the profile’s bank; for the profile bacen /oauth/token below the address',
    example: 'https://login.bank.example/oauth/token',
  }),
  plainSetting('tokenBy?', 'none', {
    title: 'How a token is requested',
    description:
      'For the profile bacen: how ID and secret are sent (basic: in a header; form: in the form; id: only the ID); -query: grant and scope in the query. Default: basic',
    example: 'basic',
    check: oneOf(TOKEN_REQUEST_FORMS),
  }),
  plainSetting('scope?', 'none', {
    title: 'Scope',
    description: 'The token’s scope, if the bank needs another one than the profile has',
    example: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    check: plainLine(512),
  }),
  secretSetting('extraHeader?', 'none', {
    title: 'Header of each call',
    description: 'Another header that the bank needs: name=value',
    example: 'x-api-key=0123456789abcdef',
    check: named,
  }),
  secretSetting('extraQuery?', 'none', {
    title: 'Query of each call',
    description:
      'Another query parameter that the bank needs: name=value. At Banco do Brasil the application’s key',
    example: 'gw-dev-app-key=0123456789abcdef',
    check: named,
  }),
  plainSetting('pixKey', 'account', {
    title: 'Pix key',
    description: 'The account’s own key: payers pay to it, and payouts are paid from it',
    example: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    check: (text) => ownPixKey.check(text, {}),
  }),
  plainSetting('account?', 'account', {
    title: 'Account number',
    description:
      'For payouts at Banco Inter: the account’s number with its digit, without leading zeros. Left out: no payouts, and the application needs no scope for them',
    example: '135256221',
    check: matching(/^[1-9]\d{0,19}$/, 'must be digits without leading zeros'),
  }),
  plainSetting('payeeName', 'none', {
    title: 'Name in the QR code',
    description: 'The payee’s name that payers see',
    example: 'Loja Exemplo',
    check: plainLine(25),
  }),
  plainSetting('city', 'none', {
    title: 'City in the QR code',
    description: 'The payee’s city',
    example: 'Sao Paulo',
    check: plainLine(15),
  }),
  secretSetting('clientId', 'account', {
    title: 'Client ID',
    description: 'The application that you registered at the bank',
    example: 'Client_Id_0123456789abcdef',
  }),
  secretSetting('clientSecret?', 'none', {
    title: 'Client secret',
    description: 'The application’s secret. Leave out at Sicoob, which needs only the certificate',
    example: 'Client_Secret_0123456789abcdef',
  }),
  secretSetting('certificate?', 'none', {
    title: 'Certificate',
    description: 'Your client certificate (mTLS), as PEM. Left out: the bank needs none',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
    endsAt: endOfCertificate,
  }),
  secretSetting('privateKey?', 'none', {
    title: 'Private key',
    description: 'The certificate’s key, as PEM without a passphrase',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: pemPrivateKey,
  }),
  plainSetting('authorities?', 'none', {
    title: 'Authorities',
    description: 'As PEM: the authority of the bank’s own certificate, if it is not publicly trusted',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
  }),
]
