/**
 * pawaPay, Merchant API v2: mobile money in Ghana, Kenya, Tanzania and Zambia. Payins by a prompt on the payer's phone, their refunds,
 * and payouts to wallets.
 */
import { createPrivateKey } from 'node:crypto'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import type { SignedCall } from '@sluice/provider-kit/reach.ts'
import { USUAL, UUID_REFERENCE, uuidReference } from '@sluice/provider-kit/references.ts'
import { pemPrivateKey, plainLine } from '@sluice/provider-kit/setting-checks.ts'
import {
  addressSetting,
  plainSetting,
  secretSetting,
  togetherFaults,
} from '@sluice/provider-kit/setting-kinds.ts'
import { PawapayAccount } from './account.ts'
import { ANY_SERVICES } from './configuration.ts'
import { algorithmOf, publicKeysOf, signer } from './signatures.ts'
import { keysFault, keysIn } from './webhook.ts'

const SETTINGS: readonly ProviderSetting[] = [
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: pawaPay’s sandbox for test accounts, production for live ones',
    example: 'https://api.sandbox.pawapay.io',
  }),
  secretSetting('apiToken', 'key', {
    title: 'API token',
    description: 'Dashboard of the same environment → System configuration → API tokens',
    example: 'eyJraWQiOiIxIiwiYWxnIjoiRVMyNTYifQ…',
    check: plainLine(4_096),
  }),
  plainSetting('keyId?', 'none', {
    title: 'Key ID',
    description: 'For signed requests: the name of your public key in the dashboard',
    example: 'GATEWAY_KEY_1',
    check: (text) => (text.includes('"') || text.includes('\\') ? NO_KEY_ID : plainLine(100)(text)),
  }),
  secretSetting('privateKey?', 'none', {
    title: 'Private key',
    description:
      'Signs deposits, payouts and refunds (ECDSA P-256 or P-384, or RSA), as PEM. Left out: they are not signed',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: signingKeyFault,
  }),
  plainSetting('publicKeys?', 'none', {
    title: 'Keys of pawaPay',
    description:
      'The answer to GET /v2/public-key/http. With them only signed notifications count; left out: every notification leads to a status inquiry',
    example: '[{"id":"HTTP_EC_P256_KEY:1","key":"-----BEGIN PUBLIC KEY-----…"}]',
    check: keysFault,
  }),
]

const NO_KEY_ID: Omit<Fault, 'path'> = {
  code: 'INVALID_FORMAT',
  message: 'must not contain quotation marks or backslashes',
}

function signingKeyFault(text: string): Omit<Fault, 'path'> | undefined {
  const fault = pemPrivateKey(text)
  if (fault) return fault
  return algorithmOf(createPrivateKey(text))
    ? undefined
    : { code: 'INVALID_FORMAT', message: 'must be an ECDSA key on P-256 or P-384, or an RSA key' }
}

/** Only calls that move money are signed. */
const SIGNED = /^\/v2\/(deposits|payouts|refunds)$/

function signing({ keyId, privateKey }: Settings): {
  sign?: (call: SignedCall) => Readonly<Record<string, string>>
} {
  if (keyId === undefined || privateKey === undefined) return {}
  const sign = signer(keyId, privateKey)
  return { sign: (call) => (call.method === 'POST' && SIGNED.test(call.path) ? sign(call) : {}) }
}

/** A UUID of version 4, another one for each try of a refund. */
export const referenceOf = (payment: Payment): string =>
  uuidReference(`pawapay ${payment.key} ${attemptOf(payment)}`)

export const pawapay: Provider = {
  code: 'pawapay',
  title: 'pawaPay (mobile money)',
  specification: 'Merchant API v2, docs.pawapay.io, as read in November 2026',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: 'https://api.pawapay.io' },
    test: { baseUrl: 'https://api.sandbox.pawapay.io' },
  }),
  reach: (settings) => ({ baseUrl: settings.baseUrl ?? '', ...signing(settings) }),
  faults: (settings) => togetherFaults(settings, ['keyId', 'privateKey']),
  serves: () => ANY_SERVICES,
  refundsByMovement: true,
  referenceOf,
  referenceForm: UUID_REFERENCE,
  open: ({ apiToken = '', privateKey, publicKeys }, standing) => {
    const keys = publicKeys === undefined ? undefined : keysIn(publicKeys)
    return new PawapayAccount(
      { apiToken, signs: privateKey !== undefined, publicKeys: keys && publicKeysOf(keys) },
      standing,
    )
  },
}
