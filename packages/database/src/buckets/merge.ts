/** Puts the answers of several buckets together, as a statement's `whose` says. */
import type { Row, Several, Value } from '../port.ts'

export function merged(
  answers: readonly (readonly Row[])[],
  several: Several,
  values: readonly Value[],
): readonly Row[] {
  switch (several.each) {
    case 'rows':
    case 'own':
      return answers.flat()
    case 'sorted':
      return answers.flat().sort(comparing(several.by)).slice(0, limitOf(several.limit, values))
    case 'folded':
      return folded(answers.flat(), several)
  }
}

function limitOf(
  limit: number | { readonly parameter: number } | undefined,
  values: readonly Value[],
): number | undefined {
  if (typeof limit === 'number' || limit === undefined) return limit
  const value = values[limit.parameter - 1]
  if (typeof value !== 'number')
    throw new Error(`parameter ${limit.parameter} is a limit and must be a number`)
  return value
}

type Comparison = (one: Row, other: Row) => number

/** As PostgreSQL sorts in the C locale: nulls last when ascending, first when descending. */
const comparing =
  (columns: readonly string[]): Comparison =>
  (one, other) => {
    for (const column of columns) {
      const isDescending = column.startsWith('-')
      const name = isDescending ? column.slice(1) : column
      const difference = compared(one[name], other[name])
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return 0
  }

export function compared(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === null || one === undefined) return 1
  if (other === null || other === undefined) return -1
  if (typeof one === 'string' && typeof other === 'string') return byBytes(one, other)
  if (isNumeric(one) && isNumeric(other)) return one < other ? -1 : one > other ? 1 : 0
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other)
  throw new Error('a column to sort by must be text, a number or a boolean')
}

/** UTF-16 and UTF-8 order differ above U+FFFF. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

type Folded = Extract<Several, { readonly each: 'folded' }>

function folded(
  rows: readonly Row[],
  { by = [], sum = [], least = [], greatest = [], some = [] }: Folded,
): readonly Row[] {
  const groups = new Map<string, Record<string, unknown>>()
  for (const row of rows) {
    const key = JSON.stringify(by.map((column) => String(row[column])))
    const group = groups.get(key)
    if (group === undefined) {
      groups.set(key, { ...row })
      continue
    }
    for (const column of sum) group[column] = added(group[column], row[column])
    for (const column of least) group[column] = chosen(group[column], row[column], -1)
    for (const column of greatest) group[column] = chosen(group[column], row[column], 1)
    for (const column of some) group[column] = group[column] === true || row[column] === true
  }
  return [...groups.values()].sort(comparing(by))
}

function added(one: unknown, other: unknown): unknown {
  if (one === null) return other
  if (other === null) return one
  if (typeof one === 'number' && typeof other === 'number') return one + other
  if (typeof one === 'bigint' && typeof other === 'bigint') return one + other
  throw new Error('a column to add up must be a number')
}

/** Nulls do not count. */
function chosen(one: unknown, other: unknown, sign: 1 | -1): unknown {
  if (one === null) return other
  if (other === null) return one
  return compared(other, one) * sign > 0 ? other : one
}
