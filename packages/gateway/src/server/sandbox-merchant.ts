/**
 * The test merchant for newcomers: code `SANDBOX`, every method, the contract's rate, and money to pay out.
 *
 * Only DATA_DIR/sandbox has its key and secrets in the clear. A start that was interrupted anywhere is completed by the
 * next: the merchant is created before the files, and if the files are missing, new credentials are added to the
 * existing merchant. Opening balances are claimed for each currency, so they are given once. Credentials that others
 * made are never touched: a key that an operator removed stays removed.
 */
import { createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { CURRENCIES, type Currency } from '@sluice/core/catalogue/currencies.ts'
import { changeId, type MerchantCode, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { minorFromText } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { hashSecret } from '../identity/access/secrets.ts'
import { funded } from '../ledger/postings.ts'
import { newMerchantCallbackSecret, newMerchantSecret, newPublicKey } from '../merchants/credentials.ts'
import type { Credential } from '../merchants/merchant.ts'
import { changeMerchant, createMerchant, findMerchant } from '../merchants/store.ts'
import type { App } from './app.ts'
import { type DataFolder, writePrivateFile } from './data-folder.ts'
import { LISTEN_PORT, readMerchantFile, writeMerchantFile } from './sandbox-files.ts'

export const SANDBOX_MERCHANT = 'SANDBOX' as MerchantCode

/** Until `sluice listen` runs there, callbacks wait and are retried, like a shop's. */
const CALLBACK_URL = `http://127.0.0.1:${LISTEN_PORT}/callbacks`

const RATE_LIMIT_PER_SECOND = 10
/** In major units of every currency: enough for many payouts of any of them, and far below any limit of the ledger. */
const OPENING_BALANCE = '100000000'
/** Starts that lose their files (containers) add credentials; more than these are a mistake. */
const MAX_KEYS = 20
const ACTOR = 'operator:first-start'

/** Creates or completes the merchant, its files and its balances. */
export async function ensureSandboxMerchant(app: App, folder: DataFolder, baseUrl: string): Promise<void> {
  const { database, deps } = app.gateway
  const known = await findMerchant(database, SANDBOX_MERCHANT)
  const file = readMerchantFile(folder)
  if (known === undefined || file === undefined) await issue(app, folder, baseUrl)
  else {
    const hash = Buffer.from(hashSecret(file.secret)).toString('hex')
    if (!known.credentials.some(({ value }) => value === hash))
      deps.log.warn(
        { file: folder.merchant },
        'the secret in this file is not one of the sandbox merchant (any more); delete the folder to get a new one',
      )
  }
  await Promise.all(CURRENCIES.map((currency) => giveOpeningBalance(app, currency)))
}

/** The gateway's address this time, for readers of merchant.json. */
export function writeBaseUrl(folder: DataFolder, baseUrl: string): void {
  const file = readMerchantFile(folder)
  if (file !== undefined && file.baseUrl !== baseUrl) writeMerchantFile(folder, { ...file, baseUrl })
}

/** New credentials: in the database first, then in the files, merchant.json last. */
async function issue(app: App, folder: DataFolder, baseUrl: string): Promise<void> {
  const { randomness, clock } = app.gateway.deps
  const at = clock.now()
  const { privateKey: pem } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const publicPem = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
  const key = newPublicKey(publicPem, randomness, at)
  assert(key.ok, 'a key just made is a good one')
  const secret = newMerchantSecret(randomness, at)
  const callbackSecret = newMerchantCallbackSecret(SANDBOX_MERCHANT, app.settings.masterKey, randomness, at)
  if (!(await keep(app, [key.value, secret.credential, callbackSecret.credential]))) return
  writePrivateFile(folder.privateKey, pem)
  writeMerchantFile(folder, {
    merchantCode: SANDBOX_MERCHANT,
    secret: secret.secret,
    callbackSecret: callbackSecret.secret,
    baseUrl,
  })
}

async function keep(app: App, credentials: readonly Credential[]): Promise<boolean> {
  const { database, deps, merchants } = app.gateway
  const at = deps.clock.now()
  const subject = `merchant ${SANDBOX_MERCHANT}`
  const line = { id: deps.randomness.uuidV7(at), at, operator: 'first-start', subject }
  const merchant = {
    code: SANDBOX_MERCHANT,
    name: 'Sandbox Shop',
    isTest: true,
    status: 'ACTIVE' as const,
    callbackUrl: CALLBACK_URL,
    rateLimitPerSecond: RATE_LIMIT_PER_SECOND,
    returnSchemes: [],
    products: undefined,
    createdAt: at,
    updatedAt: at,
  }
  const made = await createMerchant(
    database,
    { merchant, credentials },
    { ...line, action: 'merchant.create', detail: {} },
  )
  if (made.ok) return true
  const added = await changeMerchant(
    database,
    SANDBOX_MERCHANT,
    { ...line, action: 'merchant.credentials', detail: { reason: 'the files were missing' } },
    (record) =>
      record.credentials.filter(({ purpose }) => purpose === 'PUBLIC_KEY').length >= MAX_KEYS
        ? { ok: false, failure: 'TOO_MANY' as const }
        : { ok: true, value: { add: credentials } },
  )
  merchants.forget(SANDBOX_MERCHANT)
  if (!added.ok)
    deps.log.warn(
      { merchantCode: SANDBOX_MERCHANT, reason: added.failure },
      'no new key was made for the sandbox merchant: remove some of its keys first',
    )
  return added.ok
}

async function giveOpeningBalance(app: App, { code, ledgerDigits }: Currency): Promise<void> {
  const { clock, randomness, log } = app.gateway.deps
  const at = clock.now()
  const key = paymentKey(randomness.uuidV7(at))
  const amount = { currency: code, amountMinor: minorFromText(OPENING_BALANCE, ledgerDigits) }
  const outcome = await app.journal.commit({
    changeId: changeId(randomness.uuidV7(at)),
    merchantId: SANDBOX_MERCHANT,
    at,
    actor: ACTOR,
    claims: [{ owner: SANDBOX_MERCHANT, scope: 'funding', value: `opening-balance:${code}` }],
    claimKey: key,
    subject: { type: 'fund', key, reason: 'opening balance', postings: funded(amount), cases: [] },
  })
  if (outcome.type !== 'done' && outcome.type !== 'claimed')
    log.warn({ currency: code, outcome: outcome.type }, 'no opening balance; the next start tries again')
}
