/**
 * Columns made of the schema that describes a list's items, so that a list which is declared has its table: `fee: { amount }` is the
 * column `fee.amount`.
 *
 * Numbers with decimals are money here, and are shown as the text that JSON has; lists of words are joined; what has no fixed shape is its
 * JSON. Of things that may be one or the other, there is a column for what either may have. Pure.
 */
import { timeOnly } from '../../foundation/instants.ts'
import type { SheetColumn } from './sheet.ts'

type Item = object
type Part = unknown

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param schema of an item, as JSON Schema */
export function columnsOf(schema: object): readonly SheetColumn<Item>[] {
  const columns = columnsAt(schema, [])
  // Of variants that share a member, the first one says what it is.
  return [...new Map(columns.map((column) => [column.name, column])).values()]
}

function columnsAt(schema: unknown, path: readonly string[]): readonly SheetColumn<Item>[] {
  if (!isPlain(schema)) return []
  const variants = variantsOf(schema)
  if (variants.length === 1) return columnsAt(variants[0], path)
  if (variants.length > 1 && variants.every(hasMembers))
    return variants.flatMap((each) => columnsAt(each, path))
  if (hasMembers(schema)) {
    const members = Object.entries(schema.properties)
    return members.flatMap(([name, member]) => columnsAt(member, [...path, name]))
  }
  return path.length === 0 ? [] : [column(schema, path)]
}

/** What it may be, besides nothing. */
function variantsOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(choices)) return []
  return choices.filter((each: unknown) => !isPlain(each) || each.type !== 'null')
}

interface WithMembers {
  readonly properties: Readonly<Record<string, unknown>>
}

/** An object that may hold anything besides is shown as a whole. */
const hasMembers = (schema: unknown): schema is WithMembers & Readonly<Record<string, unknown>> =>
  isPlain(schema) && isPlain(schema.properties) && Object.keys(schema.properties).length > 0

function column(schema: Readonly<Record<string, unknown>>, path: readonly string[]): SheetColumn<Item> {
  const name = path.join('.')
  const part = (item: Item): Part =>
    path.reduce<Part>((at, member) => (isPlain(at) ? at[member] : undefined), item)
  if (schema.type === 'integer') return { name, kind: 'integer', of: (item) => wholeOf(part(item)) }
  if (schema.type === 'number') return { name, kind: 'money', of: (item) => textOf(part(item)) }
  if (schema.type === 'string' && schema.format === 'date-time')
    return { name, kind: 'instant', of: (item) => instantOf(part(item)) }
  return { name, kind: 'text', of: (item) => textOf(part(item)) }
}

const wholeOf = (value: Part): number | bigint | undefined =>
  typeof value === 'bigint' || Number.isSafeInteger(value) ? (value as number | bigint) : undefined

const instantOf = (value: Part): number | undefined =>
  typeof value === 'string' ? timeOnly(value) : undefined

/** What is a word is shown as it is; what is made of more, as JSON has it. */
function textOf(value: Part): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return JSON.stringify(value)
}
