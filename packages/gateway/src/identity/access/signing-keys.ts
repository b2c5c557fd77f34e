/**
 * The gateway's own signing keys (Ed25519), created once, stored in the database and the same on every node.
 *
 * However many nodes start at the same moment, one key per purpose is created: its `kid` counts up, and the primary key lets only
 * one node succeed. A new key begins to sign some minutes after it was created, when every node has read it. The old one still
 * verifies for as long as the longest token is valid, unless it is retired before; then its signatures become invalid within a
 * minute. Private keys are sealed under the master key and never exported.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Loop, startedLoop } from '@sluice/core/foundation/loop.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { sealedColumn } from './sealed-places.ts'
import { type MasterKey, open, openedBy, seal } from './secrets.ts'

/** `token`: bearer tokens. `callback`: the asymmetric signature of callbacks. */
export type KeyPurpose = 'token' | 'callback'

/** How often nodes read the keys again, */
const REFRESH_MS = 60_000
/** so that a new key may sign after this time: a request's timestamp chooses the key, and it may be 300 s ahead. */
export const ROTATION_LEAD_MS = 300_000 + 5 * REFRESH_MS
/** The lifetime of the longest token (31 days), and a day for clocks and clients. */
export const VERIFY_AFTER_MS = (2_678_400 + 86_400) * 1000
/** A request's timestamp, which chooses the key, may be this old. */
const PAST_TIMESTAMPS_MS = 300_000

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
  /** The key that signs at this time, the same on every node. */
  current(at: Instant): SigningKey
  /** For verification; includes keys that no longer sign. */
  find(kid: string): KeyObject | undefined
  jwks(): readonly PublicJwk[]
}

/** The PKCS #8 wrapper of a raw Ed25519 seed (RFC 8410). */
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

/** A key ring of the given keys, in any order. A single key signs immediately. */
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

  /** All that verify, newest first. */
  publicKeys(): readonly { readonly kid: string; readonly publicKey: KeyObject }[] {
    return this.#keys.map(({ kid, publicKey }) => ({ kid, publicKey }))
  }
}

const SELECT = sqlStatement({
  name: 'signing_key_select',
  text: `select kid, private_encrypted, created_at, retired_at from signing_key
    where purpose = $1 and ended_at is null order by created_at, kid`,
})
const INSERT = sqlStatement({
  name: 'signing_key_insert',
  text: `insert into signing_key (kid, purpose, public_jwk, private_encrypted, created_at, retired_at)
         values ($1, $2, $3::jsonb, $4, $5::timestamptz, null) on conflict (kid) do nothing`,
})
const NUMBERS = sqlStatement({
  name: 'signing_key_numbers',
  text: 'select kid, created_at from signing_key where purpose = $1 for update',
})
const END = sqlStatement({
  name: 'signing_key_end',
  text: `update signing_key set ended_at = $2::timestamptz, retired_at = coalesce(retired_at, $2::timestamptz)
    where kid = $1 and ended_at is null returning kid`,
})
const RETIRE = sqlStatement({
  name: 'signing_key_retire',
  text: `update signing_key set retired_at = $3::timestamptz where purpose = $1 and kid <> $2 and retired_at is null`,
})

const ANY = sqlStatement({
  name: 'signing_key_any',
  text: `select kid, private_encrypted from signing_key order by created_at desc, kid limit 1`,
})

/** Whether any key has been sealed yet, and with which of the known master keys. */
export type SealedBy = 'NOTHING_SEALED' | 'UNKNOWN_KEY' | { readonly fingerprint: string }

export async function signingKeysSealedBy(database: Database, masterKey: MasterKey): Promise<SealedBy> {
  const [row] = await database.run(ANY, [])
  if (row === undefined) return 'NOTHING_SEALED'
  return openedBy(masterKey, String(row.private_encrypted), contextOf(String(row.kid))) ?? 'UNKNOWN_KEY'
}

/** Whether the database's keys were sealed with this master key. True if there are none yet. */
export const masterKeyOpens = async (database: Database, masterKey: MasterKey): Promise<boolean> =>
  (await signingKeysSealedBy(database, masterKey)) !== 'UNKNOWN_KEY'

export interface SigningKeysOptions {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>
  readonly masterKey: MasterKey
  readonly purpose: KeyPurpose
}

/** The keys of one purpose: `load` at start (creates the first one), `keepFresh` while running, `rotate` on request. */
export class SigningKeys {
  readonly ring = new StoredKeyRing()
  readonly #options: SigningKeysOptions
  /** By content of the row, so that a key that is read every minute is unsealed only once. */
  #opened: ReadonlyMap<string, StoredKey> = new Map()

