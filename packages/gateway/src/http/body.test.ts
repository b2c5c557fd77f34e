import { parseJson } from '@sluice/core/foundation/json-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../test/setup/processor-time.ts'
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
    [[0x22, 0xe2, 0x82], 'it ends in the middle of a character'],
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

describe('a name that an object has twice', () => {
  const twiceIn = (text: string): readonly string[] => {
    const parsed = parseBody(bytes(text))
    const errors = parsed.ok ? [] : (parsed.failure.errors ?? [])
    return errors.map(({ path, code }) => `${code} ${path}`)
  }

  it.each([
    ['{"amount":1,"amount":2}', ['/amount']],
    ['{"amount":1,"amount":1}', ['/amount']],
    ['{"a":1,"\\u0061":2}', ['/a']],
    ['{"\\u00e9":1,"é":2}', ['/é']],
    ['{"a":{"b":1},"a":{"c":1}}', ['/a']],
    ['{"a":{"a":[{"x/y":1,"x/y" \n:2}]},"b":{"a":1}}', ['/a/a/0/x~1y']],
    ['[1,[{},{"a":1,"b":2,"a":3}],{"c":1,"c":1}]', ['/1/1/a', '/2/c']],
    ['{"a":1,"a":null}', ['/a']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
    ['{"":1,"":2,"":3}', ['/', '/']],
    ['{"a":{"b":1,"b":2},"a":1}', ['/a/b', '/a']],
    ['{"a":"\\\\","b":"\\"","b":1.00000000000000001}', ['/b']],
  ])('is refused, however it is spelt: %s', (text, paths) => {
    expect(twiceIn(text)).toEqual(paths.map((path) => `DUPLICATE_NAME ${path}`))
  })

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":": \\":","b":"\\":\\":","c":":"}',
    '{"a":"{\\"b\\":1,\\"b\\":2}","b":"b"}',
    '{"a":1,"A":2,"á":3,"a\u0301":4}',
    '["a","a",{"constructor":{"prototype":1}}]',
  ])('is not in %s', (text) => {
    expect(codeOf(text)).toBeUndefined()
  })

  it('is found in any value, wherever it was put, and never in one without', () => {
    const key = fc.oneof(fc.constantFrom('a', 'b', '":', '\\', '"', ':', ''), fc.string({ maxLength: 3 }))
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.constantFrom('":', 'x', 1, null), tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 3 }),
      object: fc.array(fc.tuple(key, tie('any')), { maxLength: 4 }).map((members) => new Members(members)),
    })).any
    fc.assert(
      fc.property(value, (drawn) => {
        const parsed = parseBody(bytes(written(drawn)), 'kept')
        const codes = parsed.ok ? [] : (parsed.failure.errors ?? []).map(({ code }) => code)
        expect(codes.includes('DUPLICATE_NAME')).toBe(hasTwice(drawn))
      }),
    )
  })

  it('is looked for in time that grows as the body does, and told of fifty times at most', async () => {
    const many = (count: number, name: (at: number) => string) =>
      `{${Array.from({ length: count }, (_, at) => `"${name(at)}":1`).join(',')}}`
    const nested = '{"a":'.repeat(30)
    const hostile = [
      many(40_000, (at) => `k${at}`).replace(/\}$/, ',"k1":1}'),
      many(40_000, () => 'a'),
      many(10_000, (at) => `\\u00${(at % 64) + 20}${at}`),
      `${nested}${many(5_000, () => 'a')}${'}'.repeat(30)}`,
      `{"a":${'"\\":'.repeat(20_000)}","a":1}`,
      `{"a"${' '.repeat(200_000)}:1,"a":2}`,
      `{"${'k'.repeat(100_000)}":1,"${'k'.repeat(100_000)}":1}`,
    ]
    for (const text of hostile) {
      const body = bytes(text)
      expect(await costMs(() => parseBody(body))).toBeLessThan(500)
      const parsed = parseBody(body)
      expect(JSON.stringify(parsed.ok ? '' : parsed.failure).length).toBeLessThan(100_000)
    }
    expect(twiceIn(many(40_000, () => 'a'))).toHaveLength(50)
  })

  it('passes in what others answer us: nobody else reads the same answer', () => {
    expect(parseJson('{"a":1,"a":2}')).toMatchObject({ ok: true, value: { value: { a: 2 } } })
  })
})

/** An object as it is written, with names that may stand twice. */
class Members {
  readonly list: readonly (readonly [string, unknown])[]
  constructor(list: readonly (readonly [string, unknown])[]) {
    this.list = list
  }
}

function written(value: unknown): string {
  if (value instanceof Members)
    return `{${value.list.map(([name, each]) => `${JSON.stringify(name)} : ${written(each)}`).join(',')}}`
  return Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value)
}

function hasTwice(value: unknown): boolean {
  if (value instanceof Members)
    return (
      new Set(value.list.map(([name]) => name)).size < value.list.length ||
      value.list.some(([, each]) => hasTwice(each))
    )
  return Array.isArray(value) && value.some(hasTwice)
}
