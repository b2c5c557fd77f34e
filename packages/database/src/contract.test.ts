import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allEngines } from '../../../test/setup/shared.ts'
import type { MigratableDatabase } from './migrate.ts'
import { DatabaseFailure, type SqlCall, type Value } from './port.ts'
import { type Opened, truncateAll } from './testing.ts'

const MIGRATIONS = [
  {
    number: 1,
    name: 'account',
    sql: `create table account (
            id bigint not null, label text, amount bigint not null,
            constraint account_pkey primary key (id), constraint account_amount_check check (amount >= 0));
          create table note (at timestamptz, document jsonb, ratio numeric, small int, flag boolean, day date,
                             labels text[], amounts bigint[], big double precision);`,
  },
]

const call = (name: string, text: string, ...values: Value[]): SqlCall => ({
  statement: { name, text },
  values,
})
const insert = (id: number, amount: number, label = 'x') =>
  call(
    'account_insert',
    'insert into account (id, label, amount) values ($1, $2, $3) returning id',
    id,
    label,
    amount,
  )
const all = call('account_all', 'select id, amount from account order by id')

const failureOf = async (work: Promise<unknown>): Promise<DatabaseFailure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof DatabaseFailure) return error
  throw new Error(`expected a DatabaseFailure, got ${String(error)}`)
}

