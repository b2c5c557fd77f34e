/** A session's own promise: what a prepared statement answers is asked of the server once, and never taken for what it is not. */
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgliteFrom } from '../../test/setup/in-this-thread.ts'
import { embeddedImage } from '../../test/setup/shared.ts'
import { type Session, sessionOn } from './embedded-session.ts'

let pglite: PGlite
let session: Session
let descriptions = 0

beforeAll(async () => {
  pglite = await pgliteFrom(await embeddedImage())
  const watched = new Proxy(pglite, {
    get(target, name) {
      if (name === 'execProtocolStream')
        return async (...asked: Parameters<PGlite['execProtocolStream']>) => {
          const received = await target.execProtocolStream(...asked)
          descriptions += received.filter((message) => message.name === 'rowDescription').length
          return received
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

  it('is refused a prepared statement whose columns have changed since', async () => {
    await session.run([all])
    await session.script('alter table thing add column more text')
    expect(await session.run([all])).toMatchObject({ ok: false, first: { sqlState: '0A000' } })
  })
})
