import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx'
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import { cellTexts, formulasIn } from '@sluice/core/foundation/formulas.fixture.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sheet, SheetColumn } from './sheet.ts'
import { writeSheet } from './write.ts'
import { writeXlsx } from './xlsx.ts'
import { escaped } from './xml-text.ts'

interface Line {
  readonly text?: string | undefined
  readonly money?: string | undefined
  readonly count?: number | bigint | undefined
  readonly at?: number | undefined
}

const COLUMNS: readonly SheetColumn<Line>[] = [
  { name: 'text', kind: 'text', of: ({ text }) => text },
  { name: 'money', kind: 'money', of: ({ money }) => money },
  { name: 'count', kind: 'integer', of: ({ count }) => count },
  { name: 'at', kind: 'instant', of: ({ at }) => at },
]

async function* these<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows
}

const sheetOf = (rows: AsyncIterable<Line>, zone = 'Asia/Bangkok'): Sheet<Line> => ({
  columns: COLUMNS,
  rows,
  zone,
  title: 'payins',
})

/** As somebody else's library reads it. */
async function fieldsOf(rows: readonly Line[], zone?: string): Promise<string[][]> {
  return parse(await buffer(writeSheet('csv', sheetOf(these(rows), zone))), { relax_column_count: false })
}

/** As a spreadsheet program reads it, by the library that most of them share. */
async function workbookOf(rows: readonly Line[], zone?: string, maxRows?: number) {
  return read(await buffer(writeXlsx(sheetOf(these(rows), zone), maxRows)), {
    cellFormula: true,
    cellNF: true,
    cellStyles: true,
  })
}

const cell = (sheet: WorkSheet | undefined, place: string): CellObject | undefined => sheet?.[place]

