/** What an operator says of an account with a provider that has SNAP. */
import { createPrivateKey } from 'node:crypto'
import { operators } from '../../../catalogue/operators.ts'
import { parsePublicKey } from '../../../identity/access/signature.ts'
import type { ProviderSetting } from '../provider.ts'
import { baseAddress, oneOf, pemPrivateKey, plainLine } from '../setting-checks.ts'
import { PROFILES } from './profiles.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const form =
  (pattern: RegExp, message: string): ProviderSetting['check'] =>
  (text) =>
    pattern.test(text) ? undefined : { code: 'INVALID_FORMAT', message }

const BANKS: ReadonlySet<string> = new Set(operators('ID_VA_BANKS').map(({ code }) => code))
const CODE = /^([A-Z_]{2,32})=(\d{1,11})$/

/** `BCA=12345,BNI=988` → a number for each operator. What is none is passed over: settings were checked. */
export function codesIn(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = (text ?? '').split(',').flatMap((part) => {
    const [, operator, code] = CODE.exec(part.trim()) ?? []
    return operator === undefined || code === undefined ? [] : [[operator, code] as const]
  })
  return new Map(pairs)
}

/** @param most digits of each number */
const bankNumbers =
  (least: number, most: number): ProviderSetting['check'] =>
  (text) => {
    const codes = codesIn(text)
    const isWhole = codes.size === text.split(',').length
    const areRight = [...codes].every(
      ([operator, code]) => BANKS.has(operator) && code.length >= least && code.length <= most,
    )
    return isWhole && areRight
      ? undefined
      : {
          code: 'INVALID_FORMAT',
          message: `must name banks and their numbers of ${least} to ${most} digits: BCA=…,BNI=…; banks are ${[...BANKS].join(', ')}`,
        }
  }

const rsaPrivateKey: ProviderSetting['check'] = (text) => {
  const fault = pemPrivateKey(text)
  if (fault) return fault
  return createPrivateKey(text).asymmetricKeyType === 'rsa'
    ? undefined
    : { code: 'INVALID_FORMAT', message: 'must be an RSA key' }
}

const rsaPublicKey: ProviderSetting['check'] = (text) =>
  parsePublicKey(text).ok
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message: 'must be an RSA public key in PEM of 2048 bits or more: -----BEGIN PUBLIC KEY-----',
      }

export const SETTINGS: readonly ProviderSetting[] = [
  setting('profile', {
    title: 'Provider',
    description: PROFILES.map(({ code, title }) => `${code}: ${title}`).join('; '),
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'midtrans',
    check: oneOf(PROFILES.map(({ code }) => code)),
  }),
  setting('baseUrl', {
    title: 'Address',
    description:
      'Where the provider’s API is, up to the part before /v1.0. Left out: where the profile’s provider is; for the profile aspi it is mandatory',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://api.bank.example/snap',
    check: baseAddress,
  }),
  setting('tokenPath', {
    title: 'Path of the token',
    description:
      'Where it gives tokens, at the host of the address. Left out: beneath the address, as the standard has it (/v1.0/access-token/b2b)',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '/authorization/v1/access-token/b2b',
    check: form(/^(\/[A-Za-z0-9._-]{1,64}){1,10}$/, 'must be a path: /authorization/v1/access-token/b2b'),
  }),
  setting('clientId', {
    title: 'Client ID',
    description: 'The X-CLIENT-KEY, which the provider has given you',
    need: 'mandatory',
    isSecret: true,
    identity: 'account',
    example: '962489e9-de5d-4eb7-92a4-b07d44d64bf4',
    check: plainLine(128),
  }),
  setting('clientSecret', {
    title: 'Client secret',
    description: 'With which calls are signed; the provider has given it to you',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: 'da1fa417c72d6b91c257e01e54fac824',
    check: plainLine(512),
  }),
  setting('privateKey', {
    title: 'Private key',
    description:
      'RSA, with which you ask for tokens, as PEM without a passphrase; the provider has its public half',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: rsaPrivateKey,
  }),
  setting('partnerId', {
    title: 'Partner ID',
    description: 'The X-PARTNER-ID, which the provider has given you',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'G812345678',
    check: plainLine(36),
  }),
  setting('channelId', {
    title: 'Channel ID',
    description: 'The CHANNEL-ID: five digits that the provider has given you, or any',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: '95221',
    check: form(/^\d{5}$/, 'must be five digits'),
  }),
  setting('merchantId', {
    title: 'Merchant ID',
    description: 'By which the provider knows who takes payins. Left out: the account takes none',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: 'G059876677',
    check: plainLine(64),
  }),
  setting('acquirer', {
    title: 'Acquirer of QRIS',
    description: 'Midtrans: who acquires QRIS payments. Left out: GoPay',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'gopay',
    check: oneOf(['gopay', 'airpay shopee']),
  }),
  setting('companyCodes', {
    title: 'Company codes',
    description:
      'Of virtual accounts: the number by which each bank knows you (partnerServiceId). Left out: the account makes none',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'BCA=70012,PERMATA=8500',
    check: bankNumbers(1, 8),
  }),
  setting('bankCodes', {
    title: 'Bank codes',
    description:
      'Of payouts: how the provider numbers each bank (beneficiaryBankCode). Left out: the account sends none',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'BCA=0140397,BNI=0090010',
    check: bankNumbers(3, 11),
  }),
  setting('sourceAccountNo', {
    title: 'Source account',
    description:
      'Of payouts: the account from which money is sent. Midtrans: left out where the money lies with Midtrans; otherwise the ID of the bank account there',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: '0123456789',
    check: form(/^\d{1,19}$/, 'must be up to 19 digits'),
  }),
  setting('notificationKey', {
    title: 'Key of notifications',
    description:
      'The provider’s public key (RSA, PEM), with which it signs notifications. Left out: none is checked, and each only leads to a question',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: rsaPublicKey,
  }),
  setting('notificationClientId', {
    title: 'Client ID of notifications',
    description:
      'Where the provider asks us for a token before it notifies: the X-CLIENT-KEY that you have given it',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'sluice-for-bank',
    check: plainLine(128),
  }),
  setting('notificationSecret', {
    title: 'Secret of notifications',
    description:
      'With it the provider signs notifications that carry such a token: you have given it to the provider',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'a-long-random-text-of-your-own-making',
    check: plainLine(512),
  }),
]
