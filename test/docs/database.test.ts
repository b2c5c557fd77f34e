/** What docs/reference/database.md promises of all tables, asked of a database that the migrations made. */
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BELONGS_TO, readSchema, type TableOnPage } from '../../tools/docs/database.ts'
import { TABLE_OWNERS } from '../../tools/structure/table-owners.ts'
import { openTestDatabase } from '../setup/shared.ts'

let database: MigratableDatabase
let tables: readonly TableOnPage[]

beforeAll(async () => {
  database = await openTestDatabase(0)
  tables = await readSchema(database)
})
afterAll(() => database.close())

const named = (some: readonly TableOnPage[]): readonly string[] => some.map(({ name }) => name)

describe('every table', () => {
  it('says by its comment what it is for and whose its rows are', () => {
    const endings = Object.values(BELONGS_TO)
    const silent = tables.filter(
      ({ comment = '' }) =>
        !endings.some((ending) => comment.endsWith(` ${ending}`) && comment.length > ending.length + 10),
    )
    expect(named(silent)).toEqual([])
  })

  it('names the merchant in every row that belongs to one', () => {
    const ofMerchants = tables.filter(({ comment }) => comment?.endsWith(BELONGS_TO.merchant))
    expect(ofMerchants.length).toBeGreaterThan(10)
    const nameless = ofMerchants.filter(
      ({ columns }) => !columns.some(({ name, nullable }) => name === 'merchant_id' && !nullable),
    )
    expect(named(nameless)).toEqual([])
  })

  it('has a key', () => {
    expect(named(tables.filter(({ primaryKey }) => primaryKey.length === 0))).toEqual([])
  })

  it('has one owner, and no owner is named for a table that is not there', () => {
    expect([...TABLE_OWNERS.keys()].sort()).toEqual([...named(tables)].sort())
  })
})

it('no table has a trigger, a sequence, a default or a foreign key', async () => {
  const rows = await database.run(
    {
      name: '',
      text: `select 'trigger' as what, t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
            where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
        union all select 'sequence', c.relname from pg_class c
            where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
        union all select 'default', c.relname || '.' || a.attname from pg_attrdef d
            join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
            where c.relnamespace = current_schema()::regnamespace
        union all select 'foreign key', p.conname from pg_constraint p
            where p.connamespace = current_schema()::regnamespace and p.contype = 'f'`,
    },
    [],
  )
  expect(rows).toEqual([])
})
