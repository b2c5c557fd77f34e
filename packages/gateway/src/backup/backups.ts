/**
 * The backups of a running gateway: made one at a time into a folder, listed, and deleted when there are enough newer ones.
 *
 * A backup does not delay the gateway. An existing file is complete. Older files are deleted only after a newer one is on disk.
 * The time of the last backup is stored in the database, so that it is known even if the files are moved elsewhere.
 */
import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { LiveFiles } from '@sluice/database/live-files.ts'
import { readMigrations } from '@sluice/database/migrate.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import type { Written } from './archive.ts'
import { makeBackup, statIfThere } from './backup.ts'

export interface BackupsOptions {
  readonly database: Database
  readonly files: LiveFiles
  readonly folder: string
  readonly version: string
  readonly deps: Pick<Deps, 'clock' | 'log'>
}

interface Attempt {
  /** The file's name. */
  readonly name: string
  readonly startedAt: number
}

/** The latest attempt of this process. */
export type BackupState =
  | (Attempt & { readonly state: 'RUNNING' })
  | (Attempt & { readonly state: 'DONE'; readonly finishedAt: number } & Written)
  | (Attempt & { readonly state: 'FAILED'; readonly finishedAt: number; readonly why: string })

export interface BackupFile {
  readonly name: string
  readonly madeAt: string
  readonly bytes: number
}

const NAME = /^sluice-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d\.\d{3}Z)\.tar\.zst$/
const nameOf = (at: number): string => `sluice-${isoTime(at).replaceAll(':', '')}.tar.zst`

const KEPT = 'last_backup'
const KEEP = sqlStatement({
  name: 'backup_keep',
  text: 'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
})
const READ = sqlStatement({ name: 'backup_last', text: 'select value from setting where name = $1' })

/** When the last one was made, by this process or an earlier one. */
export async function lastBackupAt(database: Database): Promise<number | undefined> {
  const [row] = await database.run(READ, [KEPT])
  return row === undefined ? undefined : timeOnly(String(row.value))
}

export class Backups {
  readonly #options: BackupsOptions
  readonly #stopping = new AbortController()
  #latest: BackupState | undefined
  #running: Promise<void> | undefined

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  get latest(): BackupState | undefined {
    return this.#latest
  }

  /** Starts a backup, and returns before it is made. @param keep how many to keep afterwards; without it, all */
  begin(keep: number | undefined): Result<BackupState, 'RUNNING'> {
    if (this.#running !== undefined) return fail('RUNNING')
    const startedAt = this.#options.deps.clock.now()
    const attempt: Attempt = { name: nameOf(startedAt), startedAt }
    const begun: BackupState = { ...attempt, state: 'RUNNING' }
    this.#latest = begun
    this.#running = this.#make(attempt, keep).finally(() => {
      this.#running = undefined
    })
    return succeed(begun)
  }

  /** The backups in the folder, newest first. */
  async list(): Promise<readonly BackupFile[]> {
    const names = await readdir(this.#options.folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return []
      throw error
    })
    const ours = names.flatMap((name) => {
      const parts = NAME.exec(name)
      return parts === null ? [] : [{ name, madeAt: `${parts[1]}${parts[2]}:${parts[3]}:${parts[4]}` }]
    })
    const files = await Promise.all(
      ours.map(async (each) => ({
        ...each,
        found: await statIfThere(join(this.#options.folder, each.name)),
      })),
    )
    // One may have been deleted in the meantime.
    const there = files.flatMap(({ found, ...each }) => (found ? [{ ...each, bytes: found.size }] : []))
    return there.sort((one, other) => (one.name < other.name ? 1 : -1))
  }

  /** Aborts the current backup, leaving nothing behind. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Never rejects. */
  async #make(attempt: Attempt, keep: number | undefined): Promise<void> {
    const { database, files, folder, version, deps } = this.#options
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const madeAt = isoTime(attempt.startedAt)
      const migrations = await readMigrations()
      const path = join(folder, attempt.name)
      const written = await makeBackup({
        files,
        path,
        madeAt,
        version,
        migrations,
        signal: this.#stopping.signal,
      })
      await database.run(KEEP, [KEPT, madeAt])
      if (keep !== undefined) await this.#throwAway(keep)
      this.#latest = { ...attempt, ...written, state: 'DONE', finishedAt: deps.clock.now() }
      deps.log.info({ name: attempt.name, bytes: written.bytes }, 'a backup was made')
    } catch (error) {
      const why = whyNot(error)
      this.#latest = { ...attempt, state: 'FAILED', finishedAt: deps.clock.now(), why }
      deps.log.error({ name: attempt.name, why }, 'a backup could not be made')
    }
  }

  async #throwAway(keep: number): Promise<void> {
    for (const { name } of (await this.list()).slice(keep))
      await rm(join(this.#options.folder, name), { force: true })
  }
}

function whyNot(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'the gateway was stopped'
  const code = errorCode(error)
  return code === 'ENOSPC' ? 'the disk is full' : code
}
