/**
 * Days of business of earlier versions, as rows, to test upgrades. Each is stored under the newest migration of its time, because a later
 * program cannot make the rows of an earlier one. `npm run upgrade:days` writes those of the newest.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Database } from '@sluice/database/port.ts'
import { readStatement, writeStatement } from '@sluice/gateway/backup/copy-table.ts'
import { OF_THE_DATABASE, type TableColumn, tablesOf } from '@sluice/gateway/backup/tables.ts'

/** The rows of a table, each column in PostgreSQL's text form of an array of its values: no number loses a digit. */
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

/** Undefined if none are stored of the version with this newest migration. */
export function readKeptDays(migration: number): KeptDays | undefined {
  const file = daysFile(migration)
  return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) : undefined
}

export const writeKeptDays = (migration: number, days: KeptDays): void =>
  writeFileSync(daysFile(migration), gzipSync(JSON.stringify(days), { level: 9 }))

/** A whole table, for `readStatement`. */
const ALL_PAGES = ['(0,0)', '(4294967295,0)']

/** All rows except those that describe the database itself. */
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

/** @param database with the tables of the version of that day @throws DatabaseFailure */
export async function fill(database: Database, day: KeptDay): Promise<void> {
  for (const [name, { columns, values }] of Object.entries(day))
    await database.run(writeStatement({ name, columns }), values)
}
