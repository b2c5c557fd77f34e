/**
 * Merchants as the request path reads them: from a cache that is never more than a second old.
 *
 * A suspended merchant, a removed key or a new price reaches every node within a second, and the node that made the change
 * immediately (`forget`). Merchants in use are refreshed before their second is over: one statement asks which of them have a new
 * version, and no request waits for it. (Without this, with a thousand merchants creating payments in turn, nearly every create
 * waited for its merchant: 0.3 of 1.1 ms.) A merchant that has not been used for a while is read when the next request needs it,
 * and that request waits. The cache is bounded; the least recently read merchants are dropped first. Unknown codes are cached for
 * a second, too.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { GatheredLookups } from '@sluice/database/gathered.ts'
import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import type { MerchantAccess, MerchantDirectory } from '../identity/access/merchant-access.ts'
import { lackOf } from './credential-rights.ts'
import type { Credential, Merchant, Product, StoredMerchant } from './merchant.ts'
import { changedMerchants, findMerchants } from './store.ts'

const FRESH_MS = 1_000
/** The time of an entry that must not be used any more. */
const LONG_AGO: Instant = Number.NEGATIVE_INFINITY
/** Merchants in use are refreshed after half a second, until they have been unused for this long. */
const RENEW_AFTER_MS = 500
const IN_USE_MS = 10_000
const MAX_REMEMBERED = 10_000
/**
 * A thousand busy merchants would be a thousand lookups a second; in batches they are a few dozen statements. There are two at a
 * time, so that a slow one does not hold up the others.
 */
const LOOKUPS = { concurrency: 2, atMost: 200 }

/** What the gateway knows about a merchant while it serves its requests. */
export interface MerchantProfile extends MerchantAccess {
  readonly merchant: Merchant
  /** Increases with every change of the merchant or its credentials. */
  readonly version: number
  /** Sealed with the master key, oldest first. During a rotation there are several, and all of them sign. */
  readonly callbackSecrets: readonly { readonly id: string; readonly sealed: string }[]
  /** Undefined if this merchant does not have the product. An empty product if the merchant has everything. */
  product(code: string, currency: string): Product | undefined
}

/** The access record that this directory gave to access control is a whole profile. */
export function profileOf(access: MerchantAccess): MerchantProfile {
  assert('merchant' in access, 'the directory gives profiles')
  return access as MerchantProfile
}

interface Remembered {
  profile: MerchantProfile | undefined
  /** The database had this state at this time or later. */
  at: Instant
  usedAt: Instant
}

interface Loading {
  readonly profile: Promise<MerchantProfile | undefined>
  readonly at: Instant
}

