import type { Timers } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import { parse } from 'csv-parse/sync'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { START, testServer, VERSION } from '../http/http.fixture.ts'
import { columnsOf } from '../http/spreadsheet/columns.ts'
import { readExportRequest } from './exports.ts'
import { exportList, queryIn } from './list-endpoints.ts'
import { BY_KEY, type PageRequest, pageOf, readPageRequest } from './pages.ts'

const ItemSchema = Type.Object({
  id: Type.String(),
  money: Type.Object({ amount: Type.Number(), currencyCode: Type.String() }),
  at: Type.String({ format: 'date-time' }),
  note: Type.Optional(Type.String()),
})

const keyOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

interface Listing {
  readonly rows: number
  /** What reads a page may fail, or be waited for. */
  readonly before?: (page: PageRequest) => Promise<void>
}

const servers: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** A server with one list of so many rows, newest first, on a socket. */
async function listing({ rows, before = async () => undefined }: Listing) {
  const { app, clock, log } = testServer()
  const asleep: (() => void)[] = []
  const timers: Timers = {
    after: (_delayMs, action) => {
      asleep.push(action)
      return () => undefined
    },
    soon: setImmediate,
  }
  const pages: PageRequest[] = []
  const read = async (requested: PageRequest) => {
    pages.push(requested)
    await before(requested)
    const first = requested.after?.[0] === undefined ? rows : Number(requested.after[0].slice(-12)) - 1
    const count = Math.min(first, requested.limit + 1)
    const found = Array.from({ length: count }, (_, index) => first - index)
    return pageOf(
      found,
      requested.limit,
      (last) => [keyOf(last)],
      (number) => ({
        id: `order-${number}`,
        money: { amount: rawNumber(`${number}.10`), currencyCode: 'THB' },
        at: isoTime(START + number * 1000),
        ...(number === 1 && { note: '=HYPERLINK("http://evil.example")' }),
      }),
    )
  }
  const deps = { clock, timers, log }
  app.get('/orders', (request, reply) => {
    const query = queryIn(request)
    const wanted = readExportRequest(query)
    if (!wanted) return read(readPageRequest(query, BY_KEY))
    const list = { request, reply, deps, wanted, caller: 'SHOP', item: ItemSchema }
    return exportList({ ...list, answer: (page) => read(page(BY_KEY)) })
  })
  servers.push(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = (query: string, init: RequestInit = {}) =>
    fetch(`${url}/orders${query}`, { headers: VERSION, ...init })
  return { get, pages, log, asleep }
}

describe('an export', () => {
  it('holds the rows of all pages, in the order of the list, with times in the zone asked for', async () => {
    const { get } = await listing({ rows: 1_203 })
    const answer = await get('?format=csv&zone=Asia/Bangkok')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="orders-2026-01-15.csv"')
    const rows: Record<string, string>[] = parse(await answer.text(), { columns: true })
    expect(rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 1_203 }, (_, index) => `order-${1_203 - index}`),
    )
    expect(rows[0]).toEqual({
      id: 'order-1203',
      'money.amount': '1203.10',
      'money.currencyCode': 'THB',
      at: '2026-01-15T19:20:03.000+07:00',
      note: '',
    })
    expect(rows.at(-1)?.note).toBe(`'=HYPERLINK("http://evil.example")`)
  })

  it.each(['csv', 'xlsx'])(
    'as %s is cut off where a page cannot be read, so that nobody takes it for whole',
    async (format) => {
      const { get, log } = await listing({
        rows: 5_000,
        before: async ({ after }) => {
          if (Number(after?.[0]?.slice(-12) ?? 5_000) < 3_000) throw new Error('the database is gone')
        },
      })
      const answer = await get(`?format=${format}`)
      expect(answer.status).toBe(200)
      await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
      expect(log.lines.map(({ message }) => message)).toContain(
        'an export was cut off: a page could not be read',
      )
    },
  )

  it('whose first page cannot be read is refused as the list is', async () => {
    const { get } = await listing({
      rows: 1,
      before: async () => {
        throw new Error('the database is gone')
      },
    })
    const answer = await get('?format=csv')
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.headers.get('content-disposition')).toBeNull()
  })

  it('is refused a format, a zone, a cursor and a limit that make no sense, all at once', async () => {
    const { get } = await listing({ rows: 1 })
    const answer = await get('?format=pdf&zone=Mars/Olympus&limit=5&cursor=x')
    expect(answer.status).toBe(400)
    const body = (await answer.json()) as { errors: { path: string }[] }
    expect(body.errors.map(({ path }) => path)).toEqual([
      'query:format',
      'query:zone',
      'query:cursor',
      'query:limit',
    ])
  })

  it('runs twice at a time for a caller, and not three times', async () => {
    const gate = Promise.withResolvers<void>()
    const { get } = await listing({ rows: 1, before: () => gate.promise })
    const running = [get('?format=csv'), get('?format=xlsx')]
    await expect.poll(async () => (await get('?format=csv', { method: 'POST' })).status).toBe(405)
    const third = await get('?format=csv')
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('10')
    gate.resolve()
    for (const answer of await Promise.all(running)) await answer.arrayBuffer()
    await expect.poll(async () => (await get('?format=csv')).status).toBe(200)
  })

  it('ends for a reader that has fallen asleep', async () => {
    const { get, asleep } = await listing({ rows: 1_000_000 })
    const answer = await get('?format=csv')
    const reader = answer.body?.getReader()
    await reader?.read()
    for (const wake of asleep) wake()
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow('terminated')
  })

  it('sends no rows to who asks for the heads alone', async () => {
    const { get, pages } = await listing({ rows: 1_000 })
    const answer = await get('?format=xlsx', { method: 'HEAD' })
    expect(answer.headers.get('content-disposition')).toContain('.xlsx')
    expect(pages).toEqual([])
  })
})

describe('the columns of a list', () => {
  const shown = (schema: object, item: object) =>
    columnsOf(schema).map(({ name, kind, of }) => [name, kind, of(item)])

  it('are its members, those of objects with dotted names', () => {
    const schema = Type.Object({
      id: Type.String(),
      tries: Type.Integer(),
      isTest: Type.Boolean(),
      money: Type.Union([Type.Object({ amount: Type.Number(), currencyCode: Type.String() }), Type.Null()]),
      at: Type.Optional(Type.String({ format: 'date-time' })),
      tags: Type.Array(Type.String()),
      lines: Type.Array(Type.Object({ a: Type.String() })),
      detail: Type.Object({}),
    })
    const item = {
      id: 'x',
      tries: 3,
      isTest: true,
      money: { amount: rawNumber('-0.000001'), currencyCode: 'USDC' },
      at: isoTime(START),
      tags: ['a', 'b'],
      lines: [{ a: 'b' }],
      detail: { more: 1 },
    }
    expect(shown(schema, item)).toEqual([
      ['id', 'text', 'x'],
      ['tries', 'integer', 3],
      ['isTest', 'text', 'true'],
      ['money.amount', 'money', '-0.000001'],
      ['money.currencyCode', 'text', 'USDC'],
      ['at', 'instant', START],
      ['tags', 'text', 'a, b'],
      ['lines', 'text', '[{"a":"b"}]'],
      ['detail', 'text', '{"more":1}'],
    ])
    expect(shown(schema, { money: null }).map(([, , value]) => value)).toEqual(Array(9).fill(undefined))
  })
})
