/**
 * The gateway's own signing keys (Ed25519): made once, kept in the database, the same on every node.
 *
 * Promises: one key per purpose is made once, however many nodes start at the same moment (its `kid` counts up, and the
 * primary key lets one of them win). A new key signs only some minutes after it was made, when every node has read it; the old one
 * verifies for as long as the longest token lives. Private parts are sealed under the master key. Never exports one.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Database, Row, Statement } from '../database/port.ts'
import type { Cancel, Deps, Instant } from '../foundation/deps.ts'
import { repeat } from '../foundation/repeat.ts'
import { assert } from '../foundation/result.ts'
import { type MasterKey, open, seal } from './secrets.ts'

/** `token`: bearer tokens. `callback`: the asymmetric signature of callbacks. */
export type KeyPurpose = 'token' | 'callback'

/** Nodes read the keys anew this often, */
const REFRESH_MS = 60_000
/** so a new one may sign after this: a request's timestamp chooses the key, and it may be 300 s ahead. */
const ROTATION_LEAD_MS = 300_000 + 5 * REFRESH_MS
/** The longest token (31 days), and a day for clocks and clients. */
const VERIFY_AFTER_MS = (2_678_400 + 86_400) * 1000

export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

export interface KeyRing {
  /** The key that signs at this instant: the same answer on every node. */
  current(at: Instant): SigningKey
  /** For verification: also keys that no longer sign. */
  find(kid: string): KeyObject | undefined
  jwks(): readonly PublicJwk[]
}