export class Merchants implements MerchantDirectory {
  readonly #database: Database
  readonly #records: GatheredLookups<string, StoredMerchant | undefined>
  readonly #clock: Clock
  readonly #remembered = new Map<string, Remembered>()
  readonly #loading = new Map<string, Loading>()
  /** Parsing a key takes 0.2 ms, and keys seldom change. */
  readonly #keys = new Map<string, KeyObject>()
  #renewing = false
  #renewedAt: Instant = 0

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#records = new GatheredLookups((codes) => findMerchants(database, codes), LOOKUPS)
    this.#clock = clock
  }

  async find(code: string): Promise<MerchantProfile | undefined> {
    if (!isMerchantCode(code)) return undefined
    const known = this.#fresh(code)
    if (known) return known.profile
    // A slow load may have read the merchant as it was more than a second ago.
    const loading = this.#loading.get(code)
    if (loading && this.#clock.now() - loading.at < FRESH_MS) return loading.profile
    return this.#load(code)
  }

  known(code: string): MerchantProfile | undefined {
    return this.#fresh(code)?.profile
  }

  #fresh(code: string): Remembered | undefined {
    const known = this.#remembered.get(code)
    return known !== undefined && this.#isFresh(code, known) ? known : undefined
  }

  /** Also marks the merchant as used, so that it is refreshed in time. */
  #isFresh(code: string, known: Remembered): boolean {
    const now = this.#clock.now()
    known.usedAt = now
    const age = now - known.at
    const isFresh = age < FRESH_MS
    // The caller reads a stale entry itself. Others that are in use may have been requested just as rarely.
    if (age >= RENEW_AFTER_MS && !this.#renewing && now - this.#renewedAt >= RENEW_AFTER_MS) {
      void this.#renew(now, isFresh ? undefined : code)
    }
    return isFresh
  }

  /** Entries whose version is unchanged become fresh again. The others are read when they are next needed. */
  async #renew(now: Instant, except: string | undefined): Promise<void> {
    const inUse = new Map<string, Remembered>()
    const versions = new Map<string, number>()
    for (const [code, known] of this.#remembered) {
      if (code === except || !known.profile || now - known.usedAt >= IN_USE_MS) continue
      inUse.set(code, known)
      versions.set(code, known.profile.version)
    }
    if (inUse.size === 0) return
    this.#renewing = true
    try {
      const changed = await changedMerchants(this.#database, versions)
      for (const [code, known] of inUse) {
        // An entry that was dropped or read again in the meantime is a different object now.
        if (this.#remembered.get(code) !== known) continue
        if (changed.has(code)) this.#drop(code)
        else known.at = now
      }
    } catch (error) {
      // No request waits for this. The next one reads the merchant itself and gets the error.
      if (!(error instanceof DatabaseFailure)) throw error
    } finally {
      this.#renewing = false
      this.#renewedAt = this.#clock.now()
    }
  }

  /** For the node that made the change: the next request reads the merchant again. */
  forget(code: string): void {
    this.#drop(code)
    this.#loading.delete(code)
  }

  /** Something outside this process has changed merchants: each is read again when it is next needed. */
  forgetAll(): void {
    for (const code of this.#remembered.keys()) this.#drop(code)
    this.#loading.clear()
  }

  /** Drops the entry, for a caller that found its profile out of date. */
  #drop(code: string): void {
    const known = this.#remembered.get(code)
    if (known === undefined) return
    known.at = LONG_AGO
    this.#remembered.delete(code)
  }

  #load(code: string): Promise<MerchantProfile | undefined> {
    const at = this.#clock.now()
    const isLatest = () => this.#loading.get(code) === loading
    const profile = this.#records
      .find(code)
      .then((record) => {
        // A load whose entry was dropped in the meantime may have read the merchant as it was before the change.
        const remembered: Remembered = { profile: undefined, at: isLatest() ? at : LONG_AGO, usedAt: at }
        remembered.profile = record && this.#profile(record, () => this.#isFresh(code, remembered))
        if (isLatest()) this.#remember(code, remembered)
        return remembered.profile
      })
      .finally(() => {
        if (isLatest()) this.#loading.delete(code)
      })
    const loading: Loading = { profile, at }
    this.#loading.set(code, loading)
    return profile
  }

  #remember(code: string, remembered: Remembered): void {
    this.#drop(code)
    this.#remembered.set(code, remembered)
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= MAX_REMEMBERED) break
      this.#remembered.delete(oldest)
    }
  }

  #profile({ merchant, credentials, version }: StoredMerchant, isCurrent: () => boolean): MerchantProfile {
    const of = (purpose: string) => credentials.filter((credential) => credential.purpose === purpose)
    const holder = (credential: Credential) => {
      const lacks = lackOf(credential, merchant)
      return { id: credential.id, ...(lacks && { lacks }) }
    }
    const products =
      merchant.products && new Map(merchant.products.map((each) => [`${each.code} ${each.currency}`, each]))
    return {
      merchant,
      version,
      merchantCode: merchant.code,
      status: merchant.status,
      isTest: merchant.isTest,
      rateLimitPerSecond: merchant.rateLimitPerSecond,
      isCurrent,
      publicKeys: of('PUBLIC_KEY').map((each) => ({ ...holder(each), key: this.#key(each.value) })),
      secretHashes: of('SECRET').map((each) => ({ ...holder(each), sha256: Buffer.from(each.value, 'hex') })),
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
