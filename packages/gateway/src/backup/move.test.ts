/** From the embedded database on disk to a real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, openEmbedded } from '@sluice/database/embedded.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import type { Database } from '@sluice/database/port.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { freshDatabase, realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, testGateway } from '../../../../test/harness.ts'
import { embeddedImage, postgresUrl } from '../../../../test/setup/shared.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { copyTable } from './copy-table.ts'
import { type MoveOptions, move } from './move.ts'
import { difference, fingerprintOf, OF_THE_DATABASE, tablesOf } from './tables.ts'
import { finish, unfinishedMove } from './target.ts'

const clock = { now: () => START }
const ID = randomUUID()
const opened: MigratableDatabase[] = []

async function emptyTarget(): Promise<MigratableDatabase> {
  const url = await freshDatabase(await postgresUrl())
  const target = await connectPostgres({ url, log: silentLog, timers: realTimers })
  opened.push(target)
  return target
}
const texts = async (of: Database, text: string) =>
  (await of.run({ name: '', text }, [])).map((row) => row.text)
/** By itself, without what the move compares by: every row as text, in the order of its text. */
const md5Of = (of: Database, table: string) =>
  texts(
    of,
    `select count(*) || ' ' || coalesce(md5(string_agg(line, ';' order by line collate "C")), '') as text
     from (select t::text as line from ${table} t) as lines`,
  )

let folder: string
let source: EmbeddedDatabase

const moving = (target: MigratableDatabase, changes: Partial<MoveOptions> = {}) =>
  move({ source, target, id: ID, clock, examine: checkInvariants, onProgress: () => undefined, ...changes })

