/**
 * Changes the master key while the gateway runs.
 *
 * The database records which key seals (`master_key`), so all nodes agree, in whatever order their keys were configured. A change
 * begins only when every live node knows the new key. From then on new values are sealed with it, and existing ones are sealed
 * again row by row, each only if no one else has changed the row in the meantime. There is no other state, so after a crash any
 * node continues with the remaining rows. The change is complete when all live nodes have sealed with the new key for longer than
 * any request can take, and no value sealed with another key is left. Only then can the old key be removed.
 *
 * Never holds or shows a key, only fingerprints.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type NodeKeys, readLiveNodes } from '@sluice/database/live-nodes.ts'
import { type Database, partsOf, type SqlCall } from '@sluice/database/port.ts'
import {
  ALL,
  BEGIN,
  EMPTY,
  FINISH,
  FIRST,
  type KeyOfSecrets,
  LOCK,
  RETIRE,
  rowToKey,
  STOP,
} from './master-key-store.ts'
import type { Again, SealedPlace } from './sealed-places.ts'
import { type MasterKey, openedBy, seal, sealedPrefix } from './secrets.ts'
import { signingKeysSealedBy } from './signing-keys.ts'

/** How often a node reads which key seals, and continues with the remaining rows. */
const LOOK_EVERY_MS = 5_000
/** Longer than any statement or request that still uses old values. */
const SETTLED_AFTER_MS = 15_000
const ROWS_A_ROUND_TRIP = 200

export interface SealedCount {
  readonly what: string
  /** Empty for values from before keys had names. */
  readonly fingerprint: string
  readonly sealed: number
}

export type RotateRefusal =
  /** Some values are not sealed with the current key yet. */
  | { readonly code: 'IN_PROGRESS' }
  /** The given key is already the one that seals. */
  | { readonly code: 'SAME_KEY' }
  | { readonly code: 'RETIRED' }
  | { readonly code: 'NODES_DO_NOT_KNOW'; readonly nodes: readonly string[] }

/** Where this node's keys come from, if it can create one itself: the data folder. */
export interface KeySource {
  /** Creates the next key and stores it before returning. */
  next(): Uint8Array
  /** Puts the sealing key first; the others are stored beside it. */
  settle(sealing: string): void
  /** Deletes all keys but the sealing one. */
  forget(): void
}

export interface MasterKeysOptions {
  readonly database: Database
  readonly deps: Deps
  readonly masterKey: MasterKey
  readonly places: readonly SealedPlace[]
  /** Missing if the settings supply the keys. */
  readonly source?: KeySource | undefined
  /** Whether this node does background work. */
  readonly works: boolean
}

/** An audit line for the same transaction. */
export type Noted = (action: string, subject: string, detail: object) => SqlCall

export class MasterKeys {
  readonly #options: MasterKeysOptions
  /** The first key of the settings: the target of a change if no source creates one. */
  readonly #configured: string
  #isKnown = true
  #finished = true
  /** Since when this node has seen all live nodes use the sealing key. */
  #agreedAt: Instant | undefined
  readonly #loop: Loop

