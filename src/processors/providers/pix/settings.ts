/** What an operator says of an account at a bank with the Pix API. */
import { ownPixKey } from '../../../catalogue/identifiers/brazil.ts'
import type { ProviderSetting } from '../provider.ts'
import {
  baseAddress,
  endOfCertificate,
  oneOf,
  pemCertificate,
  pemPrivateKey,
  plainLine,
  type SettingCheck,
} from '../setting-checks.ts'
import { PROFILES } from './profiles.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const accountNumber: SettingCheck = (text) =>
  /^[1-9]\d{0,19}$/.test(text)
    ? undefined
    : { code: 'INVALID_FORMAT', message: 'must be digits, without zeros before them' }

/** How a token is asked for, with the profile bacen. */
export const TOKEN_WAYS = ['basic', 'form', 'id', 'basic-query', 'form-query', 'id-query'] as const
const NAMED = /^([A-Za-z0-9_-]{1,64})=([\x21-\x7e]{1,512})$/
const named: SettingCheck = (text) =>
  NAMED.test(text) ? undefined : { code: 'INVALID_FORMAT', message: 'must be a name and a value: name=value' }

/** `name=value`. */
export function pairIn(text: string | undefined): Readonly<Record<string, string>> | undefined {
  const [, name, value] = NAMED.exec(text ?? '') ?? []
  return name === undefined || value === undefined ? undefined : { [name]: value }
}

export const SETTINGS: readonly ProviderSetting[] = [
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
  setting('tokenUrl', {
    title: 'Address of tokens',
    description:
      'Where the bank gives tokens, with the path. Left out: where the profile’s bank does; for the profile bacen at /oauth/token beneath the address',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: 'https://login.bank.example/oauth/token',
    isAddress: true,
    check: baseAddress,
  }),
  setting('tokenBy', {
    title: 'How a token is asked for',
    description:
      'With the profile bacen: how ID and secret go (basic: in a header; form: in the form; id: the ID alone), and with -query the grant and the scope in the query. Left out: basic',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'basic',
    check: oneOf(TOKEN_WAYS),
  }),
  setting('scope', {
    title: 'Scope',
    description: 'Of the token, where the bank wants other rights to be named than the profile does',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    check: plainLine(512),
  }),
  setting('extraHeader', {
    title: 'Header of each call',
    description: 'One that the bank wants besides: name=value',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'x-api-key=0123456789abcdef',
    check: named,
  }),
  setting('extraQuery', {
    title: 'Query of each call',
    description: 'One that the bank wants besides: name=value. At Banco do Brasil the key of the application',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'gw-dev-app-key=0123456789abcdef',
    check: named,
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
  setting('account', {
    title: 'Account number',
    description:
      'At Banco Inter: the account’s number with its digit, without zeros before it. Payouts come from it; left out: none are sent, and the application needs no scope for them',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: '135256221',
    check: accountNumber,
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
    description: 'Of the same application. Left out: at Sicoob, where the certificate alone proves who asks',
    need: 'optional',
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
