import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../test/setup/shared.ts'
import type { MigratableDatabase } from './migrate.ts'
import type { SqlCall } from './port.ts'
import { connectPostgres, type PostgresOptions } from './postgres.ts'
import { freshDatabase, realTimers, silentLog, startPostgres } from './testing.ts'

const sql = (text: string): SqlCall => ({ statement: { name: '', text }, values: [] })
const one = sql('select 1 as one')
const sleep = sql('select pg_sleep(0.2)')

const opened: MigratableDatabase[] = []
const open = async (url: string, options: Partial<PostgresOptions> = {}): Promise<MigratableDatabase> => {
  const database = await connectPostgres({ url, log: silentLog, timers: realTimers, ...options })
  opened.push(database)
  return database
}
const run = (database: MigratableDatabase, { statement, values }: SqlCall) => database.run(statement, values)

let url: string
beforeAll(async () => {
  url = await freshDatabase(await postgresUrl())
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

describe('a server that is not there', () => {
  it('is UNAVAILABLE at the start', async () => {
    await expect(open('postgres://nobody:secret@127.0.0.1:1/none')).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'the database is not available: ECONNREFUSED',
    })
  })

  it('is UNAVAILABLE where it refuses the login, and the message holds no password', async () => {
    const wrong = new URL(url)
    wrong.password = 'wrong-password'
    await expect(open(wrong.href)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      sqlState: '28P01',
      message: expect.not.stringContaining('wrong-password'),
    })
  })
})

describe('a session that ends under a transaction', () => {
  it('leaves its fate unknown, and the next call gets a new connection', async () => {
    const database = await open(url, { writeSlots: 1 })
    const ended = database.batch([one, sql('select pg_terminate_backend(pg_backend_pid())'), one])
    await expect(ended).rejects.toMatchObject({ kind: 'UNKNOWN_FATE', sqlState: '57P01' })
    expect(await database.batch([one])).toEqual([[{ one: 1 }]])
  })

  it('is replaced where it ended while idle', async () => {
    const database = await open(url, { readConnections: 1 })
    const [row] = await run(database, sql('select pg_backend_pid() as pid'))
    const other = await open(url)
    await run(other, sql(`select pg_terminate_backend(${Number(row?.pid)}, 1000)`))
    await expect.poll(() => run(database, one).catch(() => undefined)).toEqual([{ one: 1 }])
  })
})

/** Between us and the server, to be cut where it hurts: the server works on, its answers never arrive. */
const proxyTo = async (target: string) => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let deaf = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    near.pipe(far)
    near.on('close', () => far.end())
    far.on('close', () => near.destroy())
    far.on('data', (bytes) => {
      if (deaf) near.destroy()
      else near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(target)
  through.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: through.href,
    setDeaf: (value: boolean) => {
      deaf = value
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a connection that breaks after COMMIT was sent', () => {
  it('leaves the fate unknown: here everything was stored', async () => {
    const proxy = await proxyTo(url)
    const database = await open(proxy.url)
    await database.script('create table kept (id int)')
    proxy.setDeaf(true)
    const batch = database.batch([sql('insert into kept values (1)')])
    await expect(batch).rejects.toMatchObject({ kind: 'UNKNOWN_FATE' })
    proxy.setDeaf(false)
    await expect.poll(() => run(database, sql('select id from kept'))).toEqual([{ id: 1 }])
    await database.close()
    proxy.close()
  })
})

describe('limits', () => {
  it('turns away what finds the line full', async () => {
    const database = await open(url, { writeSlots: 1, maxWaiting: 1 })
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => database.batch([sleep])))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(outcomes[2]).toMatchObject({ reason: { kind: 'UNAVAILABLE' } })
  })

  it('turns away what has waited too long', async () => {
    const database = await open(url, { writeSlots: 1, maxWaitMs: 20 })
    const outcomes = await Promise.allSettled([1, 2].map(() => database.batch([sleep])))
    expect(outcomes[1]).toMatchObject({ reason: { kind: 'UNAVAILABLE' } })
  })

  it('gives up a statement that takes too long', async () => {
    const database = await open(url, { statementTimeoutMs: 50 })
    await expect(run(database, sleep)).rejects.toMatchObject({ kind: 'UNAVAILABLE', sqlState: '57014' })
  })

  it('does not let a slow read hold up a commit', async () => {
    const database = await open(url, { readConnections: 1 })
    // Its connection is there by then, however long a busy machine takes to open one.
    await database.batch([one])
    const done: string[] = []
    const read = run(database, sleep).then(() => done.push('read'))
    await database.batch([one]).then(() => done.push('commit'))
    await read
    expect(done).toEqual(['commit', 'read'])
  })

  it('waits for what is running when it is closed, and then refuses', async () => {
    const database = await open(url)
    const running = database.batch([sleep])
    await database.close()
    await expect(running).resolves.toHaveLength(1)
    await expect(database.batch([one])).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
  })
})

describe('the plans of a connection', () => {
  it('are by key where the journal writes and of queues, and free where reads may want a whole table', async () => {
    const database = await open(url)
    const requested = { name: '', text: `select current_setting('enable_seqscan') as seqscan` }
    expect(await database.batch([{ statement: requested, values: [] }])).toEqual([[{ seqscan: 'off' }]])
    expect(await database.run(requested, [])).toEqual([{ seqscan: 'on' }])
    expect(await database.run({ ...requested, ofQueue: true }, [])).toEqual([{ seqscan: 'off' }])
    await database.close()
  })
})

