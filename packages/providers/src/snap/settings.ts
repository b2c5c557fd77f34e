import { operators } from '@sluice/core/catalogue/operators.ts'
import { parsePublicKey } from '@sluice/core/foundation/signature.ts'
import type { ProviderSetting } from '@sluice/provider-kit/provider.ts'
import { matching, oneOf, plainLine, rsaPrivateKey } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { PROFILES } from './profiles.ts'

const BANKS: ReadonlySet<string> = new Set(operators('ID_VA_BANKS').map(({ code }) => code))
const CODE = /^([A-Z_]{2,32})=(\d{1,11})$/

/** `BCA=12345,BNI=988` → a number for each operator. Invalid parts are skipped: settings were checked. */
export function codesIn(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = (text ?? '').split(',').flatMap((part) => {
    const [, operator, code] = CODE.exec(part.trim()) ?? []
    return operator === undefined || code === undefined ? [] : [[operator, code] as const]
  })
  return new Map(pairs)
}

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
          message: `must be banks with their numbers of ${least} to ${most} digits: BCA=…,BNI=…; banks are ${[...BANKS].join(', ')}`,
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
      'The API’s address, up to the part before /v1.0. Default: that of the profile’s provider; mandatory for the profile aspi',
    example: 'https://api.bank.example/snap',
  }),
  plainSetting('tokenPath?', 'none', {
    title: 'Path of the token',
    description:
      'The path for tokens, at the host of the address. Default: the standard’s, below the address (/v1.0/access-token/b2b)',
    example: '/authorization/v1/access-token/b2b',
    check: matching(/^(\/[A-Za-z0-9._-]{1,64}){1,10}$/, 'must be a path: /authorization/v1/access-token/b2b'),
  }),
  secretSetting('clientId', 'account', {
    title: 'Client ID',
    description: 'The X-CLIENT-KEY from the provider',
    example: '962489e9-de5d-4eb7-92a4-b07d44d64bf4',
    check: plainLine(128),
  }),
  secretSetting('clientSecret', 'none', {
    title: 'Client secret',
    description: 'From the provider. Signs calls',
    example: 'da1fa417c72d6b91c257e01e54fac824',
    check: plainLine(512),
  }),
  secretSetting('privateKey', 'none', {
    title: 'Private key',
    description: 'RSA, as PEM without a passphrase. Signs token requests; the provider has the public key',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: rsaPrivateKey,
  }),
  plainSetting('partnerId', 'account', {
    title: 'Partner ID',
    description: 'The X-PARTNER-ID from the provider',
    example: 'G812345678',
    check: plainLine(36),
  }),
  plainSetting('channelId', 'none', {
    title: 'Channel ID',
    description: 'The CHANNEL-ID: five digits from the provider, or any',
    example: '95221',
    check: matching(/^\d{5}$/, 'must be five digits'),
  }),
  plainSetting('merchantId?', 'account', {
    title: 'Merchant ID',
    description: 'The provider’s ID of your business for payins. Left out: no payins',
    example: 'G059876677',
    check: plainLine(64),
  }),
  plainSetting('acquirer?', 'none', {
    title: 'Acquirer of QRIS',
    description: 'At Midtrans: the acquirer of QRIS payments. Default: GoPay',
    example: 'gopay',
    check: oneOf(['gopay', 'airpay shopee']),
  }),
  plainSetting('companyCodes?', 'none', {
    title: 'Company codes',
    description:
      'For virtual accounts: your number at each bank (partnerServiceId). Left out: no virtual accounts',
    example: 'BCA=70012,PERMATA=8500',
    check: bankNumbers(1, 8),
  }),
  plainSetting('bankCodes?', 'none', {
    title: 'Bank codes',
    description: 'For payouts: the provider’s code of each bank (beneficiaryBankCode). Left out: no payouts',
    example: 'BCA=0140397,BNI=0090010',
    check: bankNumbers(3, 11),
  }),
  plainSetting('sourceAccountNo?', 'account', {
    title: 'Source account',
    description:
      'For payouts: the account that pays. At Midtrans leave it out if your balance is at Midtrans; otherwise the ID of the bank account there',
    example: '0123456789',
    check: matching(/^\d{1,19}$/, 'must be up to 19 digits'),
  }),
  plainSetting('notificationKey?', 'none', {
    title: 'Key of notifications',
    description:
      'The provider’s public key (RSA, PEM), which verifies notifications. Left out: they are not verified; each only leads to a status inquiry',
    example: '-----BEGIN PUBLIC KEY-----…',
    check: rsaPublicKey,
  }),
  plainSetting('notificationClientId?', 'none', {
    title: 'Client ID of notifications',
    description: 'If the provider requests a token before it notifies: the X-CLIENT-KEY that you gave it',
    example: 'sluice-for-bank',
    check: plainLine(128),
  }),
  secretSetting('notificationSecret?', 'none', {
    title: 'Secret of notifications',
    description: 'The secret that you gave the provider. It signs notifications that have such a token',
    example: 'a-long-random-text-of-your-own-making',
    check: plainLine(512),
  }),
]
