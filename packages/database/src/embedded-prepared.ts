/**
 * Images that new databases are copied from, stored next to the installed packages: a cluster as made by PostgreSQL's initdb, and
 * one that also has this program's tables. Making the first takes some 5 s of CPU, the second 1.5 s more; copying takes half a
 * second (2 cores, Node 24, PGlite 0.5.16). Compressed, the two take 9 MB instead of 83, and a copy 30 ms more.
 *
 * `npm install` makes them (`prepared-making.ts`). Their names contain PGlite's version and, for the one with tables, a hash of
 * the migrations, so an image of another version is never used. Without them only time is lost. They contain no data and no keys,
 * because keys are only created when a program starts on a database.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { CACHE_FOLDER } from '@sluice/core/foundation/installation.ts'
import { type Migration, readMigrations } from './migrate.ts'

export const PREPARED_FOLDER = CACHE_FOLDER

export type PreparedKind = 'empty' | 'migrated'

/** Not with `import.meta.resolve`, which is missing when Vite loads the sources, as it does to make the images for a test run. */
const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite')

function versionOfPglite(): string {
  const { version } = JSON.parse(readFileSync(join(dirname(PGLITE), '../package.json'), 'utf8'))
  return String(version)
}

/** Within `PREPARED_FOLDER`. @param migrations default: the program's own */
export async function preparedName(kind: PreparedKind, migrations?: readonly Migration[]): Promise<string> {
  const name = `pglite-${versionOfPglite()}`
  if (kind === 'empty') return `${name}.tar.zst`
  const text = JSON.stringify(migrations ?? (await readMigrations()))
  return `${name}-${createHash('sha256').update(text).digest('hex')}.tar.zst`
}

/** The archive, if the installation has it. */
export async function readPrepared(kind: PreparedKind): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(zstdDecompressSync(readFileSync(join(PREPARED_FOLDER, await preparedName(kind)))))
  } catch {
    return undefined
  }
}
