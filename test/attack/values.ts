/** Values for requests: valid ones, made from a schema, and ones that are known to break servers. */
import type { Json } from '../harness.ts'
import type { Dice } from '../simulation/dice.ts'

/** Makers of valid values, by a property's name. */
export type Known = Readonly<Record<string, (dice: Dice) => unknown>>

const MAX_DEPTH = 8

/** A value that the schema allows, apart from formats and patterns, which are left to `known`. */
export function valueFor(schema: Json, dice: Dice, known: Known, name = '', depth = 0): unknown {
  const own = known[name]
  if (own) return own(dice)
  const choices: unknown = schema.oneOf ?? schema.anyOf
  if (Array.isArray(choices)) return valueFor(dice.one<Json>(choices), dice, known, name, depth)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return dice.one<unknown>(schema.enum)
  if (Array.isArray(schema.examples) && dice.happens(0.5)) return dice.one<unknown>(schema.examples)
  if (depth > MAX_DEPTH) return null
  switch (String(schema.type)) {
    case 'object':
      return objectFor(schema, dice, known, depth)
    case 'array':
      return Array.from({ length: dice.between(0, 3) }, () =>
        valueFor(schema.items ?? {}, dice, known, name, depth + 1),
      )
    case 'string':
      return schema.format ? '2026-11-21T12:00:00Z' : dice.one(['THB', 'Somchai Jaidee', '1234567890', 'a'])
    case 'integer':
      return dice.between(Number(schema.minimum ?? 0), 100)
    case 'number':
      return dice.between(1, 500)
    case 'boolean':
      return dice.happens(0.5)
    default:
      return null
  }
}

function objectFor(schema: Json, dice: Dice, known: Known, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const value: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    if (required.includes(name) || dice.happens(0.5)) value[name] = valueFor(of, dice, known, name, depth + 1)
  }
  return value
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Egnp.exe',
  '\uFEFF',
  'Ω≈ç√∫',
  '💸'.repeat(50),
  'e\u0301'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' or 1=1 --",
  "'; drop table payment; --",
  '$1',
  '%s%n',
  '{{7*7}}',
  `\${7*7}`,
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'https://user:pass@shop.example/',
  'javascript:alert(1)',
  '\r\nSet-Cookie: a=b',
  'NaN',
  '1e999',
  'null',
  'true',
  '9223372036854775808',
  '2026-02-30T25:61:61Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  'a'.repeat(65),
  'a'.repeat(141),
  'x'.repeat(2_049),
  '(a+)+$',
  'GET /payins/(a|aa)+$',
] as const

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e-7,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  999_999_999_999_999,
  253_402_300_800_000,
  8.64e15 + 1,
] as const

/** A wrong value of a kind that has broken servers before. */
export function hostileValue(dice: Dice): unknown {
  return dice.weighted<() => unknown>([
    [6, () => dice.one(HOSTILE_TEXTS)],
    [3, () => dice.one(HOSTILE_NUMBERS)],
    [1, () => dice.one([null, true, false, [], {}, [[]], [null], { a: null }])],
    [1, () => 'x'.repeat(dice.one([128, 255, 256, 1_000, 8_192, 60_000]))],
    [1, () => Array(dice.one([100, 5_000])).fill(dice.one([0, null, 'a', {}]))],
    [1, () => nested(dice.between(2, 40))],
    [
      1,
      () => ({
        [dice.one(['__proto__', 'constructor', 'prototype', 'length', 'then', 'toJSON'])]: { prototype: 1 },
      }),
    ],
    [1, () => randomText(dice, dice.between(1, 60))],
    [1, () => randomJson(dice, 4)],
  ])()
}

export const hostileText = (dice: Dice): string => dice.one(HOSTILE_TEXTS)

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value]
  return value
}

/** Any UTF-16 units, including lone surrogates. */
export const randomText = (dice: Dice, length: number): string =>
  String.fromCharCode(
    ...Array.from({ length }, () => dice.one([dice.between(0, 0x7f), dice.between(0, 0xffff)])),
  )

export function randomJson(dice: Dice, depth: number): unknown {
  const length = dice.between(0, 4)
  switch (dice.between(0, depth > 0 ? 5 : 3)) {
    case 0:
      return dice.one(HOSTILE_NUMBERS)
    case 1:
      return randomText(dice, length * 4)
    case 2:
      return dice.one([null, true, false])
    case 3:
      return dice.one(HOSTILE_TEXTS)
    case 4:
      return Array.from({ length }, () => randomJson(dice, depth - 1))
    default:
      return Object.fromEntries(
        Array.from({ length }, () => [
          dice.one([hostileText(dice), 'money', 'a']),
          randomJson(dice, depth - 1),
        ]),
      )
  }
}

export const randomBytes = (dice: Dice, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => dice.between(0, 255)))