  constructor(options: SigningKeysOptions) {
    this.#options = options
  }

  /** Reads the keys, and creates the first one if there is none. Throws if the master key does not open them. */
  async load(): Promise<KeyRing> {
    const keys = await this.#read()
    if (keys.length === 0) {
      await this.#make(1)
      this.ring.replace(await this.#read())
    } else this.ring.replace(keys)
    return this.ring
  }

  /**
   * Creates the next key. It signs after some minutes. Until then, and for 32 days more, the old ones verify. Fails if the last
   * key does not sign yet.
   * @param noted statements for the same transaction
   */
  async rotate(noted: (kid: string) => readonly SqlCall[] = () => []): Promise<Result<string, 'NOT_YET'>> {
    const { database, deps, purpose } = this.#options
    const now = deps.clock.now()
    const outcome = await database.transact<Result<string, 'NOT_YET'>>(
      [{ statement: NUMBERS, values: [purpose] }],
      ([rows = []]) => {
        const isComing =
          rows.length > 1 && rows.some((row) => Number(row.created_at) + ROTATION_LEAD_MS > now)
        if (isComing) return { calls: [], outcome: fail('NOT_YET') }
        const kid = `${purpose}-${Math.max(0, ...rows.map((row) => numberOf(String(row.kid)))) + 1}`
        const retire = { statement: RETIRE, values: [purpose, kid, isoTime(now + ROTATION_LEAD_MS)] }
        return { calls: [this.#insert(kid), retire, ...noted(kid)], outcome: succeed(kid) }
      },
    )
    this.ring.replace(await this.#read())
    return outcome
  }

  /** Ends a key that was replaced: its signatures are invalid from now on, on other nodes within a minute. */
  async retire(
    kid: string,
    noted: readonly SqlCall[] = [],
  ): Promise<Result<undefined, 'NOT_FOUND' | 'STILL_SIGNS'>> {
    const { database, deps } = this.#options
    const now = deps.clock.now()
    const keys = await this.#read()
    this.ring.replace(keys)
    const key = keys.find((one) => one.kid === kid)
    if (key === undefined) return fail('NOT_FOUND')
    const signing = this.ring.current(now - PAST_TIMESTAMPS_MS)
    if (numberOf(signing.kid) <= key.number) return fail('STILL_SIGNS')
    const isEnded = await changeAndNote(database, { statement: END, values: [kid, isoTime(now)] }, ...noted)
    this.ring.replace(await this.#read())
    return isEnded ? succeed(undefined) : fail('NOT_FOUND')
  }

  /** Reads the keys again every minute until stopped. After a failure the keys stay as they are. */
  keepFresh(): Loop {
    const { deps, purpose } = this.#options
    return startedLoop(deps, {
      everyMs: REFRESH_MS,
      round: async () => {
        const keys = await this.#read()
        if (keys.length > 0) this.ring.replace(keys)
      },
      failed: 'signing keys could not be refreshed',
      about: { purpose },
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

  #openRow(row: RowOf<'signing_key_select'>): StoredKey {
    const known = this.#opened.get(nameOfRow(row))
    if (known) return known
    const kid = String(row.kid)
    const seed = open(this.#options.masterKey, String(row.private_encrypted), contextOf(kid))
    assert(seed.ok, 'the master key opens the signing keys: it is the one they were sealed with')
    return { kid, number: numberOf(kid), createdAt: Number(row.created_at), ...ed25519FromSeed(seed.value) }
  }

  /** If another node has just created the key with this number, that one is used. */
  async #make(number: number): Promise<void> {
    const { database, purpose } = this.#options
    const { statement, values } = this.#insert(`${purpose}-${number}`)
    await database.run(statement, values)
  }

  #insert(kid: string): SqlCall {
    const { deps, masterKey, purpose } = this.#options
    const seed = deps.randomness.bytes(32)
    const jwk = JSON.stringify(publicJwk(kid, ed25519FromSeed(seed).publicKey))
    const sealed = seal(masterKey, seed, contextOf(kid), deps.randomness)
    return { statement: INSERT, values: [kid, purpose, jwk, sealed, isoTime(deps.clock.now())] }
  }
}

const numberOf = (kid: string): number => Number(kid.slice(kid.lastIndexOf('-') + 1))

const nameOfRow = (row: RowOf<'signing_key_select'>): string =>
  `${row.kid} ${row.created_at} ${row.private_encrypted}`

const contextOf = (kid: string): string => `signing_key:${kid}`

export const SEALED_SIGNING_KEYS = sealedColumn({
  what: 'signing keys',
  table: 'signing_key',
  column: 'private_encrypted',
  key: ['kid'],
  contextOf: (row) => contextOf(String(row.kid)),
})