/** PKCS #8 wrapping of a raw Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed 32 random bytes */
export function ed25519FromSeed(seed: Uint8Array): { privateKey: KeyObject; publicKey: KeyObject } {
  assert(seed.length === 32, 'an Ed25519 seed has 32 bytes')
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

function publicJwk(kid: string, publicKey: KeyObject): PublicJwk {
  const { x } = publicKey.export({ format: 'jwk' })
  assert(typeof x === 'string', 'an Ed25519 key has an x')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

interface StoredKey extends SigningKey {
  readonly publicKey: KeyObject
  readonly createdAt: Instant
  readonly number: number
}

/** A ring over the given keys; where there is only one it signs at once. Keys in any order. */
export class StoredKeyRing implements KeyRing {
  #keys: readonly StoredKey[] = []

  replace(keys: readonly StoredKey[]): void {
    this.#keys = keys.toSorted((a, b) => b.number - a.number)
  }

  current(at: Instant): SigningKey {
    const key = this.#keys.find((one) => one.createdAt + ROTATION_LEAD_MS <= at) ?? this.#keys.at(-1)
    assert(key !== undefined, 'the key ring is loaded')
    return key
  }

  find(kid: string): KeyObject | undefined {
    return this.#keys.find((key) => key.kid === kid)?.publicKey
  }

  jwks(): readonly PublicJwk[] {
    return this.#keys.map((key) => publicJwk(key.kid, key.publicKey))
  }

  /** All that verify, the newest first. */
  publicKeys(): readonly { readonly kid: string; readonly publicKey: KeyObject }[] {
    return this.#keys.map(({ kid, publicKey }) => ({ kid, publicKey }))
  }
}

const SELECT: Statement = {
  name: 'signing_key_select',
  text: `select kid, private_encrypted, created_at, retired_at from signing_key where purpose = $1 order by created_at, kid`,
}
const INSERT: Statement = {
  name: 'signing_key_insert',
  text: `insert into signing_key (kid, purpose, public_jwk, private_encrypted, created_at, retired_at)
         values ($1, $2, $3::jsonb, $4, $5::timestamptz, null) on conflict (kid) do nothing`,
}
const RETIRE: Statement = {
  name: 'signing_key_retire',
  text: `update signing_key set retired_at = $3::timestamptz where purpose = $1 and kid <> $2 and retired_at is null`,
}

const ANY: Statement = {
  name: 'signing_key_any',
  text: `select kid, private_encrypted from signing_key limit 1`,
}

/** Whether this is the master key that the database's keys were sealed with; so it is where there are none yet. */
export async function masterKeyOpens(database: Database, masterKey: MasterKey): Promise<boolean> {
  const [row] = await database.run(ANY, [])
  return row === undefined || open(masterKey, String(row.private_encrypted), contextOf(String(row.kid))).ok
}

export interface SigningKeysOptions {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>
  readonly masterKey: MasterKey
  readonly purpose: KeyPurpose
}

/** The keys of one purpose: `load` at the start (makes the first), `keepFresh` while running, `rotate` when told to. */
export class SigningKeys {
  readonly ring = new StoredKeyRing()
  readonly #options: SigningKeysOptions
  /** By what the row holds, so that a key that is read every minute is unsealed once. */
  #opened: ReadonlyMap<string, StoredKey> = new Map()

  constructor(options: SigningKeysOptions) {
    this.#options = options
  }

  /** Reads the keys; makes the first one where there is none. Throws where the master key does not open them. */
  async load(): Promise<KeyRing> {
    const keys = await this.#read()
    if (keys.length === 0) {
      await this.#make(1)
      this.ring.replace(await this.#read())
    } else this.ring.replace(keys)
    return this.ring
  }

  /** Makes the next key. It signs after some minutes; until then, and for 32 days more, the old ones verify. */
  async rotate(): Promise<void> {
    const keys = await this.#read()
    const kid = await this.#make(Math.max(0, ...keys.map((key) => key.number)) + 1)
    const { database, deps, purpose } = this.#options
    const retiredAt = new Date(deps.clock.now() + ROTATION_LEAD_MS).toISOString()
    await database.run(RETIRE, [purpose, kid, retiredAt])
    this.ring.replace(await this.#read())
  }

  /** Reads the keys again every minute, until cancelled. A failure leaves the keys as they are. */
  keepFresh(): Cancel {
    const { timers, log } = this.#options.deps
    return repeat(timers, REFRESH_MS, async () => {
      try {
        const keys = await this.#read()
        if (keys.length > 0) this.ring.replace(keys)
      } catch {
        log.warn({ purpose: this.#options.purpose }, 'signing keys could not be read anew')
      }
    })
  }

  async #read(): Promise<readonly StoredKey[]> {
    const { database, deps, purpose } = this.#options
    const rows = await database.run(SELECT, [purpose])
    const now = deps.clock.now()
    const live = rows.filter(
      (row) => row.retired_at === null || Number(row.retired_at) + VERIFY_AFTER_MS > now,
    )
    const keys = live.map((row) => [nameOfRow(row), this.#openRow(row)] as const)
    this.#opened = new Map(keys)
    return keys.map(([, key]) => key)
  }

  #openRow(row: Row): StoredKey {
    const known = this.#opened.get(nameOfRow(row))
    if (known) return known
    const kid = String(row.kid)
    const seed = open(this.#options.masterKey, String(row.private_encrypted), contextOf(kid))
    assert(seed.ok, 'the master key opens the signing keys: it is the one they were sealed with')
    const number = Number(kid.slice(kid.lastIndexOf('-') + 1))
    return { kid, number, createdAt: Number(row.created_at), ...ed25519FromSeed(seed.value) }
  }

  /** Where another node has just made the key of this number, that one stays. */
  async #make(number: number): Promise<string> {
    const { database, deps, masterKey, purpose } = this.#options
    const kid = `${purpose}-${number}`
    const seed = deps.randomness.bytes(32)
    const jwk = JSON.stringify(publicJwk(kid, ed25519FromSeed(seed).publicKey))
    const sealed = seal(masterKey, seed, contextOf(kid), deps.randomness)
    await database.run(INSERT, [kid, purpose, jwk, sealed, new Date(deps.clock.now()).toISOString()])
    return kid
  }
}

const nameOfRow = (row: Row): string => `${row.kid} ${row.created_at} ${row.private_encrypted}`

const contextOf = (kid: string): string => `signing_key:${kid}`
