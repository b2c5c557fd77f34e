/**
 * Days that a gateway of an earlier version has lived, as rows: what upgrades are tried on. They are kept by the migration that was
 * the newest then, for no later program can make the rows of an earlier one. `npm run upgrade:days` writes those of the newest.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Database } from '@sluice/database/port.ts'
import { readStatement, writeStatement } from '@sluice/gateway/backup/copy-table.ts'
import { OF_THE_DATABASE, type TableColumn, tablesOf } from '@sluice/gateway/backup/tables.ts'

/** The rows of a table, each column as PostgreSQL writes an array of its values as text: no number loses a digit on its way. */
interface KeptTable {
  readonly columns: readonly TableColumn[]
  readonly values: readonly string[]
}
/** By table. */
export type KeptDay = Readonly<Record<string, KeptTable>>
/** By name. */
export type KeptDays = Readonly<Record<string, KeptDay>>

const FOLDER = join(import.meta.dirname, 'days')

export const daysFile = (migration: number): string =>
  join(FOLDER, `${String(migration).padStart(4, '0')}.json.gz`)

/** Undefined where none are kept of the version whose newest migration this was. */
export function readKeptDays(migration: number): KeptDays | undefined {
  const file = daysFile(migration)
  return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) : undefined
}

export const writeKeptDays = (migration: number, days: KeptDays): void =>
  writeFileSync(daysFile(migration), gzipSync(JSON.stringify(days), { level: 9 }))

/** Of a whole table, for `readStatement`. */
const ALL_PAGES = ['(0,0)', '(4294967295,0)']

/** All rows but those that say what the database itself is. */
export async function rowsOf(database: Database): Promise<KeptDay> {
  const day: Record<string, KeptTable> = {}
  for (const table of await tablesOf(database)) {
    if (OF_THE_DATABASE.has(table.name)) continue
    const [read] = await database.run(readStatement(table), ALL_PAGES)
    if (read?.rows === 0) continue
    day[table.name] = {
      columns: table.columns,
      values: table.columns.map((_, index) => String(read?.[`c${index}`])),
    }
  }
  return day
}

/** @param database with the tables of the version that lived the day @throws DatabaseFailure */
export async function fill(database: Database, day: KeptDay): Promise<void> {
  for (const [name, { columns, values }] of Object.entries(day))
    await database.run(writeStatement({ name, columns }), values)
}
