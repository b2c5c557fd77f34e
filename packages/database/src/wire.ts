/**
 * Encodes and decodes values, the same for both engines: everything travels as text and is converted to JavaScript here, so a row
 * looks the same from PGlite and PostgreSQL. Only arrays of a named type are sent in binary.
 *
 * int8 → BigInt; int2, int4, oid, float4, float8 → number; bool → boolean; timestamptz → epoch milliseconds; json, jsonb →
 * parsed; text[] → strings, int8[] → BigInts; all others (numeric, date, uuid, bytea, …) stay text. The drivers would turn `date`
 * and `timestamp` into a Date in the process's time zone, which is wrong in any other zone.
 */
import { binaryArray } from './binary-array.ts'
import type { Value } from './port.ts'

type Parse = (text: string) => unknown

const PLAIN_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/

const digitsAt = (text: string, at: number, count: number): number => {
  let value = 0
  for (let index = at; index < at + count; index += 1) value = value * 10 + text.charCodeAt(index) - 48
  return value
}

/** `2026-11-21 10:15:00.123+00`, in milliseconds or whole seconds: the format that we write, read in 70 instead of 250 ns. */
const usualInstant = (text: string): number | undefined => {
  const { length } = text
  if ((length !== 22 && length !== 26) || text[0] === '0' || !PLAIN_TIME.test(text)) return undefined
  const at = Date.UTC(
    digitsAt(text, 0, 4),
    digitsAt(text, 5, 2) - 1,
    digitsAt(text, 8, 2),
    digitsAt(text, 11, 2),
    digitsAt(text, 14, 2),
    digitsAt(text, 17, 2),
  )
  return length === 22 ? at : at + digitsAt(text, 20, 3)
}

/** Sessions run in UTC, so the offset is always +00. We never write times outside the years 1 to 9999: they throw. */
const instant: Parse = (text) => {
  const usual = usualInstant(text)
  if (usual !== undefined) return usual
  const parts = PLAIN_TIME.exec(text)
  if (parts === null) {
    if (text === 'infinity') return Number.POSITIVE_INFINITY
    if (text === '-infinity') return Number.NEGATIVE_INFINITY
    throw new Error('a timestamptz that is not in UTC or out of range')
  }
  return Date.parse(`${parts[1]}T${parts[2]}Z`)
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/g

/** Only one-dimensional arrays are used. */
const arrayOf =
  (element: Parse): Parse =>
  (text) => {
    return Array.from(text.matchAll(ELEMENT), ([, quoted, bare]) => {
      if (quoted !== undefined) return element(quoted.replace(/\\(.)/gs, '$1'))
      return bare === 'NULL' ? null : element(bare ?? '')
    })
  }

const asText: Parse = (text) => text

/** By the type's OID, which PostgreSQL never changes (`select oid, typname from pg_type`). */
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [16, (text) => text === 't'],
  [20, (text) => BigInt(text)],
  [21, Number],
  [23, Number],
  [26, Number],
  [700, Number],
  [701, Number],
  [114, (text) => JSON.parse(text)],
  [3802, (text) => JSON.parse(text)],
  [1184, instant],
  [1005, arrayOf(Number)],
  [1007, arrayOf(Number)],
  [1016, arrayOf((text) => BigInt(text))],
  [1009, arrayOf(asText)],
  [1015, arrayOf(asText)],
  [2951, arrayOf(asText)],
])

/** The parser for a column of the type with this OID. */
export const parserOf = (oid: number): Parse => PARSERS.get(oid) ?? asText

const quoted = (element: string): string => `"${element.replace(/[\\"]/g, '\\$&')}"`

/** A bound value in the protocol: PostgreSQL's text format, or bytes for its binary format. */
export type Wired = string | Buffer | null

/** @throws Error for anything but a `Value`, which is a bug, before anything is sent */
export const wired = (value: Value): Wired => {
  if (value === null) return null
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      if (Array.isArray(value)) return `{${value.map(quoted).join(',')}}`
      if (typeof value === 'object' && 'elements' in value) return binaryArray(value)
      throw new Error(`a value of type ${typeof value} cannot be bound`)
  }
}
