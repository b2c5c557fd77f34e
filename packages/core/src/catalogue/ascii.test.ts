import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../foundation/any-text.fixture.ts'
import { asciiText } from './ascii.ts'

describe('names for rails that know ASCII only', () => {
  it.each([
    ['Nguyễn Đình Thắng', 'Nguyen Dinh Thang'],
    ['São João & Cia', 'Sao Joao & Cia'],
    ['Smørrebrød Straße', 'Smorrebrod Strasse'],
    ['  two   spaces ', 'two spaces'],
    ['王小明', 'MERCHANT'],
    ['', 'MERCHANT'],
  ])('%j becomes %j', (name, plain) => {
    expect(asciiText(name, 25)).toBe(plain)
  })

  it('is the same with spaces around it', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' }))
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 25 }), (text, maxLength) => {
        expect(asciiText(` ${text} `, maxLength)).toBe(asciiText(text, maxLength))
      }),
    )
  })

  it('is ASCII, never empty and never too long, whatever the name', () => {
    fc.assert(
      fc.property(anyText(), fc.integer({ min: 1, max: 25 }), (name, maxLength) => {
        const plain = asciiText(name, maxLength)
        expect(plain).toMatch(/^[\x20-\x7e]+$/)
        expect(plain.length).toBeLessThanOrEqual(maxLength)
      }),
    )
  })
})
