import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../port.ts'
import { merged } from './merge.ts'

const ROW = fc.record({
  name: fc.string({ maxLength: 2 }),
  amount: fc.bigInt({ min: -3n, max: 3n }),
  at: fc.option(fc.integer({ min: 0, max: 5 })),
})

/** The same rows, as several buckets may hold them. */
const divided = (rows: readonly Row[], buckets: number): readonly (readonly Row[])[] =>
  Array.from({ length: buckets }, (_, bucket) => rows.filter((_row, index) => index % buckets === bucket))

describe('the answers of several buckets', () => {
  it('sorted, are those of one table, however its rows are divided', () => {
    fc.assert(
      fc.property(fc.array(ROW), fc.integer({ min: 1, max: 5 }), fc.nat(8), (rows, buckets, limit) => {
        const several = { each: 'sorted', by: ['-at', 'name', 'amount'], limit: { parameter: 1 } } as const
        const whole = merged([rows], several, [rows.length])
        const parts = divided(rows, buckets).map((part) => merged([part], several, [limit]))
        expect(merged(parts, several, [limit])).toEqual(whole.slice(0, limit))
      }),
    )
  })

  it('folded, are those of one table, however its rows are divided', () => {
    fc.assert(
      fc.property(fc.array(ROW), fc.integer({ min: 1, max: 5 }), (rows, buckets) => {
        const several = { each: 'folded', by: ['name'], sum: ['amount'], least: ['at'] } as const
        const parts = divided(rows, buckets).map((part) => merged([part], several, []))
        expect(merged(parts, several, [])).toEqual(merged([rows], several, []))
      }),
    )
  })

  it('sort nulls as PostgreSQL does: last, and first in descending order', () => {
    const rows = [{ at: null }, { at: 2 }, { at: 1 }]
    expect(merged([rows], { each: 'sorted', by: ['at'] }, [])).toEqual([{ at: 1 }, { at: 2 }, { at: null }])
    expect(merged([rows], { each: 'sorted', by: ['-at'] }, [])).toEqual([{ at: null }, { at: 2 }, { at: 1 }])
  })
})
