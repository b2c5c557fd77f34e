/**
 * Makes one backup of the embedded database while it is in use.
 *
 * It contains the database's own files and the log that completes them (`@sluice/database/live-files.ts`), and nothing else of the data
 * folder. Neither the master key nor an operator's token is in it: someone who gets the file can read payments and people, but
 * cannot open sealed secrets.
 */
import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { type BackupEnd, type LiveFiles, NOT_COPIED } from '@sluice/database/live-files.ts'
import type { Migration } from '@sluice/database/migrate.ts'
import { type ArchiveEntry, fileOf, type Written, writeArchive } from './archive.ts'

/** The archive's folder with the database. */
export const CLUSTER = 'cluster'
export const LOG = 'pg_wal'

const EPHEMERAL = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'pg_internal.init',
])
/** Temporary files, and tables that do not survive a restart. */
const TEMPORARY = /^(pgsql_tmp|t\d+_\d+)/

const folderEntry = (name: string): ArchiveEntry => ({
  name,
  kind: 'folder',
  bytes: 0,
  content: async function* () {},
})

const textEntry = (name: string, text: string): ArchiveEntry => {
  const bytes = Buffer.from(text)
  return {
    name,
    kind: 'file',
    bytes: bytes.length,
    content: async function* () {
      yield bytes
    },
  }
}

const fileEntry = (name: string, path: string, bytes: number): ArchiveEntry => ({
  name,
  kind: 'file',
  bytes,
  content: () => fileOf(path, bytes),
})

/** @returns undefined if it was deleted in the meantime */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function* tree(folder: string, name: string, top: boolean): AsyncGenerator<ArchiveEntry> {
  yield folderEntry(name)
  for (const each of (await readdir(folder)).sort()) {
    if (EPHEMERAL.has(each) || TEMPORARY.test(each)) continue
    const path = join(folder, each)
    const found = await statIfThere(path)
    if (found === undefined) continue
    if (found.isDirectory() && top && NOT_COPIED.has(each)) yield folderEntry(`${name}/${each}`)
    else if (found.isDirectory()) yield* tree(path, `${name}/${each}`, false)
    else yield fileEntry(`${name}/${each}`, path, found.size)
  }
}

async function* entriesOf(folder: string, end: () => Promise<BackupEnd>): AsyncGenerator<ArchiveEntry> {
  yield* tree(folder, CLUSTER, true)
  const { label, segments } = await end()
  yield textEntry(`${CLUSTER}/backup_label`, label)
  for (const segment of segments) {
    const path = join(folder, LOG, segment)
    yield fileEntry(`${CLUSTER}/${LOG}/${segment}`, path, (await stat(path)).size)
  }
}

export interface BackupOptions {
  readonly files: LiveFiles
  /** The file to write, which must not exist. */
  readonly path: string
  readonly madeAt: string
  readonly version: string
  readonly migrations: readonly Migration[]
  readonly signal: AbortSignal
}

/** @throws Error if the disk or the database fails; then there is no file */
export function makeBackup({
  files,
  path,
  madeAt,
  version,
  migrations,
  signal,
}: BackupOptions): Promise<Written> {
  const manifest = { madeAt, version, migrations: migrations.map(({ number, name }) => ({ number, name })) }
  return files.copied((end) => writeArchive(path, manifest, entriesOf(files.folder, end), signal))
}
