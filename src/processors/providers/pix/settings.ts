/** What an operator says of an account at a bank with the Pix API. */

import { ownPixKey } from '../../../catalogue/identifiers/brazil.ts'
import type { ProviderSetting } from '../provider.ts'
import {
  endOfCertificate,
  matching,
  oneOf,
  pemCertificate,
  pemPrivateKey,
  plainLine,
} from '../setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '../setting-kinds.ts'
import { PROFILES } from './profiles.ts'

/** How a token is asked for, with the profile bacen. */
export const TOKEN_WAYS = ['basic', 'form', 'id', 'basic-query', 'form-query', 'id-query'] as const
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
      'Where the bank’s API is, up to the part before /cob. Left out: where the profile’s bank is; for the profile bacen it is mandatory',
    example: 'https://pix.bank.example/api/v2',
  }),
  addressSetting('tokenUrl?', {
    title: 'Address of tokens',
    description:
      'Where the bank gives tokens, with the path. Left out: where the profile’s bank does; for the profile bacen at /oauth/token beneath the address',
    example: 'https://login.bank.example/oauth/token',
  }),
  plainSetting('tokenBy?', 'none', {
    title: 'How a token is asked for',
    description:
      'With the profile bacen: how ID and secret go (basic: in a header; form: in the form; id: the ID alone), and with -query the grant and the scope in the query. Left out: basic',
    example: 'basic',
    check: oneOf(TOKEN_WAYS),
  }),
  plainSetting('scope?', 'none', {
    title: 'Scope',
    description: 'Of the token, where the bank wants other rights to be named than the profile does',
    example: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    check: plainLine(512),
  }),
  secretSetting('extraHeader?', 'none', {
    title: 'Header of each call',
    description: 'One that the bank wants besides: name=value',
    example: 'x-api-key=0123456789abcdef',
    check: named,
  }),
  secretSetting('extraQuery?', 'none', {
    title: 'Query of each call',
    description: 'One that the bank wants besides: name=value. At Banco do Brasil the key of the application',
    example: 'gw-dev-app-key=0123456789abcdef',
    check: named,
  }),
  plainSetting('pixKey', 'account', {
    title: 'Pix key',
    description: 'The account’s own: payers’ money goes there, and payouts come from it',
    example: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    check: (text) => ownPixKey.check(text, {}),
  }),
  plainSetting('account?', 'account', {
    title: 'Account number',
    description:
      'At Banco Inter: the account’s number with its digit, without zeros before it. Payouts come from it; left out: none are sent, and the application needs no scope for them',
    example: '135256221',
    check: matching(/^[1-9]\d{0,19}$/, 'must be digits, without zeros before them'),
  }),
  plainSetting('payeeName', 'none', {
    title: 'Name in the QR code',
    description: 'Who is paid, as payers see it',
    example: 'Loja Exemplo',
    check: plainLine(25),
  }),
  plainSetting('city', 'none', {
    title: 'City in the QR code',
    description: 'Where the payee is',
    example: 'Sao Paulo',
    check: plainLine(15),
  }),
  secretSetting('clientId', 'account', {
    title: 'Client ID',
    description: 'Of the application that you have registered at the bank',
    example: 'Client_Id_0123456789abcdef',
    check: plainLine(256),
  }),
  secretSetting('clientSecret?', 'none', {
    title: 'Client secret',
    description: 'Of the same application. Left out: at Sicoob, where the certificate alone proves who asks',
    example: 'Client_Secret_0123456789abcdef',
    check: plainLine(256),
  }),
  secretSetting('certificate?', 'none', {
    title: 'Certificate',
    description: 'By which the bank knows you (mTLS), as PEM. Left out: the bank asks for none',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
    endsAt: endOfCertificate,
  }),
  secretSetting('privateKey?', 'none', {
    title: 'Private key',
    description: 'Of the certificate, as PEM without a passphrase',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: pemPrivateKey,
  }),
  plainSetting('authorities?', 'none', {
    title: 'Authorities',
    description: 'Who signs the bank’s own certificate, as PEM, where that is not one that everybody trusts',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
  }),
]
