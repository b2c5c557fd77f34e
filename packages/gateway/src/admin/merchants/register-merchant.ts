/** Creates a merchant: for the admin API, and for the first start, which creates one to try things with. */
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Gateway } from '../../api/gateway.ts'
import type { Fault } from '../../http/problems.ts'
import { readByRules } from '../../http/reading.ts'
import type { AuditLine } from '../../identity/operators/audit.ts'
import { madeBy, publicKeyFault } from '../../merchants/changing-credentials.ts'
import { newMerchantCallbackSecret, newMerchantSecret, newPublicKey } from '../../merchants/credentials.ts'
import type { Credential, MerchantRecord } from '../../merchants/merchant.ts'
import { createMerchant } from '../../merchants/store.ts'
import { newMerchant, type WantedMerchant } from './rules.ts'
import { NewMerchant } from './schemas.ts'

export interface RegisteredMerchant {
  readonly record: MerchantRecord
  /** Of a test merchant, shown once. A live one has none until its own owner creates one. */
  readonly secrets: { readonly secret: string; readonly callbackSecret: string } | undefined
}

/**
 * Creates a merchant from an operator's description.
 * @param input like the body of `POST /admin/merchants`, unchecked
 */
export async function registerMerchant(
  gateway: Gateway,
  input: unknown,
): Promise<Result<RegisteredMerchant, readonly Fault[] | MerchantRefusal>> {
  const wanted = readByRules(NewMerchant, { body: input, imprecise: [] }, newMerchant(gateway))
  if (!wanted.ok) return wanted
  const { clock, randomness } = gateway.deps
  const at = clock.now()
  const line = (operation: MakingOperation) => ({
    ...operation,
    id: randomness.uuidV7(at),
    at,
    operator: 'gateway',
  })
  return makeMerchant(gateway, wanted.value, { name: 'gateway', line })
}

export type MerchantRefusal = 'ALREADY_EXISTS' | 'KEY_EXISTS'

type MakingOperation = Pick<AuditLine, 'action' | 'subject' | 'detail'>

export interface MadeBy {
  /** As the merchant's owners read it. */
  readonly name: string
  /** The audit line for the commit that creates it. */
  readonly line: (operation: MakingOperation) => AuditLine
}

/** Creates a merchant with its keys, and a test merchant with two new secrets, in one commit. */
export async function makeMerchant(
  gateway: Gateway,
  wanted: WantedMerchant,
  { name, line }: MadeBy,
): Promise<Result<RegisteredMerchant, readonly Fault[] | MerchantRefusal>> {
  const { database, deps, masterKey } = gateway
  const now = deps.clock.now()
  const keys = newKeys(gateway, wanted)
  if (!keys.ok) return keys
  const merchant = { ...wanted.merchant, createdAt: now, updatedAt: now }
  const { code, isTest } = merchant
  const secret = newMerchantSecret(deps.randomness, now)
  const callbackSecret = newMerchantCallbackSecret(code, masterKey, deps.randomness, now)
  const made = [...keys.value, ...(isTest ? [secret.credential, callbackSecret.credential] : [])]
  const record = { merchant, credentials: made.map((each) => madeBy(each, { name })) }
  const audit = line({
    action: 'merchant.create',
    subject: `merchant ${code}`,
    detail: { isTest, keys: keys.value.map(({ id }) => id) },
  })
  const stored = await createMerchant(database, record, audit)
  gateway.merchants.forget(code)
  if (!stored.ok) return stored
  const secrets = { secret: secret.secret, callbackSecret: callbackSecret.secret }
  return succeed({ record, secrets: isTest ? secrets : undefined })
}

/** The keys, without duplicates. */
export function newKeys(
  gateway: Pick<Gateway, 'deps'>,
  { publicKeys }: Pick<WantedMerchant, 'publicKeys'>,
): Result<readonly Credential[], readonly Fault[] | 'KEY_EXISTS'> {
  const keys = readKeys(gateway, publicKeys)
  const isDouble = keys.ok && new Set(keys.value.map(({ value }) => value)).size < keys.value.length
  return isDouble ? fail('KEY_EXISTS') : keys
}

function readKeys(
  { deps }: Pick<Gateway, 'deps'>,
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
