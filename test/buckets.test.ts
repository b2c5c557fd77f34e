/** Which statements may run where merchants are in buckets: their tables, whose rows they read, and their text with a schema. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { qualified, tablesOf } from '@sluice/database/buckets/qualify.ts'
import { BUCKET_TABLES } from '@sluice/database/buckets/table-places.ts'
import { readMigrations } from '@sluice/database/migrate.ts'
import { declaredStatements, type SqlStatement } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DECLARES = /\bsqlStatement\(|\bstatement\b.*'\.\/columns\.ts'/
/** Read and written in the transaction of what it records. */
const ANYWHERE = new Set(['audit'])

/** These do not know of buckets yet; `docs/decisions/0032-buckets.md` says what is missing. Only ever to become fewer. */
const NOT_YET: ReadonlySet<string> = new Set([
  ...['bank_entry_candidates_by_payout', 'bank_entry_claimed', 'bank_file_lines', 'bank_file_new_payees'],
  ...[
    'bank_file_payout_doubt',
    'bank_file_payout_doubted',
    'bank_file_payout_in_doubt',
    'bank_file_payout_undebited',
  ],
  ...[
    'bank_file_taken_lines',
    'bank_file_waiting',
    'case_work_locked',
    'connector_move',
    'provider_account_move',
  ],
  ...['erasure_callback_answers', 'erasure_cases', 'erasure_decisions', 'erasure_facts', 'erasure_holders'],
  ...['erasure_index_behind', 'erasure_next_keys', 'erasure_notes', 'erasure_own_terms_of_search'],
  ...['erasure_terms_of_search', 'own_account_amounts_held', 'own_account_busiest_prices'],
  ...['erasure_merchants', 'own_account_claims_held', 'provider_signs', 'settlement_item_page'],
  ...['settlement_run_one', 'settlement_run_page'],
])

let statements: readonly SqlStatement[] = []
let tables: ReadonlySet<string> = new Set()
let pglite: PGlite

beforeAll(async () => {
  const sources = globSync('packages/{database,gateway}/src/**/*.ts', {
    cwd: ROOT,
    exclude: (path) => /\.(test|fixture|d)\.ts$/.test(path),
  })
  for (const path of sources.sort())
    if (DECLARES.test(readFileSync(join(ROOT, path), 'utf8'))) await import(join(ROOT, path))
  const sql = (await readMigrations()).map((migration) => migration.sql).join('\n')
  tables = new Set([...sql.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name))
  statements = declaredStatements().filter(({ text }) => tablesOf(text, (name) => tables.has(name)).size > 0)
  pglite = await PGlite.create()
  await pglite.exec(`create schema b07; set search_path = b07;
    create table schema_migration (number int primary key, name text, applied_at timestamptz);
    ${sql}; set search_path = pg_catalog`)
})
afterAll(() => pglite.close())

const namedBy = ({ text }: SqlStatement) => [...tablesOf(text, (name) => tables.has(name))]
const isInBuckets = (name: string): boolean => BUCKET_TABLES.has(name)

describe('a statement of the program', () => {
  it('is the same with the schema of a bucket before its tables', async () => {
    const known = (name: string) => tables.has(name) || name === 'schema_migration'
    const wrong: string[] = []
    for (const { name, text } of statements) {
      const inBucket = qualified(text, (table) => (known(table) ? `b07.${table}` : undefined))
      await pglite.describeQuery(inBucket).catch((error: unknown) => wrong.push(`${name}: ${String(error)}`))
    }
    expect(wrong).toEqual([])
    expect(statements.length).toBeGreaterThan(400)
  })

  it('over the tables of buckets says whose rows it reads, and no other statement does', () => {
    const silent = statements.filter(
      (one) => one.whose === undefined && namedBy(one).some(isInBuckets) && !NOT_YET.has(one.name),
    )
    const needless = statements.filter(
      (one) =>
        one.whose !== undefined && !namedBy(one).some((name) => isInBuckets(name) || ANYWHERE.has(name)),
    )
    expect({ silent: silent.map(({ name }) => name), needless: needless.map(({ name }) => name) }).toEqual({
      silent: [],
      needless: [],
    })
  })

  it('joins no table of a bucket with one at home', () => {
    const mixed = statements.filter((one) => {
      const named = namedBy(one).filter((name) => !ANYWHERE.has(name))
      return named.some(isInBuckets) && !named.every(isInBuckets) && !NOT_YET.has(one.name)
    })
    expect(mixed.map(({ name }) => name)).toEqual([])
  })

  it('that cannot run with buckets yet is listed while that is so, and no longer', () => {
    const declared = new Map(statements.map((one) => [one.name, one]))
    const can = [...NOT_YET].filter((name) => {
      const one = declared.get(name)
      return one === undefined || (one.whose !== undefined && namedBy(one).every(isInBuckets))
    })
    expect(can).toEqual([])
  })
})
