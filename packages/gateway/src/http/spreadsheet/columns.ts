/**
 * Columns made from the schema of a list's items, so every declared list has a table: `fee: { amount }` becomes the column
 * `fee.amount`.
 *
 * Numbers with decimals are amounts, shown as in JSON. Lists of texts are joined. Values without a fixed shape are shown as JSON.
 * For alternatives there is a column for each member of any of them. Pure.
 */
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import type { SheetColumn } from './sheet.ts'

type Item = object
type Part = unknown

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param schema of an item, as JSON Schema */
export function columnsOf(schema: object): readonly SheetColumn<Item>[] {
  const columns = columnsAt(schema, [])
  // If variants share a member, the first one decides its type.
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

/** The alternatives besides null. */
function variantsOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(choices)) return []
  return choices.filter((each: unknown) => !isPlain(each) || each.type !== 'null')
}

interface WithMembers {
  readonly properties: Readonly<Record<string, unknown>>
}

/** An object that allows other members is shown as a whole. */
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

/** A plain value as it is, a compound one as JSON. */
function textOf(value: Part): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return JSON.stringify(value)
}
