/**
 * Makes the images that new databases are copied from (`embedded-prepared.ts`): part of `npm install`, and of the first test
 * after a migration.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { realClock, realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { openEmbedded } from './embedded.ts'
import { PREPARED_FOLDER, type PreparedKind, preparedName, readPrepared } from './embedded-prepared.ts'
import { migrate } from './migrate.ts'

type Image = Uint8Array<ArrayBuffer>

const KINDS: readonly PreparedKind[] = ['empty', 'migrated']
/** Older versions did not compress. */
const OURS = /^pglite-[\w.-]+\.tar(\.zst)?$/

/**
 * Makes the missing images, each completely or not at all, and removes those of other versions.
 * @throws Error if the folder is not writable
 */
export async function prepareClusters(): Promise<void> {
  const current = await Promise.all(KINDS.map((kind) => preparedName(kind)))
  for (const kind of KINDS) {
    if (!existsSync(join(PREPARED_FOLDER, await preparedName(kind)))) await keep(kind, await madeAnew(kind))
  }
  for (const name of readdirSync(PREPARED_FOLDER)) {
    if (OURS.test(name) && !current.includes(name)) rmSync(join(PREPARED_FOLDER, name), { force: true })
  }
}

/** Reads or makes the image, and stores it if the folder is writable. */
export async function cluster(kind: PreparedKind): Promise<Image> {
  await prepareClusters().catch(() => undefined)
  return (await readPrepared(kind)) ?? madeAnew(kind)
}

async function keep(kind: PreparedKind, image: Image): Promise<void> {
  const file = join(PREPARED_FOLDER, await preparedName(kind))
  const unfinished = `${file}.${process.pid}`
  mkdirSync(PREPARED_FOLDER, { recursive: true })
  writeFileSync(unfinished, zstdCompressSync(image))
  renameSync(unfinished, file)
}

const madeAnew = async (kind: PreparedKind): Promise<Image> =>
  kind === 'empty' ? withoutTables() : withTables((await readPrepared('empty')) ?? (await withoutTables()))

async function withoutTables(): Promise<Image> {
  const database = await PGlite.create('memory://')
  await database.exec('CHECKPOINT')
  const image = await database.dumpDataDir('none')
  await database.close()
  return new Uint8Array(await image.arrayBuffer())
}

async function withTables(image: Image): Promise<Image> {
  const database = await openEmbedded({ folder: undefined, image, log: silentLog, timers: realTimers })
  try {
    const migrated = await migrate(database, realClock)
    if (!migrated.ok) throw new Error(migrated.failure.message)
    return await database.image()
  } finally {
    await database.close()
  }
}
