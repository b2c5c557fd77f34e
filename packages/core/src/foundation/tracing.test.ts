import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTraceparent, traceparent } from './tracing.ts'

const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: digits, maxLength: digits })
    .map((parts) => parts.join(''))
    .filter((text) => /[^0]/.test(text))
const context = fc.record({ traceId: hex(32), spanId: hex(16), isSampled: fc.boolean() })

describe('traceparent', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(context, (each) => {
        expect(readTraceparent(traceparent(each))).toEqual(each)
      }),
    )
  })

  it('of a later version is read without what follows', () => {
    expect(readTraceparent(`01-${'a'.repeat(32)}-${'b'.repeat(16)}-03-more`)).toEqual({
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      isSampled: true,
    })
  })

  it.each([
    '',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-more`,
    `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01-${'m'.repeat(500)}`,
  ])('%j is not one', (text) => expect(readTraceparent(text)).toBeUndefined())

  it('no other text is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readTraceparent(text)).toBeUndefined()
      }),
    )
  })
})
