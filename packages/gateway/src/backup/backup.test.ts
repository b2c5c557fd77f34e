/** A backup of a database that is written to, and what becomes of it. On disk: that is where backups are. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { type EmbeddedDatabase, openEmbedded } from '@sluice/database/embedded.ts'
import type { LiveFiles } from '@sluice/database/live-files.ts'
import { readMigrations } from '@sluice/database/migrate.ts'
import type { Database } from '@sluice/database/port.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedImage } from '../../../../test/setup/shared.ts'
import { writeArchive } from './archive.ts'
import { makeBackup } from './backup.ts'
import { Backups, lastBackupAt } from './backups.ts'
import { type RestoreOptions, restore } from './restore.ts'

const MADE_AT = '2026-11-22T08:00:00.000Z'
const NOW = Date.parse(MADE_AT)
const clock = { now: () => NOW }
const signal = new AbortController().signal
const deps = { clock, timers: realTimers, log: silentLog }

let base: string
let database: EmbeddedDatabase
let files: LiveFiles

const ADD = { name: 'add', text: 'insert into setting (name, value) values ($1, $2)' }
const add = (on: Database, name: string) => on.run(ADD, [name, 'x'.repeat(1_000)])

async function settings(of: Database): Promise<ReadonlySet<string>> {
  const rows = await of.run({ name: '', text: 'select name from setting' }, [])
  return new Set(rows.map(({ name }) => String(name)))
}

let folders = 0
const freshInto = () => {
  const path = join(base, `into-${++folders}`)
  return { path, database: join(path, 'database'), restoring: join(path, 'restoring') }
}
const restoring = (archive: string, changes: Partial<RestoreOptions> = {}) =>
  restore({
    archive,
    into: freshInto(),
    mayStay: ['master-key'],
    deps,
    examine: async () => succeed(undefined),
    adjust: async () => undefined,
    ...changes,
  })

const backupTo = async (name: string) => {
  const path = join(base, name)
  const written = await makeBackup({
    files,
    path,
    madeAt: MADE_AT,
    version: '1.2.3',
    migrations: await readMigrations(),
    signal,
  })
  return { path, ...written }
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'sluice-backup-'))
  const image = await embeddedImage('migrated')
  database = await openEmbedded({ folder: join(base, 'database'), image, log: silentLog, timers: realTimers })
  if (database.files === undefined) throw new Error('a database on disk has files')
  files = database.files
})
afterAll(async () => {
  await database.close()
  rmSync(base, { recursive: true, force: true })
})

describe('a backup of a database that is written to', () => {
  it('holds every write that was answered before it began, whole, and no half of a later one', async () => {
    for (let index = 0; index < 50; index += 1) await add(database, `before-${index}`)
    let writing = true
    const meanwhile = (async () => {
      for (let index = 0; writing; index += 1)
        await database.batch([
          { statement: ADD, values: [`left-${index}`, ''] },
          { statement: ADD, values: [`right-${index}`, ''] },
        ])
    })()
    const { path } = await backupTo('busy.tar.zst')
    writing = false
    await meanwhile
    let kept: ReadonlySet<string> = new Set()
    const into = freshInto()
    const restored = await restoring(path, {
      into,
      examine: async (found) => {
        kept = await settings(found)
        return succeed(undefined)
      },
    })
    expect(restored).toMatchObject({ ok: true, value: { manifest: { madeAt: MADE_AT, version: '1.2.3' } } })
    for (let index = 0; index < 50; index += 1) expect(kept).toContain(`before-${index}`)
    const halves = [...kept].filter((name) => /^(left|right)-/.test(name))
    expect(halves.length).toBeGreaterThan(0)
    for (const name of halves)
      expect(kept).toContain(name.replace(/^(left|right)/, name.startsWith('l') ? 'right' : 'left'))
    expect(readdirSync(into.path)).toEqual(['database'])
  })

  it('keeps no checkpoint from being made once it is done', async () => {
    const before = (await database.statistics()).checkpoints
    for (let index = 0; index < 40; index += 1) await add(database, `bulk-${index}`)
    await database.run(
      { name: '', text: 'insert into setting select g::text, md5(g::text) from generate_series(1, 20000) g' },
      [],
    )
    await database.upkeep()
    expect((await database.statistics()).checkpoints).toBeGreaterThan(before)
  })

  it("is for its owner alone, and says its file's hash", async () => {
    const { path, sha256, bytes } = await backupTo('owner.tar.zst')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(path).size).toBe(bytes)
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(sha256)
  })

  it('that is given up leaves no file, and the next one goes well', async () => {
    const stopped = new AbortController()
    const path = join(base, 'stopped.tar.zst')
    const making = makeBackup({
      files,
      path,
      madeAt: MADE_AT,
      version: '1',
      migrations: [],
      signal: stopped.signal,
    })
    stopped.abort()
    await expect(making).rejects.toThrow()
    expect(readdirSync(base).filter((name) => name.startsWith('stopped'))).toEqual([])
    expect((await backupTo('after.tar.zst')).bytes).toBeGreaterThan(0)
  })
})

describe('a restore', () => {
  let path: string
  beforeAll(async () => {
    path = (await backupTo('good.tar.zst')).path
  })

  it.each([0.1, 0.5, 0.9, 0.999])('refuses a file of which %f is there', async (share) => {
    const whole = readFileSync(path)
    const cut = join(base, 'cut.tar.zst')
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)))
    const into = freshInto()
    const refused = await restoring(cut, { into })
    expect(refused).toEqual({ ok: false, failure: expect.stringContaining('cannot be restored') })
    expect(existsSync(into.database)).toBe(false)
  })

  it.each([0.2, 0.6, 0.95])('refuses a file in which a byte at %f was changed', async (place) => {
    const changed = readFileSync(path)
    const at = Math.floor(changed.length * place)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    const file = join(base, 'changed.tar.zst')
    writeFileSync(file, changed)
    const into = freshInto()
    expect((await restoring(file, { into })).ok).toBe(false)
    expect(existsSync(into.database)).toBe(false)
  })

  it('refuses what is no backup, and one of nothing', async () => {
    const file = join(base, 'other')
    writeFileSync(file, 'hello')
    expect((await restoring(file)).ok).toBe(false)
    expect(await restoring(join(base, 'missing'))).toEqual({
      ok: false,
      failure: expect.stringContaining('there is no file'),
    })
    const empty = join(base, 'empty.tar.zst')
    await writeArchive(
      empty,
      { madeAt: MADE_AT, version: '1', migrations: [] },
      (async function* () {})(),
      signal,
    )
    expect(await restoring(empty)).toEqual({
      ok: false,
      failure: expect.stringContaining('it holds no database'),
    })
  })

  it('is told that time has passed before anything starts on it, and only where it is restored', async () => {
    const { path } = await backupTo('adjusted.tar.zst')
    const into = freshInto()
    const adjusted: boolean[] = []
    const adjust = async (found: Database) => {
      adjusted.push(existsSync(into.database))
      await add(found, 'time-has-passed')
    }
    expect(await restoring(path, { into, adjust, examine: async () => fail('no') })).toMatchObject({
      ok: false,
    })
    expect(adjusted).toEqual([])
    expect(await restoring(path, { into, adjust })).toMatchObject({ ok: true })
    expect(adjusted).toEqual([false])
    const restored = await openEmbedded({ folder: into.database, log: silentLog, timers: realTimers })
    expect(await settings(restored)).toContain('time-has-passed')
    await restored.close()
  })

  it('refuses one of a newer program, with what to do', async () => {
    const newer = join(base, 'newer.tar.zst')
    const migrations = [...(await readMigrations()), { number: 9_999, name: 'tomorrow', sql: '' }]
    await makeBackup({ files, path: newer, madeAt: MADE_AT, version: '9', migrations, signal })
    const refused = await restoring(newer)
    expect(refused).toEqual({ ok: false, failure: expect.stringContaining('start a newer version') })
  })

  it('puts nothing in its place that was found wanting, and never goes over anything', async () => {
    const into = freshInto()
    const wanting = await restoring(path, { into, examine: async () => fail('its books do not hold') })
    expect(wanting).toEqual({ ok: false, failure: 'its books do not hold' })
    expect(existsSync(into.database)).toBe(false)
    writeFileSync(join(into.path, 'admin-token'), 'op_x')
    const refused = await restoring(path, { into })
    expect(refused).toEqual({
      ok: false,
      failure: expect.stringContaining('is not empty (it holds admin-token)'),
    })
    rmSync(join(into.path, 'admin-token'))
    writeFileSync(join(into.path, 'master-key'), 'may stay')
    expect((await restoring(path, { into })).ok).toBe(true)
    expect((await restoring(path, { into })).ok).toBe(false)
  })
})

describe('the backups of a gateway', () => {
  it('are made one at a time, and the oldest go when there are enough', async () => {
    const folder = join(base, 'backups')
    let now = NOW
    const backups = new Backups({
      database,
      files,
      folder,
      version: '1',
      deps: { clock: { now: () => now }, log: silentLog },
    })
    const finished = async () => {
      while (backups.latest?.state === 'RUNNING') await new Promise((resolve) => setImmediate(resolve))
      return backups.latest
    }
    expect(await backups.list()).toEqual([])
    expect(await lastBackupAt(database)).toBeUndefined()
    for (const [minute, keep] of [
      [0, undefined],
      [1, undefined],
      [2, 2],
    ] as const) {
      now = NOW + minute * 60_000
      expect(backups.begin(keep).ok).toBe(true)
      expect(backups.begin(keep)).toEqual({ ok: false, failure: 'RUNNING' })
      expect(await finished()).toMatchObject({ state: 'DONE', startedAt: now })
    }
    expect((await backups.list()).map(({ madeAt }) => madeAt)).toEqual([
      '2026-11-22T08:02:00.000Z',
      '2026-11-22T08:01:00.000Z',
    ])
    expect(await lastBackupAt(database)).toBe(NOW + 120_000)
    await backups.stop()
  })
})
