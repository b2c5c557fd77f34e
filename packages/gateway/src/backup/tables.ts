/**
 * The tables of a database, read from the database itself, because a list maintained by hand would be outdated by the next
 * migration.
 *
 * The content of a table is described by a fingerprint that is the same on every engine and in any row order: the number of rows,
 * the sums of all whole numbers, and two sums over the halves of each row's MD5. It shows that every byte is equal, but is no
 * protection against someone who constructs rows for it.
 */
import type { Database, Row, SqlStatement } from '@sluice/database/port.ts'

export interface TableColumn {
  readonly name: string
  /** As PostgreSQL writes it: `timestamp with time zone`. */
  readonly type: string
}

export interface Table {
  readonly name: string
  /** By name, so that a table reads the same in whatever order its columns were created. */
  readonly columns: readonly TableColumn[]
}

/** Tables about the database itself, not about payments: each database has its own. */
export const OF_THE_DATABASE: ReadonlySet<string> = new Set(['schema_migration', 'transfer'])

const TABLES: SqlStatement = {
  name: '',
  text: `select c.relname as name, (
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') order by c.relname`,
}

/** All tables by name, including those about the database. */
export async function tablesOf(database: Database): Promise<readonly Table[]> {
  const rows = await database.run(TABLES, [])
  return rows.map(({ name, columns }) => ({ name: String(name), columns: columnsOf(columns) }))
}

const columnsOf = (read: unknown): readonly TableColumn[] => {
  const all: readonly Row[] = Array.isArray(read) ? read : []
  return all.map(({ name, type }) => ({ name: String(name), type: String(type) }))
}

/** A quoted identifier for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export interface Fingerprint {
  readonly rows: bigint
  readonly digest: string
  /** For each column of whole numbers, as decimal text; null if it has no value. */
  readonly sums: Readonly<Record<string, string | null>>
}

const WHOLE = new Set(['smallint', 'integer', 'bigint'])

export async function fingerprintOf(database: Database, { name, columns }: Table): Promise<Fingerprint> {
  const whole = columns.filter(({ type }) => WHOLE.has(type))
  const all = columns.map((column) => quoted(column.name)).join(', ')
  const half = (from: number) => `sum(('x' || substr("~md5", ${from}, 16))::bit(64)::bigint::numeric)::text`
  const sums = whole.map((column, index) => `, sum(${quoted(column.name)})::text as sum_${index}`).join('')
  const text = `select count(*) as rows, ${half(1)} as first, ${half(17)} as second${sums}
      from (select *, md5(row(${all})::text) as "~md5" from ${quoted(name)}) as hashed`
  const [row] = await database.run({ name: '', text }, [])
  const sumAt = (index: number) => {
    const sum = row?.[`sum_${index}`]
    return typeof sum === 'string' ? sum : null
  }
  return {
    rows: BigInt(String(row?.rows ?? 0)),
    digest: `${row?.first ?? 0}/${row?.second ?? 0}`,
    sums: Object.fromEntries(whole.map((column, index) => [column.name, sumAt(index)])),
  }
}

/** @returns the difference, for people to read; undefined if there is none */
export function difference(source: Fingerprint, target: Fingerprint): string | undefined {
  if (source.rows !== target.rows) return `${source.rows} rows in the source, ${target.rows} in the target`
  for (const [column, sum] of Object.entries(source.sums))
    if (sum !== target.sums[column])
      return `${column} sums to ${sum} in the source, to ${target.sums[column]} in the target`
  return source.digest === target.digest ? undefined : 'the same number of rows, but not the same rows'
}
