import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBody } from './body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const codeOf = (input: string | Uint8Array): string | undefined => {
  const parsed = parseBody(typeof input === 'string' ? bytes(input) : input)
  return parsed.ok ? undefined : parsed.failure.code
}

const impreciseOf = (text: string): readonly string[] => {
  const parsed = parseBody(bytes(text))
  if (!parsed.ok) throw new Error(parsed.failure.code)
  return parsed.value.impreciseNumbers
}

describe('a body', () => {
  it('is what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        const parsed = parseBody(bytes(text), 'kept')
        fc.pre(parsed.ok)
        expect(parsed.ok && parsed.value.value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('has no property that is null: such a one is left out, and null in a list is not', () => {
    const parsed = parseBody(bytes('{"a":null,"b":{"c":null,"d":[null,{"e":null}]},"f":"null"}'))
    expect(parsed).toMatchObject({ ok: true, value: { value: { b: { d: [null, {}] }, f: 'null' } } })
    expect(parsed.ok && JSON.stringify(parsed.value.value)).toBe('{"b":{"d":[null,{}]},"f":"null"}')
  })

  it.each<[string | number[], string]>([
    ['{"a": 1,\n "b" 2}', 'at line 2, column 6, a colon was expected'],
    ['{"card": 4711 "cvc": 1}', 'at line 1, column 15, a comma or } was expected'],
    [[0x22, 0x61, 0xff, 0x22], 'see byte 3'],
    [[0x22, 0xe2, 0x82], 'it ends within a character'],
  ])('that is none says where: %j', (sent, where) => {
    const parsed = parseBody(typeof sent === 'string' ? bytes(sent) : Uint8Array.from(sent))
    const detail = parsed.ok ? '' : parsed.failure.detail
    expect(detail).toContain(where)
    expect(detail).not.toMatch(/4711|cvc/)
  })

  it.each(['', ' ', '{', '{"a":1,}', "{'a':1}", 'NaN', '{"a":01}', '\uFEFF{}', '{}{}'])(
    '%j is MALFORMED_JSON',
    (text) => {
      expect(codeOf(text)).toBe('MALFORMED_JSON')
    },
  )

  it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xc0, 0x80, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]]])(
    'of bytes %j is no UTF-8 and MALFORMED_JSON',
    (list) => {
      expect(codeOf(Uint8Array.from(list))).toBe('MALFORMED_JSON')
    },
  )

  it.each([
    ['{"__proto__":{"a":1},"b":2}', { b: 2 }],
    ['{"a":[{"\\u005f_proto__":1}]}', { a: [{}] }],
    ['{"const\\u0072uctor":{"prototype":1}}', {}],
    ['{"constructor":{"prototype":{"a":1}},"b":1e400}', { b: Number.POSITIVE_INFINITY }],
    ['{"__proto__":{"a":1.00000000000000001},"b":1.00000000000000001}', { b: 1 }],
  ])('%s would poison a prototype where it is merged: that property is left out', (text, left) => {
    const parsed = parseBody(bytes(text))
    const value = parsed.ok ? parsed.value.value : undefined
    expect(value).toEqual(left)
    expect(Object.getPrototypeOf(Object.assign({}, value))).toBe(Object.prototype)
  })

  it('may have an unknown property called constructor', () => {
    expect(codeOf('{"constructor":"Ltd."}')).toBeUndefined()
  })

  it('of hundreds of thousands of values is refused before anybody looks at them', () => {
    expect(codeOf(`[${'1e5,'.repeat(32_000)}1]`)).toBeUndefined()
    expect(codeOf(`[${'1e5,'.repeat(200_000)}1]`)).toBe('MALFORMED_JSON')
  })

  it('whose keys are as long as itself is refused in a few words', () => {
    const parsed = parseBody(bytes(`{"${'k'.repeat(500_000)}":[${'"\\u0000",'.repeat(1_000)}1]}`))
    expect(parsed.ok ? 0 : JSON.stringify(parsed.failure).length).toBeLessThan(100_000)
  })

  it('may be nested 32 levels deep and no deeper', () => {
    expect(codeOf('['.repeat(32) + ']'.repeat(32))).toBeUndefined()
    expect(codeOf('['.repeat(33) + ']'.repeat(33))).toBe('MALFORMED_JSON')
    expect(codeOf('['.repeat(32_000) + ']'.repeat(32_000))).toBe('MALFORMED_JSON')
  })

  it('with NUL or a lone surrogate in a string is VALIDATION_FAILED with their pointers', () => {
    const parsed = parseBody(
      bytes('{"a":"\\u0000","b":{"c/d":["ok","\\ud800"]},"\\udc00":1,"e":"\\ud83d\\ude00"}'),
    )
    expect(parsed.ok ? [] : parsed.failure.errors?.map((fault) => fault.path)).toEqual([
      '/a',
      '/b/c~1d/1',
      '/\uFFFD',
    ])
  })
})

describe('a number that a double cannot carry exactly', () => {
  it.each([
    ['1234567890.123456', ['']],
    ['100000000000000000000', ['']],
    ['{"a":{"b":[1,0.1000000000000000055]}}', ['/a/b/1']],
    ['{"a":1e400,"b":1e-400,"c":-1e400}', ['/a', '/b', '/c']],
  ])('is listed: %s', (text, pointers) => {
    expect(impreciseOf(text)).toEqual(pointers)
  })

  it.each([
    '123456789012345',
    '0.000000000000000000123456789012345',
    '1.5e3',
    '"1234567890123456789"',
    '0e99',
    '0.00000000000000000000',
  ])('is not %s', (text) => {
    expect(impreciseOf(text)).toEqual([])
  })

  it('still arrives as the number it is nearest to', () => {
    const parsed = parseBody(bytes('{"a":[1.0000000000000001]}'))
    expect(parsed.ok && parsed.value.value).toEqual({ a: [1] })
  })
})
