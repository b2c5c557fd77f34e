/** Making a merchant: for the admin API, and for the first start, which makes one to try things with. */
import type { PublicKeyFault } from '../../access/signature.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import type { Gateway } from '../../intake/gateway.ts'
import { newMerchantCallbackSecret, newMerchantSecret, newPublicKey } from '../../merchants/credentials.ts'
import type { Credential, MerchantRecord } from '../../merchants/merchant.ts'
import { createMerchant } from '../../merchants/store.ts'
import { readNewMerchant } from './request.ts'

export interface RegisteredMerchant {
  readonly record: MerchantRecord
  /** To be shown once, both. */
  readonly secret: string
  readonly callbackSecret: string
}

export interface Registration {
  /** As the audit log names who did it; left out: the gateway itself. */
  readonly operator?: string
  /** Pointers of numbers with more than 15 significant digits in the request's text. */
  readonly imprecise?: readonly string[]
}

const KEY_FAULTS: Readonly<Record<PublicKeyFault, Omit<Fault, 'path'>>> = {
  NOT_PEM: {
    code: 'INVALID_FORMAT',
    message: 'must be a public key in PEM (BEGIN PUBLIC KEY), no private key and no certificate',
  },
  NOT_RSA: { code: 'NOT_ALLOWED', message: 'must be an RSA key' },
  TOO_SHORT: { code: 'TOO_SHORT', message: 'must have at least 2048 bits' },
  TOO_LONG: { code: 'TOO_LONG', message: 'must have at most 8192 bits' },
}

export const publicKeyFault = (path: string, fault: PublicKeyFault): Fault => ({ path, ...KEY_FAULTS[fault] })

/**
 * Makes a merchant with its keys and two fresh secrets, all at once or not at all.
 * @param input the body of `POST /admin/merchants`, unchecked
 */
export async function registerMerchant(
  gateway: Gateway,
  input: unknown,
  { operator = 'gateway', imprecise = [] }: Registration = {},
): Promise<Result<RegisteredMerchant, readonly Fault[] | 'ALREADY_EXISTS' | 'KEY_EXISTS'>> {
  const { database, deps, masterKey } = gateway
  const now = deps.clock.now()
  const wanted = readNewMerchant({
    value: input,
    imprecise,
    policyOf: gateway.callbackPolicyOf,
    processors: gateway.processors,
  })
  if (!wanted.ok) return wanted
  const keys = readKeys(gateway, wanted.value.publicKeys)
  if (!keys.ok) return keys
  if (new Set(keys.value.map(({ value }) => value)).size < keys.value.length) return fail('KEY_EXISTS')
  const merchant = { ...wanted.value.merchant, createdAt: now, updatedAt: now }
  const secret = newMerchantSecret(deps.randomness, now)
  const callbackSecret = newMerchantCallbackSecret(merchant.code, masterKey, deps.randomness, now)
  const record = { merchant, credentials: [...keys.value, secret.credential, callbackSecret.credential] }
  const made = await createMerchant(database, record, {
    id: deps.randomness.uuidV7(now),
    at: now,
    operator,
    action: 'merchant.create',
    subject: `merchant ${merchant.code}`,
    detail: { isTest: merchant.isTest, keys: keys.value.map(({ id }) => id) },
  })
  gateway.merchants.forget(merchant.code)
  if (!made.ok) return made
  return succeed({ record, secret: secret.secret, callbackSecret: callbackSecret.secret })
}

function readKeys(
  { deps }: Gateway,
  pems: readonly string[],
): Result<readonly Credential[], readonly Fault[]> {
  const faults: Fault[] = []
  const keys = pems.flatMap((pem, index) => {
    const key = newPublicKey(pem, deps.randomness, deps.clock.now())
    if (key.ok) return [key.value]
    faults.push(publicKeyFault(pointerTo('/publicKeys', index), key.failure))
    return []
  })
  return faults.length === 0 ? succeed(keys) : fail(faults)
}
