/**
 * Reads a request by the schema that describes it, so what is documented is what is checked.
 *
 * All faults are collected, each with its JSON Pointer. Only what the schema names is read. A part that does not match is left
 * out of the result, so that rules across fields can still check the others. A schema may have its own message (`worded`), and a
 * function that converts the value (`readAs`). Without its own, the message is made from the schema. Never repeats what was sent.
 * Pure.
 */
import type { Fault, FaultCode } from '@sluice/core/foundation/faults.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'

/** The parts of a fault besides its path. */
export type Saying = Omit<Fault, 'path'>

/** The position of a value in a request. */
export interface Place {
  readonly path: string
  /** Pointers of numbers with more than 15 significant digits. */
  readonly imprecise: readonly string[]
}

type Read<Value> = (value: unknown, place: Place) => Result<Value, readonly Fault[]>

/** The message for an invalid value, and the conversion of a valid one. */
class Notes {
  readonly saying: Saying | undefined
  /** The message if it is missing. */
  readonly missing: string | undefined
  /** The message applies to everything inside, not only to the list or object itself. */
  readonly whole: boolean
  readonly read: Read<unknown> | undefined

  constructor(notes: Partial<Pick<Notes, 'saying' | 'missing' | 'whole' | 'read'>>) {
    this.saying = notes.saying
    this.missing = notes.missing ?? notes.saying?.message
    this.whole = notes.whole ?? false
    this.read = notes.read
  }
}

/** Hidden like TypeBox's own marks: it stays with a schema that is made optional, and appears in no description. */
const NOTES = '~notes'

const noted = <Schema extends TSchema>(schema: Schema, notes: Notes): Schema =>
  Object.defineProperty(schema, NOTES, { value: notes, enumerable: false })

function notesOf(schema: TSchema): Notes | undefined {
  const notes: unknown = Reflect.get(schema, NOTES)
  return notes instanceof Notes ? notes : undefined
}

/**
 * Gives a schema its own message.
 * @param schema is modified: pass one that was just created
 * @param missing the message if it is mandatory and missing; default: the same message
 */
export const worded = <Schema extends TSchema>(
  schema: Schema,
  code: FaultCode,
  message: string,
  { missing, whole = true }: { readonly missing?: string; readonly whole?: boolean } = {},
): Schema =>
  noted(schema, new Notes({ saying: { code, message }, whole, ...(missing !== undefined && { missing }) }))

/**
 * Converts a value: to money, a currency, a time.
 * @param schema for what is sent. A value that it rejects stays rejected, whatever `read` returns.
 */
export const readAs = <Value>(schema: TSchema, read: Read<Value>, missing = MANDATORY) =>
  noted(Type.Unsafe<Value>(schema), new Notes({ read, missing }))

const MANDATORY = 'is mandatory'
/** A sender of a thousand invalid items need not see all of them. */
const MAX_FAULTS = 50

/** The readable parts of a value: invalid properties are missing, and invalid list items undefined. */
export type Given<Value> = Value extends string | number | bigint | boolean | null | undefined | Money
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Given<Item> | undefined)[]
    : { readonly [Name in keyof Value]?: Given<Value[Name]> | undefined }

/** The result of reading a request: all of it, or the faults and the readable parts. */
export type Reading<Value, Part = Given<Value>> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: readonly Fault[]; readonly given: Part }

/** How rules across fields report faults. */
export interface Terms {
  /** The body as it was sent: what is present here with faults was not left out. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly imprecise: readonly string[]
  /** Ignored if the schema has already reported a fault at this path. */
  say(path: string, code: FaultCode, message: string): undefined
  /** Adds faults found elsewhere. */
  add(faults: readonly Fault[]): undefined
}

/** The rules across fields, and their result. Also called if there are faults, with the readable parts. */
export type Rules<Value, Checked> = (given: Given<Value>, terms: Terms) => Checked | undefined

/** A body as it was received. */
export interface Sent {
  readonly body: unknown
  readonly imprecise: readonly string[]
}

