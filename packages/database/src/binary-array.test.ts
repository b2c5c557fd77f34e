import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../test/setup/shared.ts'
import { binaryArray, type Element, type ElementType } from './binary-array.ts'
import type { Opened } from './testing.ts'

const whole = (bits: number) => {
  const beyond = 2n ** BigInt(bits - 1)
  return fc.bigInt({ min: -beyond, max: beyond - 1n })
}
/** What may be sent of each type: a database holds no NUL and no half of a pair, and we no year beyond 9999. */
const ELEMENTS: Readonly<Record<ElementType, fc.Arbitrary<Element>>> = {
  text: fc.oneof(
    fc.string(),
    anyText().filter((text) => text.isWellFormed() && !text.includes('\0')),
    fc.nat({ max: 5_000 }).map((length) => 'x'.repeat(length)),
  ),
  uuid: fc.uuid(),
  boolean: fc.boolean(),
  smallint: whole(16).map(Number),
  integer: whole(32).map(Number),
  bigint: whole(64).map(String),
  timestamptz: fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
}
/** As the database gives an element back. */
const READ: Partial<Record<ElementType, (element: Element) => unknown>> = {
  bigint: (element) => BigInt(String(element)),
  timestamptz: (element) => Date.parse(String(element)),
}
const TYPES = ['text', 'uuid', 'boolean', 'smallint', 'integer', 'bigint', 'timestamptz'] as const

describe.each(bothEngines)('an array in binary, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it.each(TYPES)('comes as it went, nulls and all: %s', (type) =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.option(ELEMENTS[type])), async (elements) => {
        const statement = { name: `echo_${type}`, text: `select unnest($1::${type}[]) as element` }
        const rows = await opened.database.run(statement, [{ type, elements }])
        const read = READ[type] ?? ((element: Element) => element)
        expect(rows.map((row) => row.element)).toEqual(
          elements.map((element) => (element === null ? null : read(element))),
        )
      }),
      { numRuns: 50 },
    ),
  )
})

it.each([
  ['text', 1],
  ['text', 'a\uD800b'],
  ['uuid', '01a2070f-1279-753a-b64c-34ddb931ad7'],
  ['uuid', '01A2070F-1279-753A-B64C-34DDB931AD7E'],
  ['boolean', 'true'],
  ['smallint', 32_768],
  ['smallint', 0.5],
  ['integer', 2 ** 31],
  ['integer', '1'],
  ['bigint', 1],
  ['bigint', ''],
  ['bigint', '9223372036854775808'],
  ['timestamptz', ''],
  ['timestamptz', '2026-11-23'],
  ['timestamptz', '2026-13-01T00:00:00.000Z'],
] as const)('what is no %s is an error before anything is sent: %j', (type, element) => {
  expect(() => binaryArray({ type, elements: [element] })).toThrow()
})
