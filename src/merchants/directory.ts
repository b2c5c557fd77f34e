/**
 * Merchants as the request path sees them: read at most once a second each, and never more than a second old.
 *
 * So a suspended merchant, a removed key, a new price reach every node within a second, and the node that made the change at
 * once (`forget`). Bounded: the least recently used go first. Unknown codes are remembered too, for the same second.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { MerchantAccess, MerchantDirectory } from '../access/merchant-access.ts'
import { Gathered } from '../database/gathered.ts'
import type { Database } from '../database/port.ts'
import type { Clock, Instant } from '../foundation/deps.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import type { Merchant, MerchantRecord, Product } from './merchant.ts'
import { findMerchants } from './store.ts'

const FRESH_MS = 1_000
const MAX_REMEMBERED = 10_000
/** A thousand busy merchants are a thousand lookups a second; together they are a few dozen statements. Two, so that one that hangs holds up nobody else. */
const LOOKUPS = { atOnce: 2, atMost: 200 }

/** What the gateway knows of a merchant while it serves it. */
export interface MerchantProfile extends MerchantAccess {
  readonly merchant: Merchant
  /** Sealed with the master key, oldest first; during a rotation there are several, and all sign. */
  readonly callbackSecrets: readonly { readonly id: string; readonly sealed: string }[]
  /** Undefined where this merchant does not have it; an empty product where it has everything. */
  product(code: string, currency: string): Product | undefined
}

/** What access control was given by this directory is a whole profile. */
export function profileOf(access: MerchantAccess): MerchantProfile {
  assert('merchant' in access, 'the directory gives profiles')
  return access as MerchantProfile
}

interface Remembered {
  readonly profile: MerchantProfile | undefined
  readonly at: Instant
}

interface Loading {
  readonly profile: Promise<MerchantProfile | undefined>
  readonly at: Instant
}

export class Merchants implements MerchantDirectory {
  readonly #records: Gathered<string, MerchantRecord | undefined>
  readonly #clock: Clock
  readonly #remembered = new Map<string, Remembered>()
  readonly #loading = new Map<string, Loading>()
  /** Parsing a key takes a fifth of a millisecond, and keys seldom change. */
  readonly #keys = new Map<string, KeyObject>()

  constructor(database: Database, clock: Clock) {
    this.#records = new Gathered((codes) => findMerchants(database, codes), LOOKUPS)
    this.#clock = clock
  }

  async find(code: string): Promise<MerchantProfile | undefined> {
    if (!isMerchantCode(code)) return undefined
    const known = this.#remembered.get(code)
    if (known && this.#clock.now() - known.at < FRESH_MS) return known.profile
    // A load that is slow may have read the merchant as it was more than a second ago.
    const loading = this.#loading.get(code)
    if (loading && this.#clock.now() - loading.at < FRESH_MS) return loading.profile
    return this.#load(code)
  }

  /** For the node that changed it: from now on as it is. */
  forget(code: string): void {
    this.#remembered.delete(code)
    this.#loading.delete(code)
  }

  #load(code: string): Promise<MerchantProfile | undefined> {
    const at = this.#clock.now()
    const isLatest = () => this.#loading.get(code) === loading
    const profile = this.#records
      .find(code)
      .then((record) => {
        const found = record && this.#profile(record)
        // One that was forgotten meanwhile may have read the merchant as it was before the change.
        if (isLatest()) this.#remember(code, { profile: found, at })
        return found
      })
      .finally(() => {
        if (isLatest()) this.#loading.delete(code)
      })
    const loading: Loading = { profile, at }
    this.#loading.set(code, loading)
    return profile
  }

  #remember(code: string, remembered: Remembered): void {
    this.#remembered.delete(code)
    this.#remembered.set(code, remembered)
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= MAX_REMEMBERED) break
      this.#remembered.delete(oldest)
    }
  }

  #profile({ merchant, credentials }: MerchantRecord): MerchantProfile {
    const of = (purpose: string) => credentials.filter((credential) => credential.purpose === purpose)
    const products =
      merchant.products && new Map(merchant.products.map((each) => [`${each.code} ${each.currency}`, each]))
    return {
      merchant,
      merchantCode: merchant.code,
      status: merchant.status,
      isTest: merchant.isTest,
      rateLimitPerSecond: merchant.rateLimitPerSecond,
      publicKeys: of('PUBLIC_KEY').map(({ id, value }) => ({ id, key: this.#key(value) })),
      secretHashes: of('SECRET').map(({ id, value }) => ({ id, sha256: Buffer.from(value, 'hex') })),
      callbackSecrets: of('CALLBACK_SECRET').map(({ id, value }) => ({ id, sealed: value })),
      product: (code, currency) => (products ? products.get(`${code} ${currency}`) : { code, currency }),
    }
  }

  #key(pem: string): KeyObject {
    const known = this.#keys.get(pem)
    if (known) return known
    const key = createPublicKey(pem)
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear()
    this.#keys.set(pem, key)
    return key
  }
}
