/**
 * Turns a backup into an embedded database again.
 *
 * It is unpacked into `restoring/` of the data folder. There it is opened, recovered, migrated, checked, and adjusted to the time
 * that has passed. Only then is it renamed to `database/`. So after a crash at any moment there is either a complete database or
 * none. The data folder must be empty except for the master key and a folder of backups; nothing is overwritten.
 */
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorCode, errorText } from '@sluice/core/foundation/errors.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { openEmbedded } from '@sluice/database/embedded.ts'
import { DataDirectoryInUse, lockFolder } from '@sluice/database/folder-lock.ts'
import { fsyncPath, fsyncTree } from '@sluice/database/fsync.ts'
import { type MigratableDatabase, migrate, whyNotOurs } from '@sluice/database/migrate.ts'
import type { Database } from '@sluice/database/port.ts'
import { type BackupManifest, BadArchive, readArchive } from './archive.ts'
import { CLUSTER } from './backup.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { TarEntry } from './tar.ts'

export interface RestoreOptions {
  readonly archive: string
  /** Absolute paths: the data folder, and the folders created in it. */
  readonly into: { readonly path: string; readonly database: string; readonly restoring: string }
  /** What the data folder may already contain. */
  readonly mayStay: readonly string[]
  readonly deps: Pick<Deps, 'clock' | 'timers' | 'log'>
  /** The last check before it is put into place. @returns why it may not be */
  examine(database: MigratableDatabase): Promise<Result<undefined, string>>
  /** Changes what can no longer be as it was, because banks, chains and payers know what was done since. */
  adjust(database: Database): Promise<void>
}

export interface Restored {
  readonly manifest: BackupManifest
  readonly contents: Contents
  /** Migrations that were applied because an older version made the backup. */
  readonly migrated: readonly number[]
}

/** The archive is complete, but this program cannot use it. */
class NotForUs extends Error {
  override readonly name = 'NotForUs'
}

/** @returns why nothing was restored, for people to read */
export async function restore(options: RestoreOptions): Promise<Result<Restored, string>> {
  const { into, deps } = options
  const inTheWay = standingIn(options)
  if (inTheWay.length > 0) return fail(notEmpty(into.path, inTheWay))
  mkdirSync(into.path, { recursive: true, mode: 0o700 })
  const lost = new AbortController()
  const holding = { folder: into.restoring, log: deps.log, timers: deps.timers, onLost: () => lost.abort() }
  try {
    const lock = await lockFolder(holding)
    try {
      const restored = await restoreHeld(options, lost.signal)
      if (restored.ok) rmSync(into.restoring, { recursive: true, force: true })
      return restored
    } finally {
      await lock.release()
    }
  } catch (error) {
    if (error instanceof DataDirectoryInUse)
      return fail('another restore into this folder is under way: wait for it')
    return fail(why(error, options.archive))
  }
}

function standingIn({ into, mayStay }: RestoreOptions): readonly string[] {
  if (!existsSync(into.path)) return []
  const ours = new Set([...mayStay, basename(into.restoring)])
  return readdirSync(into.path).filter((name) => !ours.has(name))
}

const notEmpty = (path: string, names: readonly string[]): string =>
  `${path} is not empty (it holds ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}), and a restore never goes over anything: ` +
  'move it away, or name another folder with --data-dir'

async function restoreHeld(options: RestoreOptions, lost: AbortSignal): Promise<Result<Restored, string>> {
  const { archive, into, deps, examine } = options
  const staging = join(into.restoring, 'database')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  const manifest = await unpack(archive, staging)
  // Without these, an empty database would be created, or one recovered from the wrong moment.
  for (const needed of ['PG_VERSION', 'backup_label'])
    if (!existsSync(join(staging, CLUSTER, needed))) throw new BadArchive('it holds no database')
  const database = await openEmbedded({ folder: staging, log: deps.log, timers: deps.timers })
  try {
    const migrated = await migrate(database, deps.clock)
    if (!migrated.ok) return fail(migrated.failure.message)
    const examined = await examine(database)
    if (!examined.ok) return examined
    await options.adjust(database)
    const contents = await contentsOf(database)
    await database.close()
    // It was unpacked without fsync.
    fsyncTree(staging)
    if (lost.aborted) return fail('the folder was taken by another process meanwhile: nothing was restored')
    putInPlace(staging, into)
    return succeed({ manifest, contents, migrated: migrated.value })
  } finally {
    await database.close()
  }
}

/** Renaming onto a folder that is not empty fails with ENOTEMPTY. */
function putInPlace(staging: string, { path, database }: RestoreOptions['into']): void {
  renameSync(staging, database)
  fsyncPath(path)
}

async function unpack(archive: string, staging: string): Promise<BackupManifest> {
  let refused: Promise<string | undefined> = Promise.resolve(undefined)
  return readArchive(archive, {
    manifest(manifest) {
      refused = whyNotOurs(manifest.migrations)
    },
    async entry({ name, kind }: TarEntry, content) {
      const why = await refused
      if (why !== undefined) throw new NotForUs(why)
      if (name !== CLUSTER && !name.startsWith(`${CLUSTER}/`))
        throw new BadArchive('it holds more than a database')
      const path = join(staging, name)
      if (kind === 'folder') mkdirSync(path, { recursive: true, mode: 0o700 })
      else await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    },
  })
}

function why(error: unknown, archive: string): string {
  if (error instanceof BadArchive)
    return `${archive} cannot be restored: ${error.message}. Nothing was changed`
  if (error instanceof NotForUs) return `${archive} cannot be restored: ${error.message}`
  const code = errorCode(error)
  if (code === 'ENOENT') return `there is no file ${archive}`
  if (code === 'ENOSPC') return 'the disk is full: make room, and run the same command again'
  if (code === 'ENOTEMPTY' || code === 'EEXIST')
    return 'a gateway was started in this folder meanwhile: stop it, move the folder away, and run the same command again'
  return errorText(error)
}
