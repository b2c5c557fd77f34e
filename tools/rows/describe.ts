/** Reads from PostgreSQL the columns of a statement's rows, with their types and origins. */
import type { PGlite } from '@electric-sql/pglite'
import type { SqlStatement } from '@sluice/database/port.ts'
import { serialize } from 'pg-protocol'
import { type BackendMessage, DatabaseError, RowDescriptionMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { nullableColumns, type Origin, type PlanNode } from './nullability.ts'

export interface DescribedColumn {
  readonly name: string
  /** PostgreSQL's name: `timestamp with time zone`. */
  readonly type: string
  /** `payment.amount`: its column in a table or view; undefined if it is computed. */
  readonly from: string | undefined
  readonly isNullable: boolean
}

export interface Column {
  readonly name: string
  readonly isNotNull: boolean
}

export interface Catalogue {
  /** By `<oid of the table>/<number of the column>`. */
  readonly columns: ReadonlyMap<string, Column>
  readonly types: ReadonlyMap<number, string>
  /** By `table.column`: the texts that its CHECK allows. */
  readonly texts: ReadonlyMap<string, readonly string[]>
}

const CHECK_LIST = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/s

export async function readCatalogue(pglite: PGlite): Promise<Catalogue> {
  const columns = await pglite.query<{ at: string; name: string; isnotnull: boolean }>(
    `select a.attrelid || '/' || a.attnum as at, c.relname || '.' || a.attname as name, a.attnotnull as isnotnull
      from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace`,
  )
  const types = await pglite.query<{ oid: number; name: string }>(
    'select oid, format_type(oid, null) as name from pg_type',
  )
  const checks = await pglite.query<{ of: string; text: string }>(
    `select conrelid::regclass::text as of, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'`,
  )
  return {
    columns: new Map(columns.rows.map(({ at, name, isnotnull }) => [at, { name, isNotNull: isnotnull }])),
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    texts: new Map(
      checks.rows.flatMap(({ of, text }) => {
        const [, column, list = ''] = CHECK_LIST.exec(text) ?? []
        return column === undefined
          ? []
          : [[`${of}.${column}`, [...list.matchAll(/'([^']*)'/g)].map(([, one = '']) => one)]]
      }),
    ),
  }
}

async function answersTo(
  pglite: PGlite,
  requested: readonly Uint8Array[],
): Promise<readonly BackendMessage[]> {
  const chunks: Buffer[] = []
  await pglite.execProtocolRawStream(Buffer.concat([...requested, serialize.sync()]), {
    syncToFs: false,
    onRawData: (chunk) => void chunks.push(Buffer.from(chunk)),
  })
  const received: BackendMessage[] = []
  new Parser().parse(Buffer.concat(chunks), (message) => received.push(message))
  return received
}

/** @returns its columns; none if it returns no rows @throws Error if PostgreSQL rejects the statement */
export async function describe(
  pglite: PGlite,
  { columns, types }: Catalogue,
  { name, text, neverNull = [] }: SqlStatement,
): Promise<readonly DescribedColumn[]> {
  const answers = await answersTo(pglite, [serialize.parse({ text }), serialize.describe({ type: 'S' })])
  const failure = answers.find((answer) => answer instanceof DatabaseError)
  if (failure) throw new Error(`${name}: ${failure.message}`)
  const description = answers.find((answer) => answer instanceof RowDescriptionMessage)
  if (!description) return []
  const origins = description.fields.map(({ tableID, columnID }) => columns.get(`${tableID}/${columnID}`))
  const nullable = nullableColumns(
    await planOf(pglite, text),
    origins.map((column): Origin => column && (column.isNotNull ? 'NOT_NULL' : 'NULLABLE')),
  )
  return description.fields.map((field, index) => ({
    name: field.name,
    type: types.get(field.dataTypeID) ?? 'unknown',
    from: origins[index]?.name,
    isNullable: (nullable[index] ?? true) && !neverNull.includes(field.name),
  }))
}

/** The plan for any values. */
async function planOf(pglite: PGlite, text: string): Promise<PlanNode> {
  const [answer] = await pglite.exec(`explain (verbose, generic_plan, format json) ${text}`)
  const [row] = answer?.rows ?? []
  const plan: unknown = row?.['QUERY PLAN']
  const [first]: readonly { readonly Plan: PlanNode }[] = Array.isArray(plan) ? plan : []
  if (!first) throw new Error('no plan')
  return first.Plan
}
