/** Making a merchant: for the admin API, and for the first start, which makes one to try things with. */
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { readByRules } from '../../http/reading.ts'
import type { Gateway } from '../../intake/gateway.ts'
import { publicKeyFault } from '../../merchants/changing-credentials.ts'
import { newMerchantCallbackSecret, newMerchantSecret, newPublicKey } from '../../merchants/credentials.ts'
import type { Credential, MerchantRecord } from '../../merchants/merchant.ts'
import { createMerchant } from '../../merchants/store.ts'
import { newMerchant, type WantedMerchant } from './rules.ts'
import { NewMerchant } from './schemas.ts'

export interface RegisteredMerchant {
  readonly record: MerchantRecord
  /** To be shown once, both. */
  readonly secret: string
  readonly callbackSecret: string
}

/**
 * Makes a merchant that is described as an operator would describe it.
 * @param input as the body of `POST /admin/merchants`, unchecked
 */
export async function registerMerchant(
  gateway: Gateway,
  input: unknown,
): Promise<Result<RegisteredMerchant, readonly Fault[] | MerchantRefusal>> {
  const wanted = readByRules(NewMerchant, { body: input, imprecise: [] }, newMerchant(gateway))
  return wanted.ok ? makeMerchant(gateway, wanted.value, 'gateway') : wanted
}

export type MerchantRefusal = 'ALREADY_EXISTS' | 'KEY_EXISTS'

/**
 * Makes a merchant with its keys and two fresh secrets, all at once or not at all.
 * @param operator who did it, as the audit log names it
 */
export async function makeMerchant(
  gateway: Gateway,
  wanted: WantedMerchant,
  operator: string,
): Promise<Result<RegisteredMerchant, readonly Fault[] | MerchantRefusal>> {
  const { database, deps, masterKey } = gateway
  const now = deps.clock.now()
  const keys = readKeys(gateway, wanted.publicKeys)
  if (!keys.ok) return keys
  if (new Set(keys.value.map(({ value }) => value)).size < keys.value.length) return fail('KEY_EXISTS')
  const merchant = { ...wanted.merchant, createdAt: now, updatedAt: now }
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
