import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allEngines, postgresUrl } from '../../../test/setup/shared.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'
import { connectPostgres } from './postgres.ts'
import { freshDatabase, type Opened, realTimers, silentLog } from './testing.ts'

const clock = { now: () => Date.UTC(2026, 0, 1) }
const FIRST = {
  number: 1,
  name: 'first',
  sql: `create table a (id int); -- a comment; with a semicolon
        create function f() returns int language sql as $$ select 1; $$;
        insert into a values (1), (2)`,
}
const SECOND = { number: 2, name: 'second', sql: 'alter table a add column label text;' }
const BROKEN = { number: 3, name: 'broken', sql: 'create table b (id int); select nonsense;' }

describe.each(allEngines)('migrations on $name', ({ open }) => {
  let opened: Opened
  const apply = (migrations: readonly Migration[]) => migrate(opened.database, clock, migrations)
  const read = (text: string) => opened.database.run({ name: '', text }, [])
  beforeAll(async () => {
    opened = await open([])
  })
  beforeEach(async () => {
    await read('drop table if exists a, schema_migration')
    await read('drop function if exists f()')
  })
  afterAll(() => opened?.close())

  it('are applied once, in order, each with its time, and stop where one fails', async () => {
    expect(await apply([FIRST])).toEqual({ ok: true, value: [1] })
    expect(await apply([FIRST, SECOND])).toEqual({ ok: true, value: [2] })
    expect(await apply([FIRST, SECOND])).toEqual({ ok: true, value: [] })
    await expect(apply([FIRST, SECOND, BROKEN])).rejects.toMatchObject({
      kind: 'STATEMENT',
      sqlState: '42703',
    })
    expect(await read(`select to_regclass('b')::text as b, (select count(*)::int from a) as rows`)).toEqual([
      { b: null, rows: 2 },
    ])
    expect(await read('select * from schema_migration order by number')).toEqual([
      { number: 1, name: 'first', applied_at: clock.now() },
      { number: 2, name: 'second', applied_at: clock.now() },
    ])
  })

  it('are refused where the database is newer than the program', async () => {
    await apply([FIRST, SECOND])
    expect(await apply([FIRST])).toMatchObject({
      ok: false,
      failure: { kind: 'DATABASE_IS_NEWER', message: expect.stringContaining('start a newer version') },
    })
  })

  it('are refused where a development version from before the baseline made the database', async () => {
    await apply([{ ...FIRST, name: 'core' }, SECOND])
    expect(await apply([{ ...FIRST, name: 'baseline' }])).toMatchObject({
      ok: false,
      failure: {
        kind: 'BEFORE_BASELINE',
        message: expect.stringContaining('start with another data folder'),
      },
    })
  })

  it('are refused where the history is another one', async () => {
    await apply([FIRST, SECOND])
    const other = [{ ...FIRST, name: 'other' }, SECOND]
    expect(await apply(other)).toMatchObject({ ok: false, failure: { kind: 'HISTORY_DIFFERS' } })
  })
})

describe('several servers that start at once', () => {
  it('apply each migration exactly once between them', async () => {
    const url = await freshDatabase(await postgresUrl())
    const connecting = [1, 2, 3, 4].map(() => connectPostgres({ url, log: silentLog, timers: realTimers }))
    const databases = await Promise.all(connecting)
    const outcomes = await Promise.all(databases.map((database) => migrate(database, clock, [FIRST, SECOND])))
    const applied = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value : []))
    for (const database of databases) await database.close()
    expect(applied.sort()).toEqual([1, 2])
  })
})

describe('the folder of migrations', () => {
  const withFiles = async (names: readonly string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-migrations-'))
    try {
      for (const name of names) {
        await mkdir(join(folder, dirname(name)), { recursive: true })
        await writeFile(join(folder, name), `-- ${name}`)
      }
      return await readMigrations(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('is read in order of number', async () => {
    expect(await withFiles(['0002_b.sql', '0001_a.sql', 'readme.md'])).toEqual([
      { number: 1, name: 'a', sql: '-- 0001_a.sql' },
      { number: 2, name: 'b', sql: '-- 0002_b.sql' },
    ])
  })

  it('takes a folder as one migration', async () => {
    expect(await withFiles(['0001_a/y.sql', '0001_a/x.sql', '0002_b.sql'])).toEqual([
      { number: 1, name: 'a', sql: '-- 0001_a/x.sql\n-- 0001_a/y.sql' },
      { number: 2, name: 'b', sql: '-- 0002_b.sql' },
    ])
  })

  it('must be named by number and purpose', async () => {
    await expect(withFiles(['1-a.sql'])).rejects.toThrow('0001_what_it_does.sql')
  })

  it('must hold no number twice', async () => {
    await expect(withFiles(['0001_a.sql', '0001_b.sql'])).rejects.toThrow('two migrations')
  })
})
