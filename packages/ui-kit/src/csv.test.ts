/** Files of what a screen shows: whoever opens one in a spreadsheet runs nothing of a stranger's. */
import { cellTexts, formulasIn } from '@sluice/core/foundation/formulas.fixture.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

/** Without the apostrophes that keep a text from being a formula. */
const withoutMarks = (text: string): string => text.replace(/(^|[;\t\r\n][\s"\uFEFF]*)'/g, '$1')

it.each(['=1+1', '+66812345678', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  '%j becomes no formula',
  (text) => {
    const [[, found = ''] = []]: string[][] = parse(csvOf(['a', 'b'], [['x', text]]), { bom: true, from: 2 })
    expect(found).toMatch(/^'/)
    expect(withoutMarks(found)).toBe(text)
  },
)

it('no text begins a cell of its own where columns are divided by semicolons', () => {
  fc.assert(
    fc.property(fc.array(cellTexts()), (given) => {
      const file = csvOf(
        ['a', 'b'],
        given.map((text) => ['x', text]),
      )
      expect(formulasIn(file)).toEqual([])
    }),
  )
})

it('every text comes back as it went in, but for those apostrophes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
        minLength: 1,
        maxLength: 8,
      }),
      (rows) => {
        const found: string[][] = parse(csvOf(['a', 'b'], rows), { bom: true, from: 2 })
        expect(found.map((row) => row.map(withoutMarks))).toEqual(rows.map((row) => row.map(withoutMarks)))
      },
    ),
  )
})
