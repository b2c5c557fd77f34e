/**
 * An array of values of one type in PostgreSQL's binary format, which most written values use.
 *
 * The server reads an array's text letter by letter, and then parses each element by its type. In binary only lengths are read: a
 * create of 26 columns costs PostgreSQL 4 of 33 µs less, and this process 1 µs less than quoting. A value outside its type is a
 * bug, and throws before anything is sent.
 */
import { isoTime, writtenTime } from '@sluice/core/foundation/instants.ts'

/** PostgreSQL's OIDs of the types (`select oid, typname from pg_type`), which never change. */
const OIDS = {
  boolean: 16,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  timestamptz: 1184,
  uuid: 2950,
} as const

export type ElementType = keyof typeof OIDS

/** Times are ISO 8601 text, `bigint` is decimal text, as in a row's JSON. */
export type Element = string | number | boolean | null

export interface ArrayOf {
  readonly type: ElementType
  readonly elements: readonly Element[]
}

/** A length or count in the protocol: four bytes, big-endian. As a binary string. */
const int4 = (value: number): string =>
  String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)

/** For the lengths of nearly all texts. */
const LENGTHS = Array.from({ length: 2_048 }, (_, length) => int4(length))
/** A length in the protocol. */
export const lengthText = (bytes: number): string => LENGTHS[bytes] ?? int4(bytes)
/** In place of a null's length. */
export const NULL_LENGTH = int4(-1 >>> 0)
const HEADER_BYTES = 20

/** One dimension, counted from 1. */
const header = (type: ElementType, count: number, hasNulls: boolean): string =>
  int4(1) + int4(hasNulls ? 1 : 0) + int4(OIDS[type]) + int4(count) + int4(1)

export function binaryArray({ type, elements }: ArrayOf): Buffer {
  switch (type) {
    case 'text':
      return textArray(elements)
    case 'uuid':
      return fixedArray(type, 16, elements, writeUuid)
    case 'boolean':
      return fixedArray(type, 1, elements, writeBoolean)
    case 'smallint':
      return fixedArray(type, 2, elements, writeSmallint)
    case 'integer':
      return fixedArray(type, 4, elements, writeInteger)
    case 'bigint':
      return fixedArray(type, 8, elements, writeBigint)
    case 'timestamptz':
      return fixedArray(type, 8, elements, writeTime)
  }
}

const wrong = (type: ElementType): Error => new Error(`an element of ${type}[] is none`)

/** ASCII, as nearly all texts are, is concatenated as one binary string and written in one call: twice as fast as one by one. */
function textArray(elements: readonly Element[]): Buffer {
  let body = ''
  let hasNulls = false
  for (const element of elements) {
    if (element === null) {
      body += NULL_LENGTH
      hasNulls = true
    } else {
      if (typeof element !== 'string') throw wrong('text')
      const { length } = element
      if (Buffer.byteLength(element) !== length) return wideTextArray(elements)
      body += lengthText(length) + element
    }
  }
  return Buffer.from(header('text', elements.length, hasNulls) + body, 'latin1')
}

function wideTextArray(elements: readonly Element[]): Buffer {
  const parts = elements.map((element) => {
    if (element === null) return Buffer.from(NULL_LENGTH, 'latin1')
    // Half of a surrogate pair would silently be stored as another character.
    if (typeof element !== 'string' || !element.isWellFormed()) throw wrong('text')
    const bytes = Buffer.from(element)
    return Buffer.concat([Buffer.from(lengthText(bytes.length), 'latin1'), bytes])
  })
  return Buffer.concat([
    Buffer.from(header('text', parts.length, elements.includes(null)), 'latin1'),
    ...parts,
  ])
}

const UUID_LENGTH = 36
const HYPHEN = 45
const NO_DIGIT = 255
/** By character code; in lower case, as PostgreSQL writes them. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code))
  return digit === -1 ? NO_DIGIT : digit
})

const digitAt = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? NO_DIGIT

function writeUuid(element: Element, into: Buffer, start: number): boolean {
  if (typeof element !== 'string' || element.length !== UUID_LENGTH) return false
  let at = start
  for (let from = 0; from < UUID_LENGTH; from += 2) {
    if (from === 8 || from === 13 || from === 18 || from === 23) {
      if (element.charCodeAt(from) !== HYPHEN) return false
      from += 1
    }
    const high = digitAt(element, from)
    const low = digitAt(element, from + 1)
    if (high === NO_DIGIT || low === NO_DIGIT) return false
    into[at++] = (high << 4) | low
  }
  return true
}

/** @param write writes one element; false if it is not of the type */
function fixedArray(
  type: ElementType,
  bytes: number,
  elements: readonly Element[],
  write: (element: Element, into: Buffer, at: number) => boolean,
): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + elements.length * (4 + bytes))
  let at = HEADER_BYTES
  let hasNulls = false
  for (const element of elements) {
    if (element === null) {
      buffer.writeInt32BE(-1, at)
      at += 4
      hasNulls = true
    } else {
      buffer.writeInt32BE(bytes, at)
      if (!write(element, buffer, at + 4)) throw wrong(type)
      at += 4 + bytes
    }
  }
  buffer.write(header(type, elements.length, hasNulls), 'latin1')
  return buffer.subarray(0, at)
}

function writeBoolean(element: Element, into: Buffer, at: number): boolean {
  if (typeof element !== 'boolean') return false
  into.writeUInt8(element ? 1 : 0, at)
  return true
}

/** Node throws for values outside the range, but truncates fractions, so they are rejected here. */
function writeSmallint(element: Element, into: Buffer, at: number): boolean {
  if (!Number.isInteger(element)) return false
  into.writeInt16BE(Number(element), at)
  return true
}

function writeInteger(element: Element, into: Buffer, at: number): boolean {
  if (!Number.isInteger(element)) return false
  into.writeInt32BE(Number(element), at)
  return true
}

const DECIMAL = /^-?\d{1,19}$/
/** A number with so many characters is always exact as a double. */
const EXACT_CHARACTERS = 15
const TWO_32 = 2 ** 32

/** @param whole exact */
function writeInt64(whole: number, into: Buffer, at: number): void {
  const high = Math.floor(whole / TWO_32)
  into.writeInt32BE(high, at)
  into.writeUInt32BE(whole - high * TWO_32, at + 4)
}

function writeBigint(element: Element, into: Buffer, at: number): boolean {
  if (typeof element !== 'string' || !DECIMAL.test(element)) return false
  if (element.length <= EXACT_CHARACTERS) writeInt64(Number(element), into, at)
  else into.writeBigInt64BE(BigInt(element), at)
  return true
}

/** 1 January 2000: PostgreSQL counts microseconds from here. */
const EPOCH_MS = 946_684_800_000
/** Rows written at the same time repeat the same few times. */
const last = { text: isoTime(EPOCH_MS), ms: 0 }

function writeTime(element: Element, into: Buffer, at: number): boolean {
  if (typeof element !== 'string') return false
  if (element !== last.text) {
    const read = writtenTime(element)
    if (read === undefined) return false
    last.ms = read - EPOCH_MS
    last.text = element
  }
  const us = last.ms * 1_000
  if (Number.isSafeInteger(us)) writeInt64(us, into, at)
  else into.writeBigInt64BE(BigInt(last.ms) * 1_000n, at)
  return true
}
