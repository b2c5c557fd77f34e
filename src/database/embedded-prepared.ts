/**
 * What new databases are copied from, kept beside the installed packages: a cluster as PostgreSQL's initdb makes it, and one that has
 * this program's tables as well. To make the first takes some 5 s of the processor, the second 1.5 s more, a copy half a second
 * (2 cores, Node 24, PGlite 0.5.16).
 *
 * `npm install` makes them (`prepared-making.ts`). Their names tell the version of PGlite, and of the one with tables what the
 * migrations say, to the letter: one of another version, or of other migrations, is never taken. Without them nothing is lost but
 * time. They hold no data of anybody's and no keys, for none are made before a program has started on a database.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Migration, readMigrations } from './migrate.ts'

export const PREPARED_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/sluice', import.meta.url))

export type PreparedKind = 'empty' | 'migrated'

/** Not by `import.meta.resolve`, which is missing where Vite loads the sources: what makes the images for a run of the tests. */
const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite')

function versionOfPglite(): string {
  const { version } = JSON.parse(readFileSync(join(dirname(PGLITE), '../package.json'), 'utf8'))
  return String(version)
}

/** In `PREPARED_FOLDER`. @param migrations left out, the program's own */
export async function preparedName(kind: PreparedKind, migrations?: readonly Migration[]): Promise<string> {
  const name = `pglite-${versionOfPglite()}`
  if (kind === 'empty') return `${name}.tar`
  const text = JSON.stringify(migrations ?? (await readMigrations()))
  return `${name}-${createHash('sha256').update(text).digest('hex')}.tar`
}

/** The archive, where the installation has it. */
export async function readPrepared(kind: PreparedKind): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(readFileSync(join(PREPARED_FOLDER, await preparedName(kind))))
  } catch {
    return undefined
  }
}
