/**
 * A new cluster, as PostgreSQL's initdb makes it, kept beside the installed packages: every new database is copied from it. Making
 * one takes some 5 s of the processor, copying it a third of that (2 cores, Node 24, PGlite 0.5.16).
 *
 * `npm install` makes it (`src/start/prepare.ts`), once for each version of PGlite. Without it nothing is lost but time: a
 * database is made then as if it were the first. It holds no data of anybody's, and is as trusted as the packages beside it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

function versionOfPglite(): string {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'),
  )
  return String(version)
}

export const preparedFile = (): string =>
  fileURLToPath(new URL(`../../node_modules/.cache/sluice/pglite-${versionOfPglite()}.tar`, import.meta.url))

/** What a new database is copied from, where the installation has it. */
export function preparedCluster(): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(preparedFile()))
  } catch {
    return undefined
  }
}

/** Makes it, whole or not at all. @throws Error where the folder cannot be written to */
export async function prepareCluster(): Promise<void> {
  const database = await PGlite.create('memory://')
  await database.exec('CHECKPOINT')
  const image = await database.dumpDataDir('none')
  await database.close()
  const file = preparedFile()
  const unfinished = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(unfinished, Buffer.from(await image.arrayBuffer()))
  renameSync(unfinished, file)
}
