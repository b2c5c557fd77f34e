/**
 * Statements that take many rows at once: an array for each column, in binary (`binary-array.ts`).
 *
 * As JSON the same rows cost PostgreSQL more than half as much again, because each value is read as text twice, and JSON of a length that
 * nobody has counted is planned anew at each call. The plan of these is kept however few rows there are: that of one column nobody
 * counts before it runs (`kept-plans.ts`), and it is the longest that counts.
 *
 * Knows no table. Which rows go where is the business of the rooms that own them.
 */
import type { ArrayOf, Element, ElementType } from './binary-array.ts'
import { uncounted } from './kept-plans.ts'
import type { SqlCall, SqlStatement } from './port.ts'

/** Its name, how its elements travel, and, where that is another one, its type in SQL. */
export type RowColumn = readonly [name: string, type: ElementType, is?: 'jsonb']
export type RowColumns = readonly RowColumn[]

/** A row on its way into a statement: amounts and documents as text, times as ISO 8601. What a column has nothing of is null. */
export type RowOut = Readonly<Record<string, Element>>

/** A statement of rows, and what they hold: its parameters are these columns from `$1` on, in their order. */
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

/** The rows, for a statement to select from. Side by side in the select list they are not copied first, as they would be in a `from` clause. */
export const givenRows = (columns: RowColumns): string =>
  `(select ${rowOfColumns(columns, unnested(columns))}) r`

/** Inserts the rows in the order of the arrays. @param tail what follows, such as `on conflict …` */
export const insertRows = (table: string, columns: RowColumns, tail = ''): string =>
  `insert into ${table} (${names(columns)}) select ${unnested(columns).join(', ')} ${tail}`

/** As `insertRows`, in this order; of the rows' columns it speaks as of `r`. */
export const insertRowsInOrder = (table: string, columns: RowColumns, order: string, tail: string): string =>
  `insert into ${table} (${names(columns)}) select ${columns.map(([name]) => `r.${name}`).join(', ')} from ${givenRows(columns)} order by ${order} ${tail}`

/** An array for each column. What the rows hold beside the columns does not travel. */
export const arraysOf = (columns: RowColumns, rows: readonly RowOut[]): readonly ArrayOf[] =>
  columns.map(([name, type]) => ({ type, elements: rows.map((row) => row[name] ?? null) }))

/** The call of it with these rows. */
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