const create = (id: string) => ({
  paymentRequested: { money: { amount: 150.5, currencyCode: 'THB' } },
  paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  callbackUrl: `https://shop.example/${id}`,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-move-'))
  source = await openEmbedded({
    folder,
    image: await embeddedImage('migrated'),
    log: silentLog,
    timers: realTimers,
  })
  const gateway = await testGateway(source)
  const merchant = await gateway.merchant()
  const token = await merchant.token()
  for (let index = 0; index < 30; index += 1) {
    const made = await gateway.request('POST', `/payins/order-${index}`, {
      token,
      body: create(`order-${index}`),
    })
    expect(made.status).toBe(201)
  }
  await gateway.advance(10_000)
  await gateway.request('POST', '/payins/open-1', { token, body: create('open-1') })
  await gateway.stop()
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('values of every kind', () => {
  const TABLE = `create table kinds (id bigint, whole integer, small smallint, text text, doc jsonb, at timestamptz, bytes bytea,
    texts text[], wholes bigint[], id2 uuid, yes boolean, exact numeric, float double precision, day date, "odd ""name""" text)`
  const ROWS = `insert into kinds values
    (9223372036854775807, -2147483648, 32767, E'quote '' " \\\\ \\n tab\\t {curly,} NULL', '{"b": 1.10, "a": [null, "x\\u00e9"], "n": 12345678901234567890}',
      '2026-11-22 08:15:30.123456+00', '\\x00ff10deadbeef', array['a,b', 'NULL', null, '', '{"}'], array[1, null, -9223372036854775808],
      '0198c0de-0000-7000-8000-000000000001', true, 1.10, 0.1::float8 + 0.2::float8, '2024-02-29', 'x'),
    (-9223372036854775808, null, null, '', 'null', 'infinity', '', '{}', '{}', null, false, 'NaN', '-Infinity', '0001-01-01', null),
    (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    (1, 1, 1, 'ไทย 汉字 🧾', '"NULL"', '1999-12-31 23:59:59.999999+00', '\\x', '{{a,b},{c,d}}', array[1], null, null, -0.000001, 1e-300, null, 'NULL')`

  it('arrive byte for byte, in tables of any size', async () => {
    const target = await emptyTarget()
    for (const database of [source, target]) await database.script(TABLE)
    await source.script(ROWS)
    await source.script(
      `insert into kinds (id, text) select g, repeat(md5(g::text), 20) from generate_series(1, 20000) g`,
    )
    try {
      const [kinds] = (await tablesOf(source)).filter(({ name }) => name === 'kinds')
      if (kinds === undefined) throw new Error('the table is not listed')
      const seen: number[] = []
      await copyTable(source, target, kinds, (rows) => seen.push(rows))
      expect(seen.length).toBeGreaterThan(1)
      expect(await md5Of(target, 'kinds')).toEqual(await md5Of(source, 'kinds'))
      const [here, there] = [await fingerprintOf(source, kinds), await fingerprintOf(target, kinds)]
      expect(difference(here, there)).toBeUndefined()
      expect(here).toMatchObject({ rows: 20_005n, sums: { whole: '-2147483647' } })
      for (const change of [
        `update kinds set at = at + interval '1 microsecond' where whole = 1`,
        `update kinds set bytes = '\\x00' where whole = 1`,
        `update kinds set text = null where text = ''`,
        `delete from kinds where ctid = (select min(ctid) from kinds where id is null)`,
      ]) {
        const before = await fingerprintOf(target, kinds)
        await target.script(change)
        expect([change, difference(before, await fingerprintOf(target, kinds))]).not.toEqual([
          change,
          undefined,
        ])
      }
    } finally {
      await source.script('drop table kinds')
    }
  })
})

describe('a move', () => {
  it('brings every table that the migrations have made, row by row, and once', async () => {
    const target = await emptyTarget()
    const moved = await moving(target)
    if (!moved.ok) throw new Error(moved.failure)
    const names = (await tablesOf(source))
      .map(({ name }) => name)
      .filter((name) => !OF_THE_DATABASE.has(name))
    expect(moved.value.tables.map(({ name }) => name)).toEqual(names)
    expect(names).toEqual(
      expect.arrayContaining(['audit', 'event', 'payment', 'posting', 'setting', 'signing_key']),
    )
    for (const name of names)
      expect([name, await md5Of(target, name)]).toEqual([name, await md5Of(source, name)])
    expect(moved.value).toMatchObject({ broken: [], checked: (await checkInvariants(source)).checks.length })
    expect(moved.value.tables.find(({ name }) => name === 'payment')).toMatchObject({
      rows: 31n,
      wasThere: false,
    })

    expect(await unfinishedMove(target)).toBe(true)
    await finish(target, ID, new Date(START).toISOString())
    expect(await unfinishedMove(target)).toBe(false)
    expect(await moving(target)).toEqual({
      ok: false,
      failure: expect.stringContaining('was moved into that database before'),
    })
  })

  it('that was cut off goes on: what agrees stays, and what has changed since begins anew', async () => {
    const target = await emptyTarget()
    const cut = moving(target, {
      onProgress: (progress) => {
        if (progress.step === 'COPY' && progress.table === 'posting') throw new Error('killed')
      },
    })
    await expect(cut).rejects.toThrow('killed')
    expect(await unfinishedMove(target)).toBe(true)
    await source.run(
      { name: '', text: `insert into setting (name, value) values ('meanwhile', 'it served on')` },
      [],
    )
    await source.run({ name: '', text: `update event set reason = 'changed meanwhile' where seq = 2` }, [])
    const moved = await moving(target)
    if (!moved.ok) throw new Error(moved.failure)
    const wasThere = moved.value.tables.filter((table) => table.wasThere).map(({ name }) => name)
    expect(wasThere).toEqual(expect.arrayContaining(['merchant', 'payment']))
    expect(wasThere).not.toContain('event')
    for (const { name } of moved.value.tables)
      expect([name, await md5Of(target, name)]).toEqual([name, await md5Of(source, name)])
  })

  it('never goes into a database with something in it, and says what', async () => {
    const used = await emptyTarget()
    expect((await migrate(used, clock)).ok).toBe(true)
    await used.run({ name: '', text: `insert into setting (name, value) values ('seed', 'theirs')` }, [])
    expect(await moving(used)).toEqual({
      ok: false,
      failure: expect.stringMatching(/is not empty.*setting \(1 rows\)/),
    })
    expect(await texts(used, 'select value as text from setting')).toEqual(['theirs'])

    const strange = await emptyTarget()
    await strange.script('create table customers (name text)')
    expect(await moving(strange)).toEqual({
      ok: false,
      failure: expect.stringContaining('It holds customers'),
    })
    expect((await tablesOf(strange)).map(({ name }) => name)).toEqual(['customers'])
  })

  it('never mixes two sources, whether the first came to its end or not', async () => {
    const target = await emptyTarget()
    const cut = moving(target, {
      onProgress: ({ step }) => {
        if (step === 'DONE') throw new Error('killed')
      },
    })
    await expect(cut).rejects.toThrow('killed')
    const second = await moving(target, { id: randomUUID() })
    expect(second).toEqual({ ok: false, failure: expect.stringContaining('another data folder') })
    expect((await moving(target)).ok).toBe(true)
    expect((await moving(target, { id: randomUUID() })).ok).toBe(false)
  })

  it('does not come to its end where a row was lost on the way, and says in which table', async () => {
    const real = await emptyTarget()
    const losing: MigratableDatabase = {
      engine: 'postgres',
      writeSlots: 1,
      batch: (calls) => real.batch(calls),
      transact: (reads, decide) => real.transact(reads, decide),
      script: (text) => real.script(text),
      ping: (timeoutMs) => real.ping(timeoutMs),
      close: () => real.close(),
      run: async (statement, values) => {
        const rows = await real.run(statement, values)
        if (statement.text.startsWith('insert into "posting"'))
          await real.script('delete from posting where ctid = (select max(ctid) from posting)')
        return rows
      },
    }
    const lost = await moving(losing)
    expect(lost).toEqual({
      ok: false,
      failure: expect.stringMatching(/table posting did not arrive.*rows in the source/),
    })
    expect(await unfinishedMove(real)).toBe(true)
    expect((await moving(real)).ok).toBe(true)
  })
})
