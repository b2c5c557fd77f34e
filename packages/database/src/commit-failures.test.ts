/** Errors at COMMIT, and errors over a healthy connection, on a real PostgreSQL whose triggers raise them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../test/setup/shared.ts'
import type { MigratableDatabase } from './migrate.ts'
import type { SqlCall } from './port.ts'
import { connectPostgres } from './postgres.ts'
import { freshDatabase, realTimers, silentLog } from './testing.ts'

/** Its deferred trigger raises the SQLSTATE in `failure`, and ends the session for `end`. */
const TABLE = `
  create table fated (id integer primary key, failure text, parent integer references fated deferrable initially deferred);
  create function fail() returns trigger language plpgsql as $$ begin
    if new.failure = 'end' then perform pg_terminate_backend(pg_backend_pid());
    elsif new.failure is not null then raise exception using errcode = new.failure; end if;
    return null;
  end $$;
  create constraint trigger at_commit after insert on fated deferrable initially deferred
    for each row execute function fail();
  create function fail_now(code text) returns text language plpgsql as $$ begin
    raise exception using errcode = code;
  end $$`

let database: MigratableDatabase
beforeEach(async () => {
  const url = await freshDatabase(await postgresUrl())
  database = await connectPostgres({
    url,
    log: silentLog,
    timers: realTimers,
    writeSlots: 1,
    readConnections: 1,
  })
  await database.script(TABLE)
})
afterEach(() => database.close())

let id = 0
const insert = (failure: string | null, parent: number | null = null): SqlCall => {
  id += 1
  return {
    statement: { name: 'fated', text: 'insert into fated values ($1::integer, $2, $3::integer)' },
    values: [id, failure, parent],
  }
}
const silent = (failure: string | null): SqlCall => {
  const { statement, values } = insert(failure)
  return { statement: { ...statement, name: 'fated_silent', returnsNothing: true }, values }
}
const unnamed = (text: string): SqlCall => ({ statement: { name: '', text }, values: [] })
const ME = unnamed('select pg_backend_pid() as pid')
const COUNT = unnamed('select count(*)::integer as count from fated')

const inTransaction = (call: SqlCall) =>
  database.transact([COUNT], () => ({ calls: [call], outcome: undefined }))
const inBatch = (call: SqlCall) => database.batch([call, COUNT])
const alone = (call: SqlCall) => database.batch([call])
const asRead = ({ statement, values }: SqlCall) => database.run(statement, values)
const HOWS = { inTransaction, inBatch, alone, asRead }
const EACH = Object.entries(HOWS).map(([name, how]) => ({ name, how }))

describe.each(EACH)('an error at the commit of a statement $name', ({ how }) => {
  it.each(['XX000', '08006', '57P01', '57014', 'P0001'])(
    'with SQLSTATE %s leaves its fate unknown, and the connection goes on',
    async (code) => {
      const [before] = await database.batch([ME])
      await expect(how(insert(code))).rejects.toMatchObject({ kind: 'UNKNOWN_FATE', sqlState: code })
      expect(await database.batch([ME])).toEqual([before])
    },
  )

  it('of a deferred constraint has stored nothing, for certain', async () => {
    await expect(how(insert(null, -1))).rejects.toMatchObject({
      kind: 'CONSTRAINT',
      constraint: 'fated_parent_fkey',
    })
    expect(await database.batch([COUNT])).toEqual([[{ count: 0 }]])
  })

  it.each(['40001', '40P01'])('with SQLSTATE %s may be retried', async (code) => {
    await expect(how(insert(code))).rejects.toMatchObject({ kind: 'RETRY', sqlState: code })
  })

  it('that ends the session leaves its fate unknown, and the next call gets a new connection', async () => {
    await expect(how(insert('end'))).rejects.toMatchObject({ kind: 'UNKNOWN_FATE' })
    await how(insert(null))
    expect(await database.batch([COUNT])).toEqual([[{ count: 1 }]])
  })
})

describe('a statement that returns nothing, once it is prepared', () => {
  it('leaves its fate unknown if its commit fails, and not if it fails itself', async () => {
    const first = silent(null)
    await database.batch([first])
    await expect(database.batch([silent('XX000')])).rejects.toMatchObject({ kind: 'UNKNOWN_FATE' })
    await expect(database.batch([first])).rejects.toMatchObject({ kind: 'CONSTRAINT' })
    await database.batch([silent(null)])
    expect(await database.batch([COUNT])).toEqual([[{ count: 2 }]])
  })
})

describe('an error about a server behind this one, over a healthy connection', () => {
  const failNow = (code: string) => unnamed(`select fail_now('${code}')`)

  it.each(['08006', '08001', '57P01', '57P02', '57P03'])(
    'with SQLSTATE %s is UNAVAILABLE, has stored nothing, and the connection goes on',
    async (code) => {
      const [before] = await database.batch([ME])
      const refused = { kind: 'UNAVAILABLE', sqlState: code }
      await expect(database.batch([insert(null), failNow(code)])).rejects.toMatchObject(refused)
      await expect(inTransaction(failNow(code))).rejects.toMatchObject(refused)
      await expect(alone(failNow(code))).rejects.toMatchObject(refused)
      expect(await database.batch([COUNT, ME])).toEqual([[{ count: 0 }], before])
    },
  )
})

it('replaces a connection to a server that has become read-only', async () => {
  const [before] = await database.batch([ME])
  const readOnly = unnamed('set transaction read only')
  await expect(database.batch([readOnly, insert(null)])).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    sqlState: '25006',
  })
  expect(await database.batch([ME])).not.toEqual([before])
})