/** Reads a body by its schema and by rules across its fields, with all faults of both. */
export function readByRules<Schema extends TSchema, Checked>(
  schema: Schema,
  { body, imprecise }: Sent,
  rules: Rules<Static<Schema>, Checked>,
): Result<Checked, readonly Fault[]> {
  const read = readBody(schema, body, imprecise)
  const faults = read.ok ? [] : [...read.failure]
  if (!isRecord(body)) return fail(faults)
  const reported = new Set(faults.map(({ path }) => path))
  const add = (found: readonly Fault[]) =>
    void faults.push(...found.filter(({ path }) => !reported.has(path)))
  const say: Terms['say'] = (path, code, message) => add([{ path, code, message }])
  const checked = rules(read.ok ? givenWhole(read.value) : read.given, { sent: body, imprecise, say, add })
  if (faults.length > 0) return fail(faults.slice(0, MAX_FAULTS))
  assert(checked !== undefined, 'a body without faults comes to something')
  return succeed(checked)
}

/** A complete value is also a partial one. */
const givenWhole = <Value>(value: Value): Given<Value> => value as Given<Value>

/** Reads a body. */
export const readBody = <Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  imprecise: readonly string[],
): Reading<Static<Schema>> => readTyped(schema, value, imprecise)

/** For each schema, the type that it describes. */
export type Values<Schemas> = {
  readonly [Name in keyof Schemas]: Schemas[Name] extends TSchema ? Static<Schemas[Name]> : never
}

/** Reads path or query parameters, each by the schema of its name. */
export const readParameters = <Schemas extends Readonly<Record<string, TSchema>>>(
  schemas: Schemas | undefined,
  values: unknown,
): Reading<Values<Schemas>, Partial<Values<Schemas>>> => readTyped(Type.Object({ ...schemas }), values, [])

function readTyped<Value, Part>(
  schema: TSchema,
  value: unknown,
  imprecise: readonly string[],
): Reading<Value, Part> {
  const faults: Fault[] = []
  const read = visit(schema, value, { path: '', imprecise }, faults)
  // The only place where a checked value gets the type of its schema.
  if (faults.length === 0) return { ok: true, value: read as Value }
  return { ok: false, failure: faults.slice(0, MAX_FAULTS), given: (read ?? {}) as Part }
}

/** Whether it has its own message. */
export const isWorded = (schema: TSchema): boolean => notesOf(schema) !== undefined

/** @returns the readable part */
function visit(schema: TSchema, value: unknown, place: Place, faults: Fault[]): unknown {
  const notes = notesOf(schema)
  const refuse = ({ code, message }: Saying): undefined => {
    faults.push({ path: place.path, code, message })
  }
  if (notes?.read) {
    const read = notes.read(value, place)
    if (!read.ok) {
      faults.push(...read.failure)
      return undefined
    }
    return Check(schema, value) ? read.value : refuse(wordsOf(schema, value))
  }
  if (notes?.whole) return Check(schema, value) ? value : refuse(notes.saying ?? wordsOf(schema, value))
  const inner = nullable(schema)
  if (inner) return value === null ? null : visit(inner, value, place, faults)
  if (Type.IsObject(schema)) {
    if (isRecord(value)) return visitObject(schema, value, place, faults)
  } else if (Type.IsArray(schema)) {
    if (Array.isArray(value) && Check({ ...boundsOf(schema), type: 'array' }, value))
      return visitList(schema.items, value, place, faults)
  } else if (Type.IsRecord(schema)) {
    if (isRecord(value) && Check({ ...boundsOf(schema), type: 'object' }, value))
      return visitRecord(Type.RecordValue(schema), value, place, faults)
  } else if (Check(schema, value)) return value
  return refuse(notes?.saying ?? wordsOf(schema, value))
}

function visitObject(
  schema: TSchema & { readonly properties: TProperties },
  value: Readonly<Record<string, unknown>>,
  place: Place,
  faults: Fault[],
): object {
  const { properties, additionalProperties } = schema as typeof schema & { additionalProperties?: unknown }
  if (additionalProperties === false) {
    const names = Object.keys(properties)
    for (const name of Object.keys(value).filter((each) => !Object.hasOwn(properties, each)))
      faults.push({
        path: pointerTo(place.path, name),
        code: 'UNKNOWN_FIELD',
        message: `is unknown; known fields are ${names.join(', ')}`,
      })
  }
  const read: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const path = pointerTo(place.path, name)
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given === undefined) {
      if (Type.IsOptional(property)) continue
      faults.push({ path, code: 'REQUIRED', message: missingWords(property) })
      continue
    }
    const member = visit(property, given, { ...place, path }, faults)
    if (member !== undefined) read[name] = member
  }
  return read
}