describe.each(allEngines)('the database port on $name', ({ open }) => {
  let opened: Opened
  let database: MigratableDatabase
  beforeAll(async () => {
    opened = await open(MIGRATIONS)
    database = opened.database
  })
  beforeEach(() => truncateAll(database))
  afterAll(() => opened?.close())

  const run = ({ statement, values }: SqlCall) => database.run(statement, values)
  const ids = async () => (await run(all)).map(({ id }) => id)

  it('gives bigint as BigInt, times as epoch milliseconds, documents parsed, the rest as text or number', async () => {
    await run(
      call(
        'note_insert',
        'insert into note values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        '2026-01-02T03:04:05.678Z',
        '{"a":[1,"ü"]}',
        '12345678901234567890.10',
        7,
        true,
        '2026-02-03',
        ['a,b', 'say "x"', 'back\\slash', ''],
        ['1', '9007199254740993'],
        1.5,
      ),
    )
    const [row] = await run(
      call('note_all', 'select *, 9007199254740993::bigint as id, null::text as none from note'),
    )
    expect(row).toEqual({
      at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      document: { a: [1, 'ü'] },
      ratio: '12345678901234567890.10',
      small: 7,
      flag: true,
      day: '2026-02-03',
      labels: ['a,b', 'say "x"', 'back\\slash', ''],
      amounts: [1n, 9007199254740993n],
      big: 1.5,
      id: 9007199254740993n,
      none: null,
    })
  })

  it('answers a batch with the rows of each call, in order', async () => {
    const rows = await database.batch([insert(1, 10), insert(2, 20), all])
    expect(rows).toEqual([
      [{ id: 1n }],
      [{ id: 2n }],
      [
        { id: 1n, amount: 10n },
        { id: 2n, amount: 20n },
      ],
    ])
  })

  it('keeps nothing of a batch of which one call fails, and reports the first failure', async () => {
    const failure = await failureOf(
      database.batch([insert(1, 10), insert(2, -1), insert(1, 10), insert(3, 10)]),
    )
    expect(failure).toMatchObject({
      kind: 'CONSTRAINT',
      constraint: 'account_amount_check',
      sqlState: '23514',
    })
    expect(await ids()).toEqual([])
  })

  it('prepares a statement anew whose first use failed with its batch', async () => {
    const failing = call('divide', 'select 1 / $1::int as quotient', 0)
    await failureOf(database.batch([failing, call('after', 'select 1 as one')]))
    expect(await database.batch([call('after', 'select 1 as one'), { ...failing, values: [1] }])).toEqual([
      [{ one: 1 }],
      [{ quotient: 1 }],
    ])
  })

  it('names the violated unique key', async () => {
    await run(insert(1, 1))
    expect(await failureOf(run(insert(1, 1)))).toMatchObject({
      kind: 'CONSTRAINT',
      constraint: 'account_pkey',
    })
  })

  it('takes an empty batch', async () => {
    expect(await database.batch([])).toEqual([])
  })

  it('decides once, from the rows of the first trip, and commits what was decided', async () => {
    await database.batch([insert(1, 10)])
    let decisions = 0
    const outcome = await database.transact([all], ([rows]) => {
      decisions += 1
      const amount = Number(rows?.[0]?.amount)
      return { calls: [insert(2, amount * 2)], outcome: amount }
    })
    expect([outcome, decisions]).toEqual([10, 1])
    expect(await ids()).toEqual([1n, 2n])
  })

  it('commits the claims of the first trip when nothing else is to be written', async () => {
    await database.transact([insert(5, 1)], () => ({ calls: [], outcome: undefined }))
    expect(await ids()).toEqual([5n])
  })

  it('rolls back and passes the error on where the decision throws', async () => {
    const decided = database.transact([insert(1, 1)], () => {
      throw new TypeError('undecided')
    })
    await expect(decided).rejects.toThrow(new TypeError('undecided'))
    expect(await ids()).toEqual([])
  })

  it('rolls back where a decided call fails, and works on', async () => {
    const decided = database.transact([insert(1, 1)], () => ({
      calls: [insert(2, 1), insert(1, 1)],
      outcome: 0,
    }))
    expect((await failureOf(decided)).constraint).toBe('account_pkey')
    expect(await ids()).toEqual([])
  })

  it('does not decide where a claim of the first trip fails', async () => {
    let requested = false
    const decided = database.transact([insert(1, -1)], () => {
      requested = true
      return { calls: [], outcome: 0 }
    })
    expect((await failureOf(decided)).kind).toBe('CONSTRAINT')
    expect(requested).toBe(false)
  })

  it('rolls back where a decided call is a bug that cannot be sent', async () => {
    const twoTexts = [call('account_new', 'select 1 as one'), call('account_new', 'select 2 as two')]
    const decided = database.transact([insert(1, 1)], () => ({ calls: twoTexts, outcome: 0 }))
    await expect(decided).rejects.toThrow('two different texts')
    expect(await ids()).toEqual([])
  })

  it('keeps transactions of many callers apart, and loses no update', async () => {
    await run(insert(1, 0))
    const lock = call('account_lock', 'select amount from account where id = $1 for update', 1)
    const add = () =>
      database.transact([lock], ([rows]) => {
        const next = BigInt(String(rows?.[0]?.amount)) + 1n
        return {
          calls: [call('account_set', 'update account set amount = $1 where id = 1', next)],
          outcome: next,
        }
      })
    const outcomes = await Promise.all(Array.from({ length: 50 }, add))
    expect(new Set(outcomes).size).toBe(50)
    expect(await run(all)).toEqual([{ id: 1n, amount: 50n }])
  })

  it('lets a read through while writes keep coming', async () => {
    let reading = true
    let id = 0
    const writer = async () => {
      while (reading) await database.batch([insert(++id, 1)])
    }
    const writers = Array.from({ length: 8 }, writer)
    expect(await run(call('one', 'select 1 as one'))).toEqual([{ one: 1 }])
    reading = false
    await Promise.all(writers)
  })

  it('says STATEMENT for any other error, without the value that caused it', async () => {
    const failure = await failureOf(run(call('cast', 'select $1::int', 'secret-payer')))
    expect(failure).toMatchObject({ kind: 'STATEMENT', sqlState: '22P02' })
    expect(JSON.stringify({ ...failure, message: failure.message, stack: failure.stack })).not.toContain(
      'secret-payer',
    )
  })

  it('repeats no value of a violated key or row', async () => {
    const failure = await failureOf(run(insert(1, -1, 'secret-payer')))
    expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('secret-payer')
    expect(failure.cause).toBeUndefined()
  })

  it('refuses a text with NUL, and works on', async () => {
    expect(await failureOf(run(insert(1, 1, 'a\0b')))).toMatchObject({ kind: 'STATEMENT', sqlState: '22021' })
    expect(await ids()).toEqual([])
  })

  it('refuses several statements in one text', async () => {
    expect((await failureOf(run(call('', 'select 1; select 2')))).kind).toBe('STATEMENT')
  })

  it('keeps no plan of an unnamed statement', async () => {
    await run(call('', 'select 1 as first_one'))
    const plans = call(
      '',
      `select count(*)::int as plans from pg_prepared_statements where statement like '%first_one'`,
    )
    expect(await run(plans)).toEqual([{ plans: 0 }])
  })

  it('is in UTC', async () => {
    expect(await run(call('', `select current_setting('TimeZone') as zone`))).toEqual([{ zone: 'UTC' }])
  })

  it('answers a ping', async () => {
    expect(await database.ping(60_000)).toBe(true)
  })

  it('takes a value of a megabyte and a thousand rows', async () => {
    const text = 'ü'.repeat(500_000)
    expect(await run(call('', 'select $1::text as text', text))).toEqual([{ text }])
    expect(await run(call('', 'select i from generate_series(1, 1000) as i'))).toHaveLength(1000)
  })
})
