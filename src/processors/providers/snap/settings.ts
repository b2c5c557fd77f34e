import { operators } from '../../../catalogue/operators.ts'
import { parsePublicKey } from '../../../foundation/signature.ts'
import type { ProviderSetting } from '../provider.ts'
import { matching, oneOf, plainLine, rsaPrivateKey } from '../setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '../setting-kinds.ts'
import { PROFILES } from './profiles.ts'

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

const rsaPublicKey: ProviderSetting['check'] = (text) =>
  parsePublicKey(text).ok
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message: 'must be an RSA public key in PEM of 2048 bits or more: -----BEGIN PUBLIC KEY-----',
      }

export const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('profile', 'account', {
    title: 'Provider',
    description: PROFILES.map(({ code, title }) => `${code}: ${title}`).join('; '),
    example: 'midtrans',
    check: oneOf(PROFILES.map(({ code }) => code)),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description:
      'Where the provider’s API is, up to the part before /v1.0. Left out: where the profile’s provider is; for the profile aspi it is mandatory',
    example: 'https://api.bank.example/snap',
  }),
  plainSetting('tokenPath?', 'none', {
    title: 'Path of the token',
    description:
      'Where it gives tokens, at the host of the address. Left out: beneath the address, as the standard has it (/v1.0/access-token/b2b)',
    example: '/authorization/v1/access-token/b2b',
    check: matching(/^(\/[A-Za-z0-9._-]{1,64}){1,10}$/, 'must be a path: /authorization/v1/access-token/b2b'),
  }),
  secretSetting('clientId', 'account', {
    title: 'Client ID',
    description: 'The X-CLIENT-KEY, which the provider has given you',
    example: '962489e9-de5d-4eb7-92a4-b07d44d64bf4',
    check: plainLine(128),
  }),
  secretSetting('clientSecret', 'none', {
    title: 'Client secret',
    description: 'With which calls are signed; the provider has given it to you',
    example: 'da1fa417c72d6b91c257e01e54fac824',
    check: plainLine(512),
  }),
  secretSetting('privateKey', 'none', {
    title: 'Private key',
    description:
      'RSA, with which you ask for tokens, as PEM without a passphrase; the provider has its public half',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: rsaPrivateKey,
  }),
  plainSetting('partnerId', 'account', {
    title: 'Partner ID',
    description: 'The X-PARTNER-ID, which the provider has given you',
    example: 'G812345678',
    check: plainLine(36),
  }),
  plainSetting('channelId', 'none', {
    title: 'Channel ID',
    description: 'The CHANNEL-ID: five digits that the provider has given you, or any',
    example: '95221',
    check: matching(/^\d{5}$/, 'must be five digits'),
  }),
  plainSetting('merchantId?', 'account', {
    title: 'Merchant ID',
    description: 'By which the provider knows who takes payins. Left out: the account takes none',
    example: 'G059876677',
    check: plainLine(64),
  }),
  plainSetting('acquirer?', 'none', {
    title: 'Acquirer of QRIS',
    description: 'Midtrans: who acquires QRIS payments. Left out: GoPay',
    example: 'gopay',
    check: oneOf(['gopay', 'airpay shopee']),
  }),
  plainSetting('companyCodes?', 'none', {
    title: 'Company codes',
    description:
      'Of virtual accounts: the number by which each bank knows you (partnerServiceId). Left out: the account makes none',
    example: 'BCA=70012,PERMATA=8500',
    check: bankNumbers(1, 8),
  }),
  plainSetting('bankCodes?', 'none', {
    title: 'Bank codes',
    description:
      'Of payouts: how the provider numbers each bank (beneficiaryBankCode). Left out: the account sends none',
    example: 'BCA=0140397,BNI=0090010',
    check: bankNumbers(3, 11),
  }),
  plainSetting('sourceAccountNo?', 'account', {
    title: 'Source account',
    description:
      'Of payouts: the account from which money is sent. Midtrans: left out where the money lies with Midtrans; otherwise the ID of the bank account there',
    example: '0123456789',
    check: matching(/^\d{1,19}$/, 'must be up to 19 digits'),
  }),
  plainSetting('notificationKey?', 'none', {
    title: 'Key of notifications',
    description:
      'The provider’s public key (RSA, PEM), with which it signs notifications. Left out: none is checked, and each only leads to a question',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: rsaPublicKey,
  }),
  plainSetting('notificationClientId?', 'none', {
    title: 'Client ID of notifications',
    description:
      'Where the provider asks us for a token before it notifies: the X-CLIENT-KEY that you have given it',
    example: 'sluice-for-bank',
    check: plainLine(128),
  }),
  secretSetting('notificationSecret?', 'none', {
    title: 'Secret of notifications',
    description:
      'With it the provider signs notifications that carry such a token: you have given it to the provider',
    example: 'a-long-random-text-of-your-own-making',
    check: plainLine(512),
  }),
]
