/**
 * Turns the bytes of a JSON document into a value that the rest of the gateway can trust. The same reader is used for requests and for the
 * answers of connectors and blockchain nodes, so text that a database cannot store is caught everywhere.
 *
 * - Strict UTF-8 and strict JSON, limited depth, and no string that a database cannot store.
 * - Names that could change an object's prototype when merged (`__proto__`, a `constructor` with a `prototype`) are left out. So
 *   are null properties of a request.
 * - The bytes are kept as received, because signatures cover them.
 * - Numbers that a double cannot hold exactly are listed by JSON Pointer and not rejected, because an unknown property must be
 *   ignored whatever it holds.
 * - A request in which an object has the same name twice is rejected: its bytes are signed, and another reader of the same bytes
 *   may use the other value.
 * - Never throws: what is wrong with a body is a value.
 */
import type { Fault } from './faults.ts'
import { jsonFault } from './json-fault.ts'
import { namesWritten, repeatedNames } from './json-names.ts'
import { fail, type Result, succeed } from './result.ts'

const MAX_DEPTH = 32
/**
 * More than any body of 64 KiB can hold. The larger bodies of some paths could hold half a million, and block
 * everything for a second.
 */
const MAX_VALUES = 50_000
const MAX_FAULTS = 50
/** A key may be as long as the body, and appear in the pointer of every fault. */
const MAX_POINTER = 1_000
/** A double holds any number with so many digits exactly. */
const MAX_SIGNIFICANT_DIGITS = 15

/** Why a document is refused: the text as a whole, or values in it. */
export type JsonRefusal =
  | { readonly type: 'malformed'; readonly detail: string }
  | { readonly type: 'invalid'; readonly faults: readonly Fault[] }

export interface ParsedBody {
  readonly value: unknown
  /** JSON Pointers of numbers with more than 15 significant digits in their text, or beyond a double's range. */
  readonly impreciseNumbers: readonly string[]
}

/** Replaces an imprecise number until the walk has found its position. */
class Imprecise {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

interface Findings {
  tooDeep: boolean
  values: number
  readonly maxValues: number
  /** In JSON a NUL is only possible as an escape, and half a surrogate pair only if the text has one. */
  readonly mayBeUnstorable: boolean
  readonly unstorable: string[]
  readonly imprecise: string[]
  /** Of all objects together. */
  names: number
}

/** Only a text that matches can have an imprecise number. It also matches inside strings, which only costs time. */
const MAYBE_IMPRECISE = /[0-9][0-9.]{15}|[0-9][eE][+-]?[0-9]/

/**
 * Parses what somebody sends us.
 * @param nulls whether null properties are left out or kept; in a partial change, null removes a value
 */
export function parseDocument(
  bytes: Uint8Array,
  nulls: 'left-out' | 'kept' = 'left-out',
): Result<ParsedBody, JsonRefusal> {
  if (bytes.length === 0) return fail(malformed('the body is empty; a JSON document is expected'))
  const text = decodeUtf8(bytes)
  if (text === undefined) return fail(malformed(notUtf8(bytes)))
  const parsed = parseChecked(text, MAX_VALUES, 'once')
  if (parsed.ok && nulls === 'left-out' && text.includes('null')) leaveOutNulls(parsed.value.value)
  return parsed
}

const malformed = (detail: string): JsonRefusal => ({ type: 'malformed', detail })

/** Never deeper than `MAX_DEPTH`, which the walk has checked. */
function leaveOutNulls(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (member === null && !Array.isArray(value)) Reflect.deleteProperty(value, key)
    else leaveOutNulls(member)
  }
}

/**
 * For answers from others: like `parseDocument`, of text. If a name is repeated, the last value counts, because nobody else reads the
 * same answer.
 * @param maxValues if an answer may hold more than a request
 */
export const parseJson = (text: string, maxValues = MAX_VALUES): Result<ParsedBody, JsonRefusal> =>
  parseChecked(text, maxValues, 'last counts')

function parseChecked(
  text: string,
  maxValues: number,
  names: 'once' | 'last counts',
): Result<ParsedBody, JsonRefusal> {
  const parsed = parseText(text, maxValues)
  if (parsed === undefined) return fail(malformed(notJson(text)))
  const refusal = refusalOf(parsed.findings) ?? (names === 'once' ? twice(text, parsed.findings) : undefined)
  if (refusal !== undefined) return fail(refusal)
  if (!MAYBE_IMPRECISE.test(text)) return succeed({ value: parsed.value, impreciseNumbers: [] })
  const marked: unknown = JSON.parse(text, markImprecise)
  const holder = { root: marked }
  const findings = walk(holder, maxValues, text)
  return succeed({ value: holder.root, impreciseNumbers: findings.imprecise })
}

/**
 * If a name is repeated in an object, the text has more names than the value. If a name may be written with an escape, only the
 * text is checked: one test run in seven had missed such a name by counting, for a reason that was not found.
 */
function twice(text: string, { names }: Findings): JsonRefusal | undefined {
  if (!text.includes('\\') && namesWritten(text) === names) return undefined
  const errors: Fault[] = []
  for (const path of repeatedNames(text, MAX_FAULTS))
    errors.push({
      path: shortened(path.reduce<string>(pointerTo, '')),
      code: 'DUPLICATE_NAME',
      message: 'appears more than once in its object: send it once',
    })
  return errors.length === 0 ? undefined : { type: 'invalid', faults: errors }
}

function notJson(text: string): string {
  const fault = jsonFault(text)
  const where = fault && `: at line ${fault.line}, column ${fault.column}, ${fault.expected} was expected`
  return `the body is not valid JSON${where ?? ''}`
}

