/**
 * Merchants as the request path sees them: never more than a second old.
 *
 * So a suspended merchant, a removed key, a new price reach every node within a second, and the node that made the change at
 * once (`forget`). Those that are in use are renewed before their second is over: one statement asks which of them have
 * another version now, and no request waits for it. (A thousand merchants taking a create each in turn waited for their merchant with
 * nearly every create: 0.3 ms of 1.1.) One that has not been used for a while is read again by whoever comes next, who waits.
 * Bounded: the least recently read go first. Unknown codes are remembered too, for the same second.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { GatheredLookups } from '../database/gathered.ts'
import { type Database, DatabaseFailure } from '../database/port.ts'
import type { Clock, Instant } from '../foundation/deps.ts'
import { isMerchantCode } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import type { MerchantAccess, MerchantDirectory } from '../identity/access/merchant-access.ts'
import { lackOf } from './carrying.ts'
import type { Credential, Merchant, Product, StoredMerchant } from './merchant.ts'
import { changedMerchants, findMerchants } from './store.ts'

const FRESH_MS = 1_000
/** Of one that is not to be answered with any more. */
const LONG_AGO: Instant = Number.NEGATIVE_INFINITY
/** Halfway through their second merchants in use are renewed, and for so long after their last use. */
const RENEW_AFTER_MS = 500
const IN_USE_MS = 10_000
const MAX_REMEMBERED = 10_000
/** A thousand busy merchants are a thousand lookups a second; together they are a few dozen statements. Two, so that one that hangs holds up nobody else. */
const LOOKUPS = { concurrency: 2, atMost: 200 }

/** What the gateway knows of a merchant while it serves it. */
export interface MerchantProfile extends MerchantAccess {
  readonly merchant: Merchant
  /** Grows with every change of the merchant or its credentials. */
  readonly version: number
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
  profile: MerchantProfile | undefined
  /** It was so in the database then, or later. */
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
  /** Parsing a key takes a fifth of a millisecond, and keys seldom change. */
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
    // A load that is slow may have read the merchant as it was more than a second ago.
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

  /** To ask is to use it, so that it is renewed in time. */
  #isFresh(code: string, known: Remembered): boolean {
    const now = this.#clock.now()
    known.usedAt = now
    const age = now - known.at
    const isFresh = age < FRESH_MS
    // One that is not fresh any more is read by whoever asks; the others that are in use may have been asked for as seldom.
    if (age >= RENEW_AFTER_MS && !this.#renewing && now - this.#renewedAt >= RENEW_AFTER_MS) {
      void this.#renew(now, isFresh ? undefined : code)
    }
    return isFresh
  }

  /** Those in use whose version is the same as it was are as good as read now; the others are read when they are next asked for. */
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
        // Whoever was forgotten or read again meanwhile is another entry now.
        if (this.#remembered.get(code) !== known) continue
        if (changed.has(code)) this.#drop(code)
        else known.at = now
      }
    } catch (error) {
      // Nobody waits for this: whoever asks next reads for itself, and hears of it.
      if (!(error instanceof DatabaseFailure)) throw error
    } finally {
      this.#renewing = false
      this.#renewedAt = this.#clock.now()
    }
  }

  /** For the node that changed it: from now on as it is. */
  forget(code: string): void {
    this.#drop(code)
    this.#loading.delete(code)
  }

  /** Somebody beside this process has changed something: each is read anew when it is next asked for. */
  forgetAll(): void {
    for (const code of this.#remembered.keys()) this.#drop(code)
    this.#loading.clear()
  }

  /** Whoever holds its profile finds it out of date. */
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
        // One that was forgotten meanwhile may have read the merchant as it was before the change.
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