const AT = Date.parse('2026-01-31T20:15:30.250Z')
const FORMULAS = ['=1+1', '+66812345678', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1']

/** Without the apostrophes that keep a text from being a formula. */
const withoutMarks = (text: string): string => text.replace(/(^|[;\t\r\n][\s"\uFEFF]*)'/g, '$1')

describe('CSV', () => {
  it('has the names first, then each row as it came, with times in the zone that was asked for', async () => {
    expect(await fieldsOf([{ text: 'สมชาย, "A"\r\nB', money: '1250.5', count: 3, at: AT }])).toEqual([
      ['text', 'money', 'count', 'at'],
      ['สมชาย, "A"\r\nB', '1250.5', '3', '2026-02-01T03:15:30.250+07:00'],
    ])
    expect((await fieldsOf([{ at: AT }], 'America/Sao_Paulo'))[1]?.[3]).toBe('2026-01-31T17:15:30.250-03:00')
    expect((await fieldsOf([{ at: AT }], 'Asia/Kathmandu'))[1]?.[3]).toBe('2026-02-01T02:00:30.250+05:45')
  })

  it.each(FORMULAS)('keeps a spreadsheet from calculating %j', async (text) => {
    const written = (await fieldsOf([{ text }]))[1]?.[0]
    expect(written).toMatch(/^'/)
    expect(written && withoutMarks(written)).toBe(text)
  })

  it('keeps one from calculating that divides columns by semicolons, to which no field but the first of a line is quoted', async () => {
    const first: SheetColumn<Line> = { name: 'id', kind: 'text', of: () => 'order-1' }
    await fc.assert(
      fc.asyncProperty(fc.array(cellTexts(), { minLength: 1 }), async (given) => {
        const rows = these(given.map((text) => ({ text, count: 3 })))
        const sheet = { ...sheetOf(rows), columns: [first, ...COLUMNS] }
        expect(formulasIn(String(await buffer(writeSheet('csv', sheet))))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('leaves money as it is, below zero too, and trusts nothing else in its place', async () => {
    expect((await fieldsOf([{ money: '-0.000001' }]))[1]?.[1]).toBe('-0.000001')
    expect((await fieldsOf([{ money: '-1+cmd' }]))[1]?.[1]).toBe("'-1+cmd")
  })

  it('gives back any text, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText()), async (texts) => {
        const fields = await fieldsOf(texts.map((text) => ({ text })))
        expect(fields.slice(1).map(([field = '']) => withoutMarks(field))).toEqual(
          texts.map((text) => withoutMarks(text.toWellFormed())),
        )
      }),
      { numRuns: 50 },
    )
  })
})

describe('XLSX', () => {
  it('is a workbook with texts, money as text, whole numbers, and dates as the zone shows them', async () => {
    const { Sheets, SheetNames } = await workbookOf([
      { text: 'สมชาย & <b>', money: '-1250.50', count: 3, at: AT },
    ])
    expect(SheetNames).toEqual(['payins'])
    const sheet = Sheets.payins
    expect(utils.sheet_to_json(sheet ?? {}, { header: 1, raw: false })).toEqual([
      ['text', 'money', 'count', 'at (Asia/Bangkok)'],
      ['สมชาย & <b>', '-1250.50', '3', '2026-02-01 03:15:30.250'],
    ])
    expect(cell(sheet, 'B2')).toMatchObject({ t: 's', v: '-1250.50' })
    expect(cell(sheet, 'C2')).toMatchObject({ t: 'n', v: 3 })
  })

  it.each(FORMULAS)('has %j as a text that nothing calculates', async (text) => {
    const written = cell((await workbookOf([{ text }])).Sheets.payins, 'A2')
    expect(written).toMatchObject({ t: 's', v: text })
    expect(written?.f).toBeUndefined()
  })

  it('keeps the digits of numbers that a spreadsheet would round', async () => {
    const { Sheets } = await workbookOf([{ count: -9_007_199_254_740_993n }])
    expect(cell(Sheets.payins, 'C2')).toMatchObject({ t: 's', v: '-9007199254740993' })
  })

  it('goes on in a next sheet where one is full, and has one where there is no row', async () => {
    const rows = Array.from({ length: 7 }, (_, count) => ({ count }))
    const full = await workbookOf(rows, 'UTC', 4)
    expect(full.SheetNames).toEqual(['payins', 'payins 2', 'payins 3'])
    const shown = full.SheetNames.flatMap((name) =>
      utils.sheet_to_json<Record<string, number>>(full.Sheets[name] ?? {}).map(({ count }) => count),
    )
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect((await workbookOf([])).SheetNames).toEqual(['payins'])
  })

  it('gives back any text, what XML cannot hold included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText({ minLength: 1 })), async (texts) => {
        const { Sheets } = await workbookOf(texts.map((text) => ({ text })))
        const shown = texts.map((_, index) => cell(Sheets.payins, `A${index + 2}`)?.v)
        // This reader has CR LF as the one line's end that a cell shows, however it is written.
        expect(shown).toEqual(texts.map((text) => text.toWellFormed().replaceAll('\r\n', '\n')))
      }),
      { numRuns: 50, examples: [[['\r\n\0', '\r']]] },
    )
  })

  it('writes each sign of a line’s end, which bare would be read as another', () => {
    expect(escaped('\r\n')).toBe('&#13;\n')
  })

  it('cuts a text that no cell can hold, with a sign that it was cut', async () => {
    const written = cell((await workbookOf([{ text: 'x'.repeat(40_000) }])).Sheets.payins, 'A2')
    expect(String(written?.v)).toHaveLength(32_767)
    expect(String(written?.v).endsWith('…')).toBe(true)
  })
})

describe('whatever a stranger has written', () => {
  const white = fc.constantFrom('', ' ', '\t', '\r', '\n', '\u00a0', '\u3000', '\ufeff', ' \ufeff\t ')
  const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '"=', "'=", ',=', '\r\n=')
  const texts = fc
    .tuple(white, sign, fc.oneof(fc.string(), anyText(), fc.constant('1')))
    .map((parts) => parts.join(''))
  const lines = fc.array(fc.record({ text: texts, money: texts }), { minLength: 1, maxLength: 20 })
  /** As the most careless of programs would take it: what is white is passed over, and a wide sign is a sign. */
  const isCalculated = (field: string): boolean =>
    '=+-@＝＋－＠\t\r\n'.includes(field.slice(0, 1)) ||
    '=+-@＝＋－＠'.includes(
      field
        .replace(/\ufeff/g, '')
        .trim()
        .slice(0, 1),
    )
  const isNumber = (field: string): boolean => /^-?\d+(\.\d+)?$/.test(field)

  it('no field of CSV is calculated, and of money only numbers are below zero', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (rows) => {
        const fields = (await fieldsOf(rows))
          .slice(1)
          .flatMap(([text = '', money = '']) => [text, isNumber(money) ? '' : money])
        expect(fields.filter((field) => field !== '' && isCalculated(field))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('every cell of a workbook is text, and none a formula', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (rows) => {
        const { Sheets } = await workbookOf(rows)
        const cells = rows.flatMap((_, row) =>
          ['A', 'B'].map((column) => cell(Sheets.payins, `${column}${row + 2}`)),
        )
        expect(cells.map((each) => [each?.t, each?.f])).toEqual(cells.map(() => ['s', undefined]))
      }),
      { numRuns: 40 },
    )
  })
})

describe.each(['csv', 'xlsx'] as const)('a table as %s', (format) => {
  it('ends with the error of its source, not as if it were whole', async () => {
    async function* failing(): AsyncGenerator<Line> {
      yield { text: 'one' }
      throw new Error('the database is gone')
    }
    await expect(buffer(writeSheet(format, sheetOf(failing())))).rejects.toThrow('the database is gone')
  })

  it('closes its source when nobody takes it any more', async () => {
    const closed = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<Line> {
      try {
        for (;;) {
          await setImmediate()
          yield { text: 'x'.repeat(1_000) }
        }
      } finally {
        closed.resolve()
      }
    }
    const bytes = writeSheet(format, sheetOf(endless()))
    for await (const _ of bytes) break
    await closed.promise
    expect(bytes.destroyed).toBe(true)
  })

  it('reads no further than its reader', async () => {
    let given = 0
    async function* counted(): AsyncGenerator<Line> {
      for (;;) {
        given++
        if (given % 100 === 0) await setImmediate()
        yield { text: `${Math.sin(given)}`.repeat(20) }
      }
    }
    const bytes = writeSheet(format, sheetOf(counted()))
    bytes.once('readable', () => undefined)
    // In each turn a source that nobody holds back gives a hundred rows.
    for (let turn = 0; turn < 2_000; turn++) await setImmediate()
    expect(given).toBeLessThan(20_000)
    bytes.destroy()
  })

  it('takes no more memory for many rows than for few', async () => {
    const heaps: number[] = []
    async function* many(): AsyncGenerator<Line> {
      for (let count = 0; count < 100_000; count++) {
        if (count % 200 === 0) await setImmediate()
        if (count % 20_000 === 0) heaps.push(getHeapStatistics().used_heap_size)
        yield { text: `order-${count}`, money: `${count}.5`, count, at: AT + count }
      }
    }
    let length = 0
    for await (const bytes of writeSheet(format, sheetOf(many()))) length += (bytes as Buffer).length
    expect(length).toBeGreaterThan(1_000_000)
    expect(Math.max(...heaps) - (heaps[0] ?? 0)).toBeLessThan(60_000_000)
  })
})
