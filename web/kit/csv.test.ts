/** Files of what a screen shows: whoever opens one in a spreadsheet runs nothing of a stranger's. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it.each(['=1+1', '+66812345678', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  '%j becomes no formula',
  (text) => {
    const [[, found = ''] = []]: string[][] = parse(csvOf(['a', 'b'], [['x', text]]), { bom: true, from: 2 })
    expect(found).toBe(`'${text}`)
  },
)

it('every text comes back as it went in, but for that apostrophe', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
        minLength: 1,
        maxLength: 8,
      }),
      (rows) => {
        const found: string[][] = parse(csvOf(['a', 'b'], rows), { bom: true, from: 2 })
        expect(found.map((row) => row.map((text) => text.replace(/^'/, '')))).toEqual(
          rows.map((row) => row.map((text) => text.replace(/^'/, ''))),
        )
      },
    ),
  )
})
