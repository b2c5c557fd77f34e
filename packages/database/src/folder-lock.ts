/**
 * Ensures that only one process opens a folder: two of them on one embedded database would silently corrupt it.
 *
 * The lock is proper-lockfile's (a folder whose time is refreshed every few seconds). A `kill -9` leaves it behind, so the owner
 * is recorded beside it. If the owner's process no longer exists on this machine, the lock is taken over immediately; if it is
 * just ending, as soon as it has ended. If the owner cannot be looked up (another host on a shared disk, another container,
 * before a reboot), the lock's age decides, and the start waits that long.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { Log, Timers } from '@sluice/core/foundation/deps.ts'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import lockfile from 'proper-lockfile'
import { type Life, type LifeOf, lifeOf, type ProcessName, thisProcess } from './process-life.ts'

/** The folder is open in another process. The message names the folder and says what to do. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'
  readonly folder: string
  constructor(folder: string, owner: Owner | undefined) {
    const who = owner === undefined ? 'another process' : `process ${owner.pid} on host ${owner.host}`
    super(
      `the data folder ${folder} is in use by ${who}. ` +
        'Two processes on one folder would destroy it: stop the other one first, or give this one a folder of its own. ' +
        'To run several servers on the same data, use PostgreSQL.',
    )
    this.folder = folder
  }
}

interface Owner extends ProcessName {
  readonly token: string
}

export interface FolderLock {
  release(): Promise<void>
}

interface Options {
  readonly folder: string
  readonly log: Log
  readonly timers: Timers
  /** The lock was lost (the machine slept, and another process took it): stop writing immediately. */
  readonly onLost: () => void
  /** Default: looks it up on this machine. */
  readonly lifeOf?: LifeOf
}

const STALE_MS = 10_000
const RETRY_MS = 500
/** A killed process holds its memory and files until the kernel has removed them. */
const ENDING_MS = 5_000
const ENDING_RETRY_MS = 50
/** Long enough for a competing process that saw the same dead owner to finish its takeover. */
const SETTLE_MS = 30

const held = new Set<string>()

const ownerFile = (folder: string): string => join(folder, 'owner')

const readOwner = (folder: string): Owner | undefined => {
  try {
    const read: unknown = JSON.parse(readFileSync(ownerFile(folder), 'utf8'))
    if (typeof read !== 'object' || read === null) return undefined
    const { pid, host, table, started, token } = {
      ...{ pid: 0, host: '', table: '', started: '', token: '' },
      ...read,
    }
    if (!Number.isInteger(pid) || pid <= 0 || !/^[\w-]+$/.test(String(token))) return undefined
    return { pid, host: String(host), table: String(table), started: String(started), token: String(token) }
  } catch {
    return undefined
  }
}

/**
 * Of the processes that found the same owner gone, only the one that creates this file may take over. The file is removed once
 * that process is recorded as the owner; if it died in between, an old file no longer counts.
 *
 * @param wish to take over, or only to know whether another process does
 */
