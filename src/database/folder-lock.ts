/**
 * One process per folder: two of them on one embedded database corrupt it silently.
 *
 * The lock is proper-lockfile's (a folder whose time is refreshed every few seconds). A `kill -9` leaves it behind, so
 * beside it stands who holds it: where that process is gone from this machine, the lock is taken over at once. Where the
 * owner cannot be looked up (another host on a shared disk, a container's last life) the lock's age decides, and the start
 * waits for that long.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import lockfile from 'proper-lockfile'
import type { Log, Timers } from '../foundation/deps.ts'

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

interface Owner {
  readonly pid: number
  readonly host: string
  /** When that process started, as the kernel counts; pids are used again, the pair is not. Empty where there is no /proc. */
  readonly started: string
  readonly token: string
}

export interface FolderLock {
  release(): Promise<void>
}

interface Options {
  readonly folder: string
  readonly log: Log
  readonly timers: Timers
  /** The lock is no longer ours (the machine slept, and another took it): stop writing at once. */
  readonly onLost: () => void
}

const STALE_MS = 10_000
const RETRY_MS = 500
/** Long enough for a rival that saw the same dead owner to have done its taking over. */
const SETTLE_MS = 30

const held = new Set<string>()

const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const ownerFile = (folder: string): string => join(folder, 'owner')

const readOwner = (folder: string): Owner | undefined => {
  try {
    const read: unknown = JSON.parse(readFileSync(ownerFile(folder), 'utf8'))
    if (typeof read !== 'object' || read === null) return undefined
    const { pid, host, started, token } = { pid: 0, host: '', started: '', token: '', ...read }
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, host: String(host), started: String(started), token: String(token) }
  } catch {
    return undefined
  }
}

const isGone = (owner: Owner): boolean => {
  if (owner.host !== hostname()) return false
  if (owner.pid === process.pid && owner.started === startOf(process.pid)) return !held.has(owner.token)
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
  return owner.started !== '' && owner.started !== startOf(owner.pid)
}

/** Who has the folder open now, as far as this machine can tell. */
export const holderOf = (folder: string): { readonly pid: number; readonly host: string } | undefined => {
  const owner = readOwner(folder)
  return owner === undefined || isGone(owner) ? undefined : { pid: owner.pid, host: owner.host }
}

/** Our timers do not keep the process alive, and at the start nothing else may: an open port does. */
const awake = async (pause: Promise<void>): Promise<void> => {
  const { port1 } = new MessageChannel()
  port1.ref()
  try {
    await pause
  } finally {
    port1.close()
  }
}

/** Takes the folder, making it where it is missing. @throws DataDirectoryInUse */
export const lockFolder = async ({ folder, log, timers, onLost }: Options): Promise<FolderLock> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lockPath = join(folder, 'lock')
  const leftBehind = readOwner(folder) !== undefined
  const pause = (delayMs: number) => awake(new Promise<void>((resolve) => timers.after(delayMs, resolve)))
  const take = () =>
    lockfile
      .lock(folder, { lockfilePath: lockPath, stale: STALE_MS, onCompromised: onLost })
      .catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return undefined
        throw error
      })

  const takeOver = async (): Promise<(() => Promise<void>) | undefined> => {
    const owner = readOwner(folder)
    if (owner === undefined || !isGone(owner)) return undefined
    log.warn(
      { folder, pid: owner.pid },
      'the process that had the data folder open is gone; taking the folder over',
    )
    rmSync(lockPath, { recursive: true, force: true })
    return take()
  }

  const waitUntilStale = async (): Promise<(() => Promise<void>) | undefined> => {
    if (readOwner(folder)?.host === hostname()) return undefined
    log.warn(
      { folder },
      `the data folder is locked from another host; waiting ${STALE_MS} ms to see if it is still there`,
    )
    for (let waitedMs = 0; waitedMs <= STALE_MS; waitedMs += RETRY_MS) {
      await pause(RETRY_MS)
      const release = await take()
      if (release !== undefined) return release
    }
    return undefined
  }

  const release = (await take()) ?? (await takeOver()) ?? (await waitUntilStale())
  if (release === undefined) throw new DataDirectoryInUse(folder, readOwner(folder))
  const token = randomUUID()
  const mine: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid), token }
  writeFileSync(ownerFile(folder), JSON.stringify(mine))
  if (leftBehind) await pause(SETTLE_MS)
  if (readOwner(folder)?.token !== token) throw new DataDirectoryInUse(folder, readOwner(folder))
  held.add(token)
  return {
    release: async () => {
      held.delete(token)
      rmSync(ownerFile(folder), { force: true })
      await release().catch(() => undefined)
    },
  }
}
