/**
 * The documentation of the database, read from the catalogue of one with all migrations. So types, keys and indexes are
 * those of PostgreSQL, and a table's purpose is its own comment.
 */
import { openEmbedded } from '@sluice/database/embedded.ts'
import { migrate } from '@sluice/database/migrate.ts'
import type { Database, Row, SqlStatement } from '@sluice/database/port.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { TABLE_OWNERS } from '../structure/table-owners.ts'
import { code, paragraphs, table } from './markdown.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly comment: string | undefined
}

export interface TableOnPage {
  readonly name: string
  readonly comment: string | undefined
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  /** As PostgreSQL writes them: unique and check constraints. */
  readonly constraints: readonly string[]
  /** Without those of constraints. */
  readonly indexes: readonly string[]
}

/** How a table's comment ends: who owns its rows. */
export const BELONGS_TO = { merchant: 'Belongs to a merchant.', installation: 'Belongs to the installation.' }

const TABLES: SqlStatement = {
  name: '',
  text: `select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'nullable', not a.attnotnull, 'comment', col_description(c.oid, a.attnum)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(a.attname order by k.place) from pg_constraint p
        cross join lateral unnest(p.conkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where p.conrelid = c.oid and p.contype = 'p') as primary_key,
      (select json_agg(pg_get_constraintdef(p.oid) order by p.contype desc, p.conname) from pg_constraint p
        where p.conrelid = c.oid and p.contype in ('u', 'c')) as constraints,
      (select json_agg(pg_get_indexdef(i.indexrelid) order by n.relname) from pg_index i join pg_class n on n.oid = i.indexrelid
        where i.indrelid = c.oid and not exists (select from pg_constraint p where p.conindid = i.indexrelid)) as indexes
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = current_schema() and c.relkind in ('r', 'p') order by c.relname`,
}

const texts = (read: unknown): readonly string[] => (Array.isArray(read) ? read.map(String) : [])
const columnsIn = (read: unknown): readonly Column[] => {
  const rows: readonly Row[] = Array.isArray(read) ? read : []
  return rows.map(({ name, type, nullable, comment }) => ({
    name: String(name),
    type: String(type),
    nullable: nullable === true,
    comment: typeof comment === 'string' ? comment : undefined,
  }))
}

/** All tables, by name. */
export async function readSchema(database: Database): Promise<readonly TableOnPage[]> {
  const rows = await database.run(TABLES, [])
  return rows.map((row) => ({
    name: String(row.name),
    comment: typeof row.comment === 'string' ? row.comment : undefined,
    columns: columnsIn(row.columns),
    primaryKey: texts(row.primary_key),
    constraints: texts(row.constraints),
    indexes: texts(row.indexes),
  }))
}

/** The schema of an in-memory database made for this. */
export async function schemaOfMigrations(): Promise<readonly TableOnPage[]> {
  const database = await openEmbedded({ folder: undefined, log: silentLog, timers: realTimers })
  try {
    const migrated = await migrate(database, { now: () => 0 })
    if (!migrated.ok) throw new Error(migrated.failure.message)
    return await readSchema(database)
  } finally {
    await database.close()
  }
}

const SHORT: Readonly<Record<string, string>> = { 'timestamp with time zone': 'timestamptz' }

const shortType = (type: string): string => SHORT[type] ?? type

/** `CREATE INDEX name ON public.t USING btree (a, b) WHERE …` becomes `name: (a, b) WHERE …`. */
const shortIndex = (definition: string): string => {
  const parts = /^CREATE (UNIQUE )?INDEX (\S+) ON \S+ USING (\w+) (.*)$/s.exec(definition)
  if (parts === null) throw new Error(`not understood: ${definition}`)
  const [, unique, name, method, rest] = parts
  return `${code(`${name}`)}${unique ? ', unique' : ''}${method === 'btree' ? '' : `, ${method}`}: ${code(`${rest}`.replaceAll('::text', ''))}`
}

/** `CHECK ((kind = ANY (ARRAY['a'::text])))` becomes `kind in ('a')`. */
const shortConstraint = (definition: string): string =>
  definition
    .replaceAll(/::(text|bigint|integer)\b/g, '')
    .replaceAll(/ = ANY \(ARRAY\[([^\]]*)\]\)/g, ' in ($1)')
    .replace(/^CHECK \(\((.*)\)\)$/s, '$1')
    .replaceAll(' ~~ ', ' like ')
    .replace(/^UNIQUE /, 'unique ')

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

const ownerOf = (name: string): string => {
  const owner = TABLE_OWNERS.get(name)
  if (owner === undefined)
    throw new Error(`tools/structure/table-owners.ts names no owner of the table ${name}`)
  return owner
}

/** The package of the database is a module by itself. */
const folderOf = (owner: string): string =>
  owner === 'database' ? 'packages/database/src' : `packages/gateway/src/${owner}`
const ownerLink = (name: string): string => `[${code(ownerOf(name))}](../../${folderOf(ownerOf(name))})`

const section = ({ name, comment = '', columns, primaryKey, constraints, indexes }: TableOnPage): string =>
  paragraphs(
    `### ${name}`,
    comment,
    table(
      ['Column', 'Type', ''],
      columns.map((column) => [
        code(column.name),
        `${code(shortType(column.type))}${column.nullable ? ', may be null' : ''}`,
        column.comment ?? '',
      ]),
    ),
    list([
      `Key: ${code(`(${primaryKey.join(', ')})`)}`,
      ...constraints.map((each) => `Holds: ${code(shortConstraint(each))}`),
      ...indexes.map((each) => `Index ${shortIndex(each)}`),
    ]),
  )

const owned = ({ comment = '' }: TableOnPage): string =>
  comment.endsWith(BELONGS_TO.merchant) ? 'a merchant' : 'the installation'

/** All tables: first by owner, then each one. */
export const databaseTables = (schema: readonly TableOnPage[]): string =>
  paragraphs(
    table(
      ['Table', 'Rows belong to', 'Owner'],
      schema.map((each) => [`[${code(each.name)}](#${each.name})`, owned(each), ownerLink(each.name)]),
    ),
    ...schema.map(section),
  )