const mayFollow = (folder: string, { token }: Owner, wish: 'follow' | 'look'): boolean => {
  const path = join(folder, `follows-${token}`)
  const mine = join(folder, `follows-${randomUUID()}`)
  writeFileSync(mine, '')
  try {
    // By the disk's own clock.
    const ageMs = statSync(mine).mtimeMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (wish === 'look') return ageMs > STALE_MS
    if (ageMs > STALE_MS) rmSync(path, { force: true })
    linkSync(mine, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Of this process's own locks, only those it knows about are alive. */
const lifeOfOwner = (owner: Owner, look: LifeOf): Life => {
  const life = look(owner)
  return life !== 'elsewhere' && owner.pid === process.pid && !held.has(owner.token) ? 'gone' : life
}

/** Who has the folder open now, as far as this machine can tell. */
export const holderOf = (folder: string): { readonly pid: number; readonly host: string } | undefined => {
  const owner = readOwner(folder)
  return owner === undefined || lifeOfOwner(owner, lifeOf) === 'gone'
    ? undefined
    : { pid: owner.pid, host: owner.host }
}

/** Keeps the process alive with an open port: our timers do not, and at the start nothing else may. */
const awake = async (pause: Promise<void>): Promise<void> => {
  const { port1 } = new MessageChannel()
  port1.ref()
  try {
    await pause
  } finally {
    port1.close()
  }
}

type Release = () => Promise<void>

/** Locks the folder, creating it if it is missing. @throws DataDirectoryInUse */
export const lockFolder = async (options: Options): Promise<FolderLock> => {
  const { folder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const taking = new Taking(options)
  const release = (await taking.unlessFollowed()) ?? (await taking.over()) ?? (await taking.onceStale())
  const token = release && (await taking.settle())
  if (release === undefined || token === undefined) throw new DataDirectoryInUse(folder, readOwner(folder))
  return {
    release: async () => {
      held.delete(token)
      rmSync(ownerFile(folder), { force: true })
      await release().catch(() => undefined)
    },
  }
}

/**
 * One attempt to lock a folder: its methods, from the quickest to the one that waits longest. Each returns undefined if another
 * process has it.
 */
class Taking {
  readonly #options: Options
  readonly #lockPath: string
  /** The owner that it takes the folder over from. */
  #followed: Owner | undefined

  constructor(options: Options) {
    this.#options = options
    this.#lockPath = join(options.folder, 'lock')
  }

  /**
   * The lock, unless another process is taking over from its last owner: that one would find it held by a process that may not
   * keep it.
   */
  async unlessFollowed(): Promise<Release | undefined> {
    const { folder } = this.#options
    const before = readOwner(folder)
    if (before !== undefined && before.token !== this.#followed?.token && !mayFollow(folder, before, 'look'))
      return undefined
    const release = await this.#lock()
    const owner = readOwner(folder)
    if (release === undefined || owner === undefined || this.#follow(owner)) return release
    await release()
    return undefined
  }

  /** From an owner that no longer exists. */
  async over(): Promise<Release | undefined> {
    const { folder, log } = this.#options
    const owner = await this.#goneOwner()
    // Another process that waited like us may have taken it over in the meantime.
    if (owner === undefined || !this.#follow(owner) || readOwner(folder)?.token !== owner.token)
      return undefined
    log.warn(
      { folder, pid: owner.pid },
      'the process that had the data folder open is gone; taking the folder over',
    )
    rmSync(this.#lockPath, { recursive: true, force: true })
    return this.#lock()
  }

  /** From an owner that cannot be looked up: the lock's age decides. */
  async onceStale(): Promise<Release | undefined> {
    const { folder, log } = this.#options
    const isHere = () => {
      const owner = readOwner(folder)
      return owner !== undefined && ['runs', 'ending'].includes(this.#lifeOf(owner))
    }
    if (isHere()) return undefined
    log.warn(
      { folder },
      `the data folder is locked by a process that cannot be looked up from here; waiting ${STALE_MS} ms to see if it is still there`,
    )
    for (let waitedMs = 0; waitedMs <= STALE_MS && !isHere(); waitedMs += RETRY_MS) {
      await this.#pause(RETRY_MS)
      const release = await this.unlessFollowed()
      if (release !== undefined) return release
    }
    return undefined
  }

  /** Records the owner. @returns our token; undefined if a competing process has done the same in the meantime */
  async settle(): Promise<string | undefined> {
    const { folder } = this.#options
    const token = randomUUID()
    const mine: Owner = { ...thisProcess(), token }
    // Before anyone can read it: a lock of this process that is not in `held` counts as abandoned.
    held.add(token)
    writeFileSync(ownerFile(folder), JSON.stringify(mine))
    if (this.#followed !== undefined) {
      rmSync(join(folder, `follows-${this.#followed.token}`), { force: true })
      await this.#pause(SETTLE_MS)
    }
    if (readOwner(folder)?.token === token) return token
    held.delete(token)
    return undefined
  }

  #lock(): Promise<Release | undefined> {
    const { folder, onLost } = this.#options
    return lockfile
      .lock(folder, { lockfilePath: this.#lockPath, stale: STALE_MS, onCompromised: onLost })
      .catch((error: unknown) => {
        if (errorCode(error) === 'ELOCKED') return undefined
        throw error
      })
  }

  #follow(owner: Owner): boolean {
    if (this.#followed?.token === owner.token) return true
    if (!mayFollow(this.#options.folder, owner, 'follow')) return false
    this.#followed = owner
    return true
  }

  #lifeOf(owner: Owner): Life {
    return lifeOfOwner(owner, this.#options.lifeOf ?? lifeOf)
  }

  #pause(delayMs: number): Promise<void> {
    return awake(new Promise<void>((resolve) => this.#options.timers.after(delayMs, resolve)))
  }

  /** The owner that left the lock behind, once it no longer exists. If it is ending, this waits for it. */
  async #goneOwner(): Promise<Owner | undefined> {
    const { folder, log } = this.#options
    const owner = readOwner(folder)
    if (owner === undefined) return undefined
    let life = this.#lifeOf(owner)
    if (life === 'ending') {
      log.warn(
        { folder, pid: owner.pid },
        `the process that has the data folder open is ending; waiting up to ${ENDING_MS} ms until it is gone`,
      )
    }
    for (let waitedMs = 0; life === 'ending' && waitedMs < ENDING_MS; waitedMs += ENDING_RETRY_MS) {
      await this.#pause(ENDING_RETRY_MS)
      life = this.#lifeOf(owner)
    }
    return life === 'gone' ? owner : undefined
  }
}