/** A missing value gets the message of an invalid one. */
function missingWords(schema: TSchema): string {
  const reported = notesOf(schema)?.missing
  if (reported !== undefined) return reported
  const isChoice = Type.IsBoolean(schema) || (Type.IsUnion(schema) && nullable(schema) === undefined)
  return isChoice ? wordsOf(schema).message : MANDATORY
}

function visitList(items: TSchema, value: readonly unknown[], place: Place, faults: Fault[]) {
  return value.map((item, index) =>
    visit(items, item, { ...place, path: pointerTo(place.path, index) }, faults),
  )
}

function visitRecord(member: TSchema, value: object, place: Place, faults: Fault[]) {
  const read = Object.entries(value).map(([name, each]) => [
    name,
    visit(member, each, { ...place, path: pointerTo(place.path, name) }, faults),
  ])
  return Object.fromEntries(read)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For a schema or null, the schema. */
function nullable(schema: TSchema): TSchema | undefined {
  if (!Type.IsUnion(schema) || !schema.anyOf.some(Type.IsNull)) return undefined
  const [inner, ...others] = schema.anyOf.filter((each) => !Type.IsNull(each))
  return others.length === 0 ? inner : undefined
}

const literalsOf = (schema: TSchema): readonly string[] =>
  Type.IsUnion(schema)
    ? schema.anyOf.flatMap((each) => (Type.IsLiteral(each) ? [String(each.const)] : []))
    : []

/** `A or B`, `one of A, B, C`. */
export const oneOf = (values: readonly string[]): string =>
  values.length < 3 ? values.join(' or ') : `one of ${values.join(', ')}`

/** What a schema requires, in words. */
function wordsOf(schema: TSchema, value?: unknown): Saying {
  const literals = literalsOf(schema)
  if (literals.length > 0) return { code: 'UNKNOWN_VALUE', message: `must be ${oneOf(literals)}` }
  if (Type.IsBoolean(schema)) return { code: 'WRONG_TYPE', message: 'must be true or false' }
  if (Type.IsObject(schema) || Type.IsRecord(schema))
    return { code: 'WRONG_TYPE', message: 'must be a JSON object' }
  if (Type.IsArray(schema)) return { code: 'WRONG_TYPE', message: `must be a list${sizeOf(schema)}` }
  if (Type.IsInteger(schema))
    return { code: 'OUT_OF_RANGE', message: `must be a whole number${rangeOf(schema)}` }
  if (Type.IsNumber(schema))
    return {
      code: 'WRONG_TYPE',
      message: 'must be a number such as 1500.50, with a point and without quotation marks',
    }
  return typeof value === 'string'
    ? { code: 'INVALID_FORMAT', message: 'does not match the format' }
    : { code: 'WRONG_TYPE', message: 'must be a string' }
}

/** What a message says about a list, a record or a number besides its type. */
interface Bounds {
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly minimum?: number
  readonly maximum?: number
}

const boundsOf = ({
  minItems,
  maxItems,
  uniqueItems,
  minProperties,
  minimum,
  maximum,
}: TSchema & Bounds): Bounds => ({
  ...(minItems !== undefined && { minItems }),
  ...(maxItems !== undefined && { maxItems }),
  ...(uniqueItems !== undefined && { uniqueItems }),
  ...(minProperties !== undefined && { minProperties }),
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
})

function rangeOf(schema: TSchema): string {
  const { minimum, maximum } = boundsOf(schema)
  const from = minimum === undefined ? '' : ` from ${minimum}`
  return maximum === undefined ? from : `${from} to ${maximum}`
}

function sizeOf(schema: TSchema): string {
  const { minItems, maxItems } = boundsOf(schema)
  if (minItems !== undefined && maxItems !== undefined) return ` of ${minItems} to ${maxItems}`
  if (minItems !== undefined) return ` of at least ${minItems}`
  return maxItems === undefined ? '' : ` of at most ${maxItems}`
}
