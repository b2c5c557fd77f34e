import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parserOf, wired } from './wire.ts'

const TEXT_ARRAY = 1009
const BIGINT = 20
const TIMESTAMPTZ = 1184

describe('values on the wire', () => {
  it('any list of texts comes back as it went', () => {
    fc.assert(
      fc.property(fc.array(anyText()), (texts) => {
        expect(parserOf(TEXT_ARRAY)(String(wired(texts)))).toEqual(texts)
      }),
    )
  })

  it('any bigint comes back as it went', () => {
    fc.assert(
      fc.property(fc.bigInt(), (number) => {
        expect(parserOf(BIGINT)(String(wired(number)))).toBe(number)
      }),
    )
  })

  it('any time of years 1 to 9999 is read to the millisecond', () => {
    const times = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    })
    fc.assert(
      fc.property(
        times.filter((date) => !Number.isNaN(date.getTime())),
        (date) => {
          const text = date.toISOString().replace('T', ' ').replace('Z', '+00')
          expect(parserOf(TIMESTAMPTZ)(text)).toBe(date.getTime())
        },
      ),
    )
  })

  it('a time outside UTC is an error rather than a wrong hour', () => {
    expect(() => parserOf(TIMESTAMPTZ)('2026-01-01 00:00:00+02')).toThrow('not in UTC')
  })
})
