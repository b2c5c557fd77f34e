/**
 * Copies the rows of a table from one database to another in PostgreSQL's text format: each value travels as its own text, so
 * numbers beyond 2^53, microseconds, bytes and nulls arrive unchanged. This program does not interpret them.
 *
 * The table is read by pages in storage order, so the source must not be written to. A chunk has a few megabytes.
 */
import type { Database } from '@sluice/database/port.ts'
import { quoted, type Table } from './tables.ts'

const CHUNK_BYTES = 4 * 1024 * 1024
/** Values stored outside of their rows are compressed. */
const COMPRESSION = 4

interface Extent {
  readonly pages: number
  readonly pagesAChunk: number
}

async function extentOf(source: Database, { name }: Table): Promise<Extent> {
  const text = `select pg_relation_size(c.oid)::text as bytes, coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0)::text as outside,
      current_setting('block_size') as page from pg_class c where c.oid = $1::text::regclass`
  const [row] = await source.run({ name: '', text }, [quoted(name)])
  const page = Number(row?.page)
  const pages = Math.ceil(Number(row?.bytes) / page)
  const outside = pages === 0 ? 0 : (COMPRESSION * Number(row?.outside)) / pages
  return { pages, pagesAChunk: Math.max(1, Math.floor(CHUNK_BYTES / (page + outside))) }
}

/** @param onRows how many have arrived so far @throws DatabaseFailure */
export async function copyTable(
  source: Database,
  target: Database,
  table: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  const { pages, pagesAChunk } = await extentOf(source, table)
  const read = readStatement(table)
  const write = writeStatement(table)
  let arrived = 0
  for (let page = 0; page < pages; page += pagesAChunk) {
    const [chunk] = await source.run(read, [`(${page},0)`, `(${page + pagesAChunk},0)`])
    const rows = Number(chunk?.rows)
    if (rows === 0) continue
    await target.run(
      write,
      table.columns.map((_, index) => String(chunk?.[`c${index}`])),
    )
    arrived += rows
    onRows(arrived)
  }
}

/** Each column as a text: an array of the texts of its values. $1 and $2: the first page, and the page after the last. */
export function readStatement({ name, columns }: Table) {
  const arrays = columns.map((column, index) => `array_agg(${quoted(column.name)}::text)::text as c${index}`)
  const text = `select count(*)::integer as rows, ${arrays.join(', ')} from ${quoted(name)}
      where ctid >= $1::text::tid and ctid < $2::text::tid`
  return { name: '', text }
}

/** Writes what `readStatement` has read, column by column. */
export function writeStatement({ name, columns }: Table) {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, index) => `v${index}::${type}`).join(', ')
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const aliases = columns.map((_, index) => `v${index}`).join(', ')
  const text = `insert into ${quoted(name)} (${names}) select ${values} from unnest(${arrays}) as arriving (${aliases})`
  return { name: '', text }
}
