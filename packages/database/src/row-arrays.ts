/**
 * Statements that write many rows: an array parameter for each column, in binary (`binary-array.ts`).
 *
 * As JSON the same rows cost PostgreSQL more than half as much again, because each value is parsed as text twice, and because the
 * planner cannot count the elements and plans again at each call. The plan of these statements is kept, however few rows there
 * are: the planner does not count the elements of one column (`kept-plans.ts`), and the longest array is the one that matters.
 *
 * Knows no tables; the modules that own them decide which rows go where.
 */
import type { ArrayOf, Element, ElementType } from './binary-array.ts'
import { uncounted } from './kept-plans.ts'
import type { SqlCall, SqlStatement } from './port.ts'

/** Its name, its type on the wire and, if different, its type in SQL. */
export type RowColumn = readonly [name: string, type: ElementType, is?: 'jsonb']
export type RowColumns = readonly RowColumn[]

/** A row to write: amounts and documents as text, times as ISO 8601. Missing values become null. */
export type RowOut = Readonly<Record<string, Element>>

/** A statement of rows, and their columns: its parameters are these columns in order, from `$1` on. */
export interface RowsStatement<Name extends string = string> extends SqlStatement<Name> {
  readonly columns: RowColumns
}

const rowOfColumns = (columns: RowColumns, expressions: readonly string[]): string =>
  columns.map(([name], index) => `${expressions[index]} as ${name}`).join(', ')

const unnested = (columns: RowColumns): readonly string[] =>
  columns.map(([, type, is], index) => {
    const array = `$${index + 1}::${type}[]`
    return `unnest(${index === 0 ? uncounted(array) : array})${is === undefined ? '' : `::${is}`}`
  })

export const names = (columns: RowColumns): string => columns.map(([name]) => name).join(', ')

/**
 * The rows, for a statement to select from. In the select list they are not copied first, as they would be in a `from` clause.
 */
export const givenRows = (columns: RowColumns): string =>
  `(select ${rowOfColumns(columns, unnested(columns))}) r`

/** Inserts the rows in the order of the arrays. @param tail what follows, such as `on conflict …` */
export const insertRows = (table: string, columns: RowColumns, tail = ''): string =>
  `insert into ${table} (${names(columns)}) select ${unnested(columns).join(', ')} ${tail}`

/** Like `insertRows`, in this order. Use `r` to refer to the rows' columns. */
export const insertRowsInOrder = (table: string, columns: RowColumns, order: string, tail: string): string =>
  `insert into ${table} (${names(columns)}) select ${columns.map(([name]) => `r.${name}`).join(', ')} from ${givenRows(columns)} order by ${order} ${tail}`

/** An array for each column. Other properties of the rows are ignored. */
export const arraysOf = (columns: RowColumns, rows: readonly RowOut[]): readonly ArrayOf[] =>
  columns.map(([name, type]) => ({ type, elements: rows.map((row) => row[name] ?? null) }))

/** The statement's call with these rows. */
export const callWithRows = <Name extends string>(
  statement: RowsStatement<Name>,
  rows: readonly RowOut[],
): SqlCall<Name> => ({
  statement,
  values: arraysOf(statement.columns, rows),
})

/** The rows of such a call. */
export function rowsInCall({ columns }: RowsStatement, { values }: SqlCall): readonly RowOut[] {
  const arrays = columns.map((_, index) => {
    const value = values[index]
    if (typeof value !== 'object' || value === null || !('elements' in value))
      throw new Error('a call without an array for each column')
    return value.elements
  })
  const [first = []] = arrays
  return first.map((_, row) =>
    Object.fromEntries(columns.map(([name], index) => [name, arrays[index]?.[row] ?? null])),
  )
}