describe('a statement that returns nothing, once it is prepared', () => {
  const into = 'insert into noted (id, text) values ($1::integer, $2::text)'
  const note = (id: number, text: string | null): SqlCall => ({
    statement: { name: 'note', text: into, returnsNothing: true },
    values: [id, text],
  })
  const prepared = async (through = url): Promise<MigratableDatabase> => {
    const database = await open(through, { writeSlots: 1 })
    await database.script(
      'drop table if exists noted; create table noted (id integer primary key, text text)',
    )
    await database.batch([note(0, 'the first')])
    return database
  }
  const noted = (database: MigratableDatabase) =>
    run(database, sql('select id, text from noted where id > 0 order by id'))

  it('is one transaction, and stores its values as they are', async () => {
    const database = await prepared()
    const texts = ['', 'NULL', 'ü €', '\u{1f600}', '\n\\"', 'x'.repeat(100_000), null]
    for (const [index, text] of texts.entries())
      expect(await database.batch([note(index + 1, text)])).toEqual([[]])
    expect(await noted(database)).toEqual(texts.map((text, index) => ({ id: index + 1, text })))
  })

  it('fails as any other, and the connection serves on', async () => {
    const database = await prepared()
    await expect(database.batch([note(0, 'again')])).rejects.toMatchObject({
      kind: 'CONSTRAINT',
      constraint: 'noted_pkey',
    })
    await expect(database.batch([note(1, 'no \0')])).rejects.toMatchObject({ kind: 'STATEMENT' })
    await database.batch([note(2, 'b')])
    expect(await noted(database)).toEqual([{ id: 2, text: 'b' }])
  })

  it('takes no array', async () => {
    const database = await prepared()
    const { statement } = note(1, '')
    await expect(
      database.batch([{ statement, values: [1, { type: 'text', elements: ['a'] }] }]),
    ).rejects.toThrow('takes plain values')
  })

  it('is of unknown fate where its connection breaks', async () => {
    const proxy = await proxyTo(url)
    const database = await prepared(proxy.url)
    proxy.setDeaf(true)
    await expect(database.batch([note(1, 'a')])).rejects.toMatchObject({ kind: 'UNKNOWN_FATE' })
    proxy.setDeaf(false)
    await expect.poll(() => noted(database)).toEqual([{ id: 1, text: 'a' }])
    await database.close()
    proxy.close()
  })
})

describe('a table that a younger node has changed meanwhile', () => {
  const named = (name: string, text: string): SqlCall => ({ statement: { name, text }, values: [] })
  const all = named('thing_all', 'select * from thing')
  const put = named('thing_put', 'insert into thing (id) values (7) returning *')

  it('is read and written on by every connection, by statements of before', async () => {
    const database = await open(url, { writeSlots: 1, readConnections: 1 })
    await database.script('drop table if exists thing; create table thing (id integer)')
    let decisions = 0
    const transact = (first: SqlCall, second: SqlCall) =>
      database.transact([first], ([rows]) => {
        decisions += 1
        return { calls: [second], outcome: rows }
      })
    const ways = {
      run: () => run(database, all),
      batch: () => database.batch([put, all]),
      transact: () => transact(all, put),
    }
    for (const way of Object.values(ways)) await way()
    for (const [index, [name, way]] of Object.entries(ways).entries()) {
      await database.script(`alter table thing add column more_${index} text`)
      const [row] = [await way()].flat(2)
      expect([name, Object.hasOwn(row ?? {}, `more_${index}`)]).toEqual([name, true])
    }
    // Each was written once.
    expect(
      await database.run({ name: '', text: 'select count(*)::integer as count from thing' }, []),
    ).toEqual([{ count: 4 }])
    expect(decisions).toBe(2)
  })

  it('has nothing stored where only what was decided met it, and the same again is stored', async () => {
    const database = await open(url, { writeSlots: 1 })
    await database.script('drop table if exists thing; create table thing (id integer)')
    let decisions = 0
    const decide = () =>
      database.transact([], () => {
        decisions += 1
        return { calls: [put], outcome: undefined }
      })
    await decide()
    await database.script('alter table thing add column more text')
    await expect(decide()).rejects.toMatchObject({ kind: 'RETRY' })
    await decide()
    // Who has decided is told each time what became of it.
    expect(decisions).toBe(3)
    expect(await run(database, all)).toHaveLength(2)
  })

  it('is no reason to send again what the server has not', async () => {
    const database = await open(url)
    const unsupported = named('unsupported', 'select count(*) from (values (1)) t for update')
    await expect(run(database, unsupported)).rejects.toMatchObject({ kind: 'STATEMENT', sqlState: '0A000' })
  })
})

it('compiles no statement, however large the planner takes a table for', async () => {
  const database = await open(url)
  const requested = { name: '', text: `select current_setting('jit') as jit` }
  expect(await database.batch([{ statement: requested, values: [] }])).toEqual([[{ jit: 'off' }]])
  expect(await database.run(requested, [])).toEqual([{ jit: 'off' }])
  await database.close()
})

describe('a server that restarts', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('is used again as soon as it is back', async () => {
    const database = await open(server.url)
    await database.batch([one])
    await server.restart()
    await expect.poll(() => database.batch([one]).catch(() => undefined)).toEqual([[{ one: 1 }]])
    expect(await database.ping(60_000)).toBe(true)
  })
})