/** RFC 6901. */
export function pointerTo(parent: string, key: string | number): string {
  const text = String(key)
  const isPlain = !text.includes('~') && !text.includes('/')
  return `${parent}/${isPlain ? text : text.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The byte order mark is kept, so that JSON.parse rejects it: JSON over a network must not have one (RFC 8259, 8.1). */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The longest prefix that is valid UTF-8; the fault comes after it. */
function notUtf8(bytes: Uint8Array): string {
  let right = 0
  let wrong = bytes.length + 1
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1
    if (mayGoOn(bytes.subarray(0, middle))) right = middle
    else wrong = middle
  }
  return `the body is not valid UTF-8: ${right === bytes.length ? 'it ends in the middle of a character' : `see byte ${right + 1}`}`
}

function mayGoOn(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function parseText(text: string, maxValues: number): { value: unknown; findings: Findings } | undefined {
  try {
    const root: unknown = JSON.parse(text)
    const names = isPlain(text, maxValues) ? namesIn(root, MAX_DEPTH) : TOO_DEEP
    if (names !== TOO_DEEP) return { findings: { ...NOTHING, names }, value: root }
    const holder = { root }
    return { findings: walk(holder, maxValues, text), value: holder.root }
  } catch {
    return undefined
  }
}

/** The findings for nearly every body. */
const NOTHING: Findings = {
  tooDeep: false,
  values: 0,
  maxValues: MAX_VALUES,
  mayBeUnstorable: false,
  unstorable: [],
  imprecise: [],
  names: 0,
}

/**
 * A value takes at least two characters. Whatever must be left out or rejected is either visible in the text, or written with an
 * escape.
 */
const isPlain = (text: string, maxValues: number): boolean =>
  text.length < 2 * maxValues &&
  !text.includes('\\u') &&
  !text.includes('__proto__') &&
  !text.includes('constructor') &&
  text.isWellFormed()

const TOO_DEEP = -1

/** The number of names in its objects. @param levels the maximum depth; beyond it the result is `TOO_DEEP` */
function namesIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (levels === 0) return TOO_DEEP
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let names = Array.isArray(value) ? 0 : members.length
  for (const member of members) {
    if (typeof member !== 'object' || member === null) continue
    const inner = namesIn(member, levels - 1)
    if (inner === TOO_DEEP) return TOO_DEEP
    names += inner
  }
  return names
}

function refusalOf(findings: Findings): JsonRefusal | undefined {
  if (findings.tooDeep) return malformed(`the body is nested deeper than ${MAX_DEPTH} levels`)
  if (findings.values > findings.maxValues)
    return malformed(`the body has more than ${findings.maxValues} values: send it in parts`)
  if (findings.unstorable.length === 0) return undefined
  const errors: Fault[] = findings.unstorable.map((path) => ({
    path,
    code: 'INVALID_CHARACTER',
    message: 'must not contain a NUL character or a lone surrogate',
  }))
  return { type: 'invalid', faults: errors }
}

function markImprecise(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return isImprecise(context.source, value) ? new Imprecise(value) : value
}

function isImprecise(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true
  const [mantissa = ''] = source.split(/[eE]/)
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  const underflown = value === 0 && digits !== ''
  return underflown || digits.length > MAX_SIGNIFICANT_DIGITS
}

/** Visits every value once, and puts the numbers back in place of their markers. */
function walk(holder: { root: unknown }, maxValues: number, text: string): Findings {
  const mayBeUnstorable = text.includes('\\u') || !text.isWellFormed()
  const findings: Findings = {
    tooDeep: false,
    values: 0,
    maxValues,
    mayBeUnstorable,
    unstorable: [],
    imprecise: [],
    names: 0,
  }
  holder.root = visit(holder.root, '', 0, findings)
  return findings
}

function visit(value: unknown, pointer: string, depth: number, findings: Findings): unknown {
  findings.values += 1
  if (findings.values > findings.maxValues) return value
  if (typeof value === 'string') {
    if (findings.mayBeUnstorable && !storable(value)) note(findings.unstorable, pointer)
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Imprecise) {
    findings.imprecise.push(pointer)
    return value.value
  }
  if (depth >= MAX_DEPTH) {
    findings.tooDeep = true
    return value
  }
  if (Array.isArray(value)) visitList(value, pointer, depth, findings)
  else visitObject(value as Record<string, unknown>, pointer, depth, findings)
  return value
}

function visitList(list: unknown[], pointer: string, depth: number, findings: Findings): void {
  for (let index = 0; index < list.length; index += 1) {
    list[index] = visit(list[index], `${pointer}/${index}`, depth + 1, findings)
  }
}

function visitObject(
  object: Record<string, unknown>,
  pointer: string,
  depth: number,
  findings: Findings,
): void {
  const keys = Object.keys(object)
  findings.names += keys.length
  for (const key of keys) {
    const member = object[key]
    if (key === '__proto__' || (key === 'constructor' && hasPrototype(member))) {
      delete object[key]
      continue
    }
    const path = pointerTo(pointer, key)
    if (findings.mayBeUnstorable && !storable(key))
      note(findings.unstorable, pointerTo(pointer, key.toWellFormed().replaceAll('\0', '\uFFFD')))
    object[key] = visit(member, path, depth + 1, findings)
  }
}

const hasPrototype = (member: unknown): boolean =>
  typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype')

const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function note(list: string[], pointer: string): void {
  if (list.length < MAX_FAULTS) list.push(shortened(pointer))
}

/** As it may appear in an answer. */
const shortened = (pointer: string): string =>
  pointer.slice(0, MAX_POINTER).toWellFormed().replaceAll('\0', '\uFFFD')
