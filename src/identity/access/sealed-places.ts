/**
 * Where sealed values stand: each column that holds some is a place, and says of itself what is needed to count them by their key and
 * to seal them anew. A room that seals has its place beside the statements that write the column.
 */
import type { Row, SqlCall, SqlStatement } from '../../database/port.ts'

/** Seals what a value holds anew. @returns undefined where no key that is known opens it */
export type Again = (sealed: string, context: string) => string | undefined

export interface SealedPlace {
  /** `callback secrets`. */
  readonly what: string
  /** One row a key: its `fingerprint`, and how many values are `sealed` with it. Of those from before keys had names it is empty. */
  readonly count: SqlStatement
  /** Rows with a value that does not begin with $1: $2 of them, after the first $3. */
  readonly others: SqlStatement
  /** Changes a row of `others`, unless somebody else has changed it meanwhile. @returns undefined where a value of it does not open */
  renew(row: Row, again: Again): SqlCall | undefined
}

/** The fingerprint in a sealed value, in SQL. */
export const fingerprintIn = (column: string): string =>
  `case when ${column} like 'v2.%' then split_part(${column}, '.', 2) else '' end`

export interface SealedColumn {
  readonly what: string
  readonly table: string
  readonly column: string
  /** The columns of the primary key: text or numbers. */
  readonly key: readonly string[]
  /** Which rows have a sealed value; left out: all. */
  readonly where?: string
  /** What is changed with it, so that nobody writes the old value back. */
  readonly also?: string
  contextOf(row: Row): string
}

/** A place with one value a row. */
export function sealedColumn(place: SealedColumn): SealedPlace {
  const { what, table, column, key, where = 'true', also } = place
  const matches = key.map((name, index) => `${name} = $${index + 3}`).join(' and ')
  const change: SqlStatement = {
    name: `${table}_seal`,
    text: `update ${table} set ${column} = $1${also === undefined ? '' : `, ${also}`} where ${column} = $2 and ${matches}
      returning 1 as changed`,
  }
  return {
    what,
    count: {
      name: `${table}_sealed`,
      text: `select ${fingerprintIn(column)} as fingerprint, count(*)::integer as sealed from ${table} where ${where} group by 1`,
    },
    others: {
      name: `${table}_unsealed`,
      text: `select ${[...key, column].join(', ')} from ${table} where ${where} and not starts_with(${column}, $1)
        order by ${key.join(', ')} limit $2 offset $3`,
    },
    renew(row, again) {
      const before = String(row[column])
      const after = again(before, place.contextOf(row))
      if (after === undefined) return undefined
      return { statement: change, values: [after, before, ...key.map((name) => bound(row[name]))] }
    },
  }
}

const bound = (value: unknown): string | number => (typeof value === 'number' ? value : String(value))
