/**
 * Where sealed values are stored. Each column with sealed values is a place, which knows how to count its values by key and how
 * to seal them again. A module that seals values declares its place next to the statements that write the column.
 */
import { BUCKET_TABLES } from '@sluice/database/buckets/table-places.ts'
import type { Row, SqlCall, SqlStatement } from '@sluice/database/port.ts'

/** Seals a value's content again. @returns undefined if no known key opens it */
export type Again = (sealed: string, context: string) => string | undefined

export interface SealedPlace {
  /** Such as `callback secrets`. */
  readonly what: string
  /** Its table is in the buckets of merchants. */
  readonly isInBuckets?: boolean
  /**
   * One row per key: its `fingerprint` and how many values are `sealed` with it. The fingerprint is empty for values from before
   * keys had names.
   */
  readonly count: SqlStatement
  /** Rows with a value that does not begin with $1: at most $2 of them, after the first $3. */
  readonly others: SqlStatement
  /**
   * Updates a row of `others`, unless someone else has changed it in the meantime. @returns undefined if a value does not open
   */
  renew(row: Row, again: Again): SqlCall | undefined
}

/** The fingerprint of a sealed value, in SQL. */
export const fingerprintIn = (column: string): string =>
  `case when ${column} like 'v2.%' then split_part(${column}, '.', 2) else '' end`

export interface SealedColumn {
  readonly what: string
  readonly table: string
  readonly column: string
  /** The columns of the primary key, text or numbers. */
  readonly key: readonly string[]
  /** Which rows have a sealed value. Default: all. */
  readonly where?: string
  /** Also updated, so that no one can write the old value back. */
  readonly also?: string
  contextOf(row: Row): string
}

/** A place with one value per row. */
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
    isInBuckets: BUCKET_TABLES.has(table),
    count: {
      name: `${table}_sealed`,
      ...(BUCKET_TABLES.has(table) && { whose: { each: 'folded', by: ['fingerprint'], sum: ['sealed'] } }),
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
