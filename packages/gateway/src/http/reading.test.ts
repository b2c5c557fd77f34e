import { fail, succeed } from '@sluice/core/foundation/result.ts'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { readAs, readBody, worded } from './reading.ts'

const Code = worded(Type.String({ pattern: '^[A-Z]+$' }), 'INVALID_FORMAT', 'must be capitals')
const Size = readAs<bigint>(Type.String({ maxLength: 3 }), (value, { path }) =>
  typeof value === 'string' && /^\d+$/.test(value)
    ? succeed(BigInt(value))
    : fail([{ path, code: 'WRONG_TYPE', message: 'must be digits' }]),
)
const Thing = Type.Object({
  code: Code,
  kind: Type.Union([Type.Literal('A'), Type.Literal('B')]),
  size: Size,
  isTest: Type.Optional(Type.Boolean()),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  parts: Type.Optional(Type.Array(Type.Object({ code: Code }), { maxItems: 2 })),
})
const good = { code: 'X', kind: 'A', size: '12' }
const reported = (value: unknown) => {
  const read = readBody(Thing, value, [])
  return read.ok ? [] : read.failure.map(({ path, code, message }) => `${path} ${code} ${message}`)
}

describe('a body that is read by its schema', () => {
  it('comes to its values, and to nothing that the schema does not name', () => {
    const read = readBody(Thing, { ...good, note: null, other: 1, parts: [{ code: 'Y', more: 2 }] }, [])
    expect(read).toEqual({
      ok: true,
      value: { code: 'X', kind: 'A', size: 12n, note: null, parts: [{ code: 'Y' }] },
    })
  })

  it('a field that may be null is mandatory all the same, and says so', () => {
    const read = readBody(Type.Object({ days: Type.Union([Type.Integer(), Type.Null()]) }), {}, [])
    expect(read).toMatchObject({ failure: [{ path: '/days', code: 'REQUIRED', message: 'is mandatory' }] })
  })

  it.each<[string, unknown, readonly string[]]>([
    ['no object', [], [' WRONG_TYPE must be a JSON object']],
    [
      'nothing',
      {},
      ['/code REQUIRED must be capitals', '/kind REQUIRED must be A or B', '/size REQUIRED is mandatory'],
    ],
    [
      'all wrong, all at once',
      { code: 'x', kind: 'C', size: 'x', isTest: 1, count: 10, note: 1 },
      [
        '/code INVALID_FORMAT must be capitals',
        '/kind UNKNOWN_VALUE must be A or B',
        '/size WRONG_TYPE must be digits',
        '/isTest WRONG_TYPE must be true or false',
        '/count OUT_OF_RANGE must be a whole number from 1 to 9',
        '/note WRONG_TYPE must be a string',
      ],
    ],
    [
      'a list that is too long',
      { ...good, parts: [1, 2, 3] },
      ['/parts WRONG_TYPE must be a list of at most 2'],
    ],
    [
      'items that do not fit',
      { ...good, parts: [{ code: 'y' }, 1] },
      ['/parts/0/code INVALID_FORMAT must be capitals', '/parts/1 WRONG_TYPE must be a JSON object'],
    ],
    [
      'what the reader of a value would take, and its schema does not',
      { ...good, size: '1234' },
      ['/size INVALID_FORMAT does not match the format'],
    ],
  ])('that is %s says so', (_what, value, faults) => {
    expect(reported(value)).toEqual(faults)
  })

  it('leaves the other parts to the rules across fields', () => {
    expect(readBody(Thing, { ...good, kind: 'C', parts: [1] }, [])).toMatchObject({
      ok: false,
      given: { code: 'X', size: 12n },
    })
  })

  it('is refused where its property is not its own', () => {
    expect(reported(Object.create(good))).toHaveLength(3)
  })

  it('never takes what the description refuses, nor refuses what it takes', () => {
    const Plain = Type.Object({ ...Thing.properties, size: Type.Integer() })
    const value = fc.record(
      {
        code: fc.oneof(fc.constant('AB'), fc.string()),
        kind: fc.oneof(fc.constant('A'), fc.anything()),
        size: fc.oneof(fc.integer(), fc.string()),
        isTest: fc.oneof(fc.boolean(), fc.constant(null)),
        count: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.double()),
        note: fc.oneof(fc.string(), fc.constant(null), fc.integer()),
        parts: fc.array(fc.oneof(fc.record({ code: fc.constant('A') }), fc.anything()), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(value, (each) => {
        expect(readBody(Plain, each, []).ok).toBe(Check(Plain, each))
      }),
    )
  })
})
