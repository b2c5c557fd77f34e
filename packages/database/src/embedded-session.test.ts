/** A session's own promise: what a prepared statement answers is asked of the server once, and never taken for what it is not. */
import type { PGlite } from '@electric-sql/pglite'
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import fc from 'fast-check'
import { Parser } from 'pg-protocol/dist/parser.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgliteFrom } from '../../../test/setup/in-this-thread.ts'
import { embeddedImage } from '../../../test/setup/shared.ts'
import { type Session, sessionOn } from './embedded-session.ts'

let pglite: PGlite
let session: Session
let descriptions = 0

beforeAll(async () => {
  pglite = await pgliteFrom(await embeddedImage())
  const watched = new Proxy(pglite, {
    get(target, name) {
      if (name === 'execProtocolRawStream')
        return (...[requested, options]: Parameters<PGlite['execProtocolRawStream']>) => {
          const parser = new Parser()
          const onRawData = (chunk: Uint8Array) => {
            parser.parse(Buffer.from(chunk), (message) => {
              if (message.name === 'rowDescription') descriptions += 1
            })
            options.onRawData(chunk)
          }
          return target.execProtocolRawStream(requested, { ...options, onRawData })
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  session = sessionOn(watched)
  await session.script('create table thing (id integer, word text)')
})
afterAll(() => pglite.close())

const put = (id: string, word: string | null) => ({
  statement: { name: 'put', text: 'insert into thing values ($1, $2)' },
  values: [id, word],
})
const one = (text: string, ...values: readonly (string | Uint8Array | null)[]) => ({
  statement: { name: '', text },
  values,
})
const all = { statement: { name: 'all', text: 'select * from thing order by id' }, values: [] }

describe('a session', () => {
  it('asks once for the columns of a prepared statement, and reads every answer by them', async () => {
    await session.batch([put('1', 'one'), put('2', null)])
    const rows = [
      { id: 1, word: 'one' },
      { id: 2, word: null },
    ]
    const before = descriptions
    expect(await session.run([all])).toEqual({ ok: true, rows: [rows] })
    expect(await session.batch([put('3', 'three'), all, put('4', 'four'), all])).toMatchObject({
      rows: [[], [...rows, { id: 3, word: 'three' }], [], { length: 4 }],
    })
    expect(descriptions).toBe(before + 1)
  })

  it('gives back any texts as they were bound, however many', async () => {
    // The server takes any text but one with a zero in it.
    const text = anyText().map((any) => any.replaceAll('\0', ' '))
    const texts = fc.array(fc.option(text, { nil: null }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const columns = values.map((_, index) => `$${index + 1}::text as t${index}`)
        const row = Object.fromEntries(values.map((value, index) => [`t${index}`, value]))
        const requested = one(`select ${columns.join(', ')}`, ...values)
        expect(await session.run([requested])).toEqual({ ok: true, rows: [[row]] })
      }),
    )
  })

  it('gives back what comes in many pieces, and the next as it is', async () => {
    const large = 'ä'.repeat(1_500_000)
    const statement = { name: 'echo', text: 'select $1::text as t' }
    for (const text of [large, 'small', large, '']) {
      expect(await session.run([{ statement, values: [text] }])).toEqual({ ok: true, rows: [[{ t: text }]] })
    }
    const many = one(`select n, repeat('ö', n) as t from generate_series(0, 300) n`)
    const rows = Array.from({ length: 301 }, (_, n) => ({ n, t: 'ö'.repeat(n) }))
    expect(await session.run([many])).toEqual({ ok: true, rows: [rows] })
  })

  it('binds bytes as they are, where they lie among others and as a thread gives them to another', async () => {
    const among = Buffer.from([9, 9, 0, 1, 127, 128, 255, 9]).subarray(2, 7)
    const hex = { ok: true, rows: [[{ hex: '00017f80ff' }]] }
    const requested = "select encode($1::bytea, 'hex') as hex"
    expect(await session.run([one(requested, among)])).toEqual(hex)
    expect(await session.run([one(requested, structuredClone(among))])).toEqual(hex)
  })

  it('reads an answer around notices, and one of a text that says nothing', async () => {
    const noisy = one('drop table if exists never_was')
    const silent = one('')
    const row = one('select 1 as n')
    expect(await session.batch([row, noisy, silent, row])).toEqual({
      ok: true,
      rows: [[{ n: 1 }], [], [], [{ n: 1 }]],
    })
  })

  it('tells the first failure of a batch with its constraint, stores nothing of it, and asks on by what was prepared before it', async () => {
    await session.script('create table single (id integer primary key)')
    const insert = {
      statement: { name: 'single_put', text: 'insert into single values ($1)' },
      values: ['1'],
    }
    const never = { statement: { name: 'single_all', text: 'select * from single' }, values: [] }
    expect(await session.batch([insert, insert, never])).toMatchObject({
      ok: false,
      first: { kind: 'CONSTRAINT', sqlState: '23505', constraint: 'single_pkey' },
    })
    expect(await session.batch([never, insert, never])).toEqual({ ok: true, rows: [[], [], [{ id: 1 }]] })
  })

  it('has no transaction open where the first trip of one has failed', async () => {
    expect(await session.begin([one('select 1 / 0')])).toMatchObject({ first: { sqlState: '22012' } })
    expect(pglite.isInTransaction()).toBe(false)
    expect(await session.begin([one('select 1 as n')])).toEqual({ ok: true, rows: [[{ n: 1 }]] })
    expect(await session.finish([one('select 2 as n')])).toEqual({ ok: true, rows: [[{ n: 2 }]] })
    expect(pglite.isInTransaction()).toBe(false)
  })

  it('is refused a prepared statement whose columns have changed since', async () => {
    const changed = { statement: { name: 'changed_all', text: 'select * from changed' }, values: [] }
    await session.script('create table changed (id integer)')
    expect(await session.run([changed])).toEqual({ ok: true, rows: [[]] })
    await session.script('alter table changed add column more text')
    expect(await session.run([changed])).toMatchObject({ ok: false, first: { sqlState: '0A000' } })
  })
})
