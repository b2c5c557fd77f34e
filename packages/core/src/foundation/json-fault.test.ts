import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

const said = (text: string): string | undefined => {
  const fault = jsonFault(text)
  return fault && `${fault.line}:${fault.column} ${fault.expected}`
}
const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('a text that is no JSON', () => {
  it.each([
    ['', '1:1 a value'],
    ['{', "1:2 a property's name in double quotes or }"],
    ['{"a":1,}', "1:8 a property's name in double quotes"],
    ["{'a':1}", "1:2 a property's name in double quotes or }"],
    ['{"a" 1}', '1:6 a colon'],
    ['{"a":}', '1:6 a value'],
    ['{"a":1 "b":2}', '1:8 a comma or }'],
    ['[1,2', '1:5 a comma or ]'],
    ['[1,]', '1:4 a value'],
    ['{\n  "a": 1,\n  "b": nul\n}', '3:8 a value'],
    ['{"a":01}', '1:7 a comma or }'],
    ['{"a":"x', '1:8 a closing quotation mark'],
    ['{"a":"x\ny"}', '1:8 an escape such as \\n'],
    ['{"a":"\\x"}', '1:8 one of "'],
    ['{} {}', '1:4 nothing more'],
    ['\ufeff{}', '1:1 a value'],
  ])('%j: line, column and what was expected', (text, wanted) => {
    expect(said(text)?.slice(0, wanted.length)).toBe(wanted)
  })

  it('is one that JSON.parse refuses, and no other', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '[', '\\', ' ', 'x', '0', '\n'))
      .map(([text, where, put]) => {
        const at = where % (text.length + 1)
        return text.slice(0, at) + put + text.slice(put === '' ? at + 1 : at)
      })
    fc.assert(
      fc.property(fc.oneof(broken, fc.string()), (text) => {
        expect(jsonFault(text) === undefined).toBe(parses(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is never repeated', () => {
    expect(said('{"secret":hunter2}')).not.toContain('hunter')
  })

  it('may be as deep as a body can be', () => {
    expect(said('['.repeat(65_536))).toContain('1:65537 ')
  })
})
