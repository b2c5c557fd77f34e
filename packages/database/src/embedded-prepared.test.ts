import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedImage } from '../../../test/setup/shared.ts'
import { filesOf, layOut } from './cluster-image.ts'
import { openEmbedded } from './embedded.ts'
import { preparedName } from './embedded-prepared.ts'
import { migrate, readMigrations } from './migrate.ts'
import { realTimers, silentLog } from './testing.ts'

const HOUR_MS = 3_600_000
const common = { log: silentLog, timers: realTimers }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-prepared-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what new databases are copied from', () => {
  it('goes by the version of PGlite and by every letter of the migrations', async () => {
    const name = await preparedName('migrated')
    expect(name).toMatch(/^pglite-\d+\.\d+\.\d+-[0-9a-f]{64}\.tar\.zst$/)
    const [first, ...others] = await readMigrations()
    if (!first) throw new Error('there are migrations')
    const changed = [{ ...first, sql: `${first.sql} ` }, ...others]
    expect(await preparedName('migrated', changed)).not.toBe(name)
    expect(await preparedName('migrated', others)).not.toBe(name)
    expect(await preparedName('empty', others)).toBe(await preparedName('empty'))
  })

  it('holds all tables and no row of anybody, and a copy tells that it was made now', async () => {
    await embeddedImage('migrated')
    const before = Date.now()
    const database = await openEmbedded({ folder, ...common })
    try {
      const all = await readMigrations()
      expect(await migrate(database, { now: () => before + HOUR_MS })).toEqual({ ok: true, value: [] })
      const applied = await database.run(
        { name: '', text: 'select number, name, applied_at from schema_migration order by number' },
        [],
      )
      expect(applied.map(({ number, name }) => ({ number, name }))).toEqual(
        all.map(({ number, name }) => ({ number, name })),
      )
      for (const { applied_at } of applied) expect(Number(applied_at)).toBeGreaterThanOrEqual(before - 1_000)
      const [written] = await database.run(
        {
          name: '',
          text: `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace
            and relkind = 'r' and relname <> 'schema_migration' and pg_relation_size(oid) > 0`,
        },
        [],
      )
      expect(written).toEqual({ tables: 0 })
    } finally {
      await database.close()
    }
  })

  it('is refused where it was cut off, or would write beside its folder', async () => {
    const image = await embeddedImage()
    expect(filesOf(image).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['PG_VERSION', 'global/pg_control', 'pg_wal']),
    )
    expect(() => filesOf(image.subarray(0, 30_000))).toThrow('not as PGlite writes it')
    expect(() => filesOf(image.subarray(0, 512))).toThrow('the prepared cluster')
    const outside = image.slice(0, 4_096)
    outside.set(Buffer.from('/../beside\0'), 0)
    expect(() => layOut(outside, folder)).toThrow('not as PGlite writes it')
  })
})
