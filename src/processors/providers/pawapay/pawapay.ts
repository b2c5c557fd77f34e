/**
 * pawaPay, Merchant API v2: mobile money of the operators of Ghana, Kenya, Tanzania and Zambia. Payins by a prompt on the payer's phone, their
 * refunds by the deposit, payouts to wallets.
 *
 * Read `account.ts` for how, `read.ts` for what each of its words means, `configuration.ts` for what is served now, `signatures.ts` for proof.
 */
import { createHash, createPrivateKey } from 'node:crypto'
import type { Fault } from '../../../foundation/faults.ts'
import type { Payment } from '../../../payments/model.ts'
import { attemptOf } from '../../../payments/refunds.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import type { SignedCall } from '../reach.ts'
import { baseAddress, pemPrivateKey, plainLine } from '../setting-checks.ts'
import { PawapayAccount } from './account.ts'
import { ANY_SERVICES } from './configuration.ts'
import { algorithmOf, publicKeysOf, signer } from './signatures.ts'
import { keysFault, keysIn } from './webhook.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const SETTINGS: readonly ProviderSetting[] = [
  setting('baseUrl', {
    title: 'Address',
    description: 'Where the API is. Left out: pawaPay’s own, of its sandbox for test accounts',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://api.sandbox.pawapay.io',
    check: baseAddress,
  }),
  setting('apiToken', {
    title: 'API token',
    description: 'From the dashboard of the same environment, System configuration, API tokens',
    need: 'mandatory',
    isSecret: true,
    identity: 'key',
    example: 'eyJraWQiOiIxIiwiYWxnIjoiRVMyNTYifQ…',
    check: plainLine(4_096),
  }),
  setting('keyId', {
    title: 'Key ID',
    description: 'As the dashboard names your public key, where requests are signed',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'GATEWAY_KEY_1',
    check: (text) => (text.includes('"') || text.includes('\\') ? NO_KEY_ID : plainLine(100)(text)),
  }),
  setting('privateKey', {
    title: 'Private key',
    description:
      'By which deposits, payouts and refunds are signed (ECDSA P-256 or P-384, or RSA), as PEM. Left out: they are not',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: signingKeyFault,
  }),
  setting('publicKeys', {
    title: 'Keys of pawaPay',
    description:
      'What GET /v2/public-key/http answers. With them a notification counts that one of them has signed, and no other; left out: every one makes the gateway ask',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '[{"id":"HTTP_EC_P256_KEY:1","key":"-----BEGIN PUBLIC KEY-----…"}]',
    check: keysFault,
  }),
]

const NO_KEY_ID: Omit<Fault, 'path'> = {
  code: 'INVALID_FORMAT',
  message: 'must have no quote and no backslash',
}

function signingKeyFault(text: string): Omit<Fault, 'path'> | undefined {
  const fault = pemPrivateKey(text)
  if (fault) return fault
  return algorithmOf(createPrivateKey(text))
    ? undefined
    : { code: 'INVALID_FORMAT', message: 'must be an ECDSA key on P-256 or P-384, or an RSA key' }
}

/** What moves money is signed, and nothing else. */
const SIGNED = /^\/v2\/(deposits|payouts|refunds)$/

function signing({ keyId, privateKey }: Settings): {
  sign?: (call: SignedCall) => Readonly<Record<string, string>>
} {
  if (keyId === undefined || privateKey === undefined) return {}
  const sign = signer(keyId, privateKey)
  return { sign: (call) => (call.method === 'POST' && SIGNED.test(call.path) ? sign(call) : {}) }
}

/**
 * A UUID of version 4, which they ask for, made of the payment's key: the same for ever, and no other payment's. Of another try of a refund it
 * is another one.
 */
export function referenceOf(payment: Payment): string {
  const bytes = createHash('sha256')
    .update(`pawapay ${payment.key} ${attemptOf(payment)}`)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const pawapay: Provider = {
  code: 'pawapay',
  title: 'pawaPay (mobile money)',
  specification: 'Merchant API v2, docs.pawapay.io, as read in November 2026',
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: 'https://api.pawapay.io' },
    test: { baseUrl: 'https://api.sandbox.pawapay.io' },
  }),
  reach: (settings) => ({ baseUrl: settings.baseUrl ?? '', ...signing(settings) }),
  faults: ({ keyId, privateKey }) =>
    (keyId === undefined) === (privateKey === undefined)
      ? []
      : [
          {
            path: keyId === undefined ? '/keyId' : '/privateKey',
            code: 'REQUIRED',
            message: 'is mandatory with the other one of keyId and privateKey',
          },
        ],
  serves: () => ANY_SERVICES,
  // No page says how often it may be asked, nor what it answers then: the usual status, and a short rest.
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: true,
  referenceOf,
  open: ({ apiToken = '', privateKey, publicKeys }, standing) => {
    const keys = publicKeys === undefined ? undefined : keysIn(publicKeys)
    return new PawapayAccount(
      { apiToken, signs: privateKey !== undefined, publicKeys: keys && publicKeysOf(keys) },
      standing,
    )
  },
}