  constructor(options: MasterKeysOptions) {
    this.#options = options
    this.#configured = options.masterKey.fingerprint
    this.#loop = new Loop(options.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#round(),
      failed: 'the master key rotation could not continue; it will be retried',
    })
  }

  /** Whether this node knows the sealing key. If not, it must not serve requests. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  /** Reads which key seals, and records it if it is the first. @throws Error if this node does not know that key */
  async load(): Promise<void> {
    const { database, deps, masterKey, source } = this.#options
    if ((await this.read()).length === 0) {
      const by = await signingKeysSealedBy(database, masterKey)
      assert(
        by !== 'UNKNOWN_KEY',
        'the master key opens the signing keys: it is the one they were sealed with',
      )
      const now = isoTime(deps.clock.now())
      // If secrets were sealed before keys had names, they are given names.
      const values = by === 'NOTHING_SEALED' ? [masterKey.fingerprint, now, now] : [by.fingerprint, now, null]
      await database.run(FIRST, values)
    }
    await this.look()
    assert(this.#isKnown, 'the master key is the one that seals in this database')
    source?.settle(masterKey.fingerprint)
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** If no other node can begin a change, it sleeps until this node does. */
  async #round(): Promise<number> {
    const mayPause = this.#options.database.engine === 'embedded'
    if (mayPause && this.#finished) return Number.POSITIVE_INFINITY
    await this.look()
    if (this.#options.works && this.#isKnown && !this.#finished) await this.sweep()
    return mayPause && this.#finished ? Number.POSITIVE_INFINITY : LOOK_EVERY_MS
  }

  async read(): Promise<readonly KeyOfSecrets[]> {
    return (await this.#options.database.run(ALL, [])).map(rowToKey)
  }

  /** Seals with the key that the database names from now on. */
  async look(): Promise<void> {
    const { masterKey, deps } = this.#options
    const sealing = (await this.read()).find(({ seals }) => seals)
    if (sealing === undefined) return
    this.#isKnown = masterKey.knows(sealing.fingerprint)
    this.#finished = sealing.finishedAt !== undefined
    if (this.#isKnown) masterKey.sealWith(sealing.fingerprint)
    else
      deps.log.error(
        { fingerprint: sealing.fingerprint },
        'secrets are encrypted with a master key that this node does not have: set SLUICE_MASTER_KEY as on the other nodes and restart it',
      )
  }

  /** The live nodes as they reported themselves. With the embedded database, this one. */
  async nodes(): Promise<readonly NodeKeys[]> {
    const { database, deps, masterKey } = this.#options
    if (database.engine === 'embedded')
      return [{ id: 'this node', knows: masterKey.fingerprints, seals: masterKey.fingerprint }]
    return readLiveNodes(database, deps.clock.now())
  }

  /** How many values each key has sealed, by place. */
  async counts(): Promise<readonly SealedCount[]> {
    const counts: SealedCount[] = []
    for (const { what, count } of this.#options.places) {
      for (const row of await this.#options.database.run(count, []))
        counts.push({ what, fingerprint: String(row.fingerprint), sealed: Number(row.sealed) })
    }
    return counts
  }

  /** Begins a change: to the source's next key, or to the first key of the settings. */
  async rotate(noted: Noted): Promise<Result<string, RotateRefusal>> {
    const { database, deps, masterKey, source } = this.#options
    const [sealing] = (await this.read()).filter(({ seals }) => seals)
    if (sealing?.finishedAt === undefined) return fail({ code: 'IN_PROGRESS' })
    const target = source ? masterKey.learn(source.next()) : this.#configured
    const strangers = (await this.nodes()).filter(({ knows }) => !knows.includes(target))
    if (strangers.length > 0) return fail({ code: 'NODES_DO_NOT_KNOW', nodes: strangers.map(({ id }) => id) })
    const begun = await database.transact<Result<string, RotateRefusal>>(
      [{ statement: LOCK, values: [] }],
      ([rows = []]) => {
        const keys = rows.map(rowToKey)
        const before = keys.find(({ seals }) => seals)
        if (before?.finishedAt === undefined) return { calls: [], outcome: fail({ code: 'IN_PROGRESS' }) }
        if (before.fingerprint === target) return { calls: [], outcome: fail({ code: 'SAME_KEY' }) }
        if (keys.some(({ fingerprint, retiredAt }) => fingerprint === target && retiredAt !== undefined))
          return { calls: [], outcome: fail({ code: 'RETIRED' }) }
        const calls = [
          { statement: STOP, values: [] },
          { statement: BEGIN, values: [target, isoTime(deps.clock.now())] },
          noted('master-key.rotate', `master key ${target}`, { before: before.fingerprint }),
        ]
        return { calls, outcome: succeed(target) }
      },
    )
    if (!begun.ok) return begun
    this.#agreedAt = undefined
    await this.look()
    source?.settle(target)
    this.#loop.wakeWithin(LOOK_EVERY_MS)
    return begun
  }

  /**
   * Seals the remaining values with the current key, and completes the change if none is left. Safe at any time, and on several
   * nodes at once.
   * @returns how many values no key here opens
   */
  async sweep(): Promise<number> {
    const { deps, masterKey } = this.#options
    const now = deps.clock.now()
    const target = masterKey.fingerprint
    if ((await this.nodes()).some(({ seals }) => seals !== target)) {
      this.#agreedAt = undefined
      return 0
    }
    this.#agreedAt ??= now
    let found = 0
    let closed = 0
    for (const place of this.#options.places) {
      const { database } = this.#options
      for (const part of place.isInBuckets ? partsOf(database) : [database]) {
        const { others, unopened } = await this.#sweepPlace(part, place, target)
        found += others
        closed += unopened
      }
    }
    if (closed > 0)
      deps.log.error(
        { values: closed },
        'some encrypted values cannot be decrypted with any master key known here',
      )
    const isSettled = now - this.#agreedAt >= SETTLED_AFTER_MS
    if (found === 0 && isSettled) await this.#finish(target)
    return closed
  }

  async #sweepPlace(
    database: Database,
    place: SealedPlace,
    target: string,
  ): Promise<{ others: number; unopened: number }> {
    let others = 0
    let unopened = 0
    for (;;) {
      const rows = await database.run(place.others, [sealedPrefix(target), ROWS_A_ROUND_TRIP, unopened])
      others += rows.length
      const calls = rows.flatMap((row) => place.renew(row, this.#again) ?? [])
      unopened += rows.length - calls.length
      const changed = calls.length === 0 ? [] : await database.batch(calls)
      // Someone else is doing the same, or has changed the row: the next round checks again.
      const isStuck = changed.every((each) => each.length === 0) && calls.length > 0
      if (rows.length < ROWS_A_ROUND_TRIP || isStuck) return { others, unopened }
    }
  }

  readonly #again: Again = (sealed, context) => {
    const { masterKey, deps } = this.#options
    const opened = openedBy(masterKey, sealed, context)
    return opened && seal(masterKey, opened.plaintext, context, deps.randomness)
  }

  async #finish(target: string): Promise<void> {
    const { database, deps } = this.#options
    const at = isoTime(deps.clock.now())
    const isDone = await database.transact([{ statement: LOCK, values: [] }], ([rows = []]) => {
      const sealing = rows.map(rowToKey).find(({ seals }) => seals)
      const isOurs = sealing?.fingerprint === target && sealing.finishedAt === undefined
      const calls = [
        { statement: FINISH, values: [target, at] },
        { statement: EMPTY, values: [at] },
      ]
      return { calls: isOurs ? calls : [], outcome: isOurs }
    })
    this.#finished = true
    if (isDone) deps.log.info({ fingerprint: target }, 'everything is sealed with the master key that seals')
  }

  /** Removes a key that no value is sealed with any more. It never seals again. */
  async retire(fingerprint: string, noted: Noted): Promise<Result<undefined, 'NOT_FOUND' | 'IN_USE'>> {
    const { database, deps, source } = this.#options
    const key = (await this.read()).find((one) => one.fingerprint === fingerprint)
    if (key === undefined || key.retiredAt !== undefined) return fail('NOT_FOUND')
    const left = (await this.counts()).filter((count) => [fingerprint, ''].includes(count.fingerprint))
    if (key.seals || key.emptiedAt === undefined || left.length > 0) return fail('IN_USE')
    await database.batch([
      { statement: RETIRE, values: [fingerprint, isoTime(deps.clock.now())] },
      noted('master-key.retire', `master key ${fingerprint}`, {}),
    ])
    source?.forget()
    return succeed(undefined)
  }
}
