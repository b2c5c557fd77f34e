/** Each column in which a person's data could be is reviewed: `tools/structure/personal-data.ts`. */
import { beforeAll, expect, it } from 'vitest'
import { schemaOfMigrations } from '../../tools/docs/database.ts'
import { NEVER_PERSONAL, PERSONAL } from '../../tools/structure/personal-data.ts'

const TEXTS = /^(?:text|jsonb|json|bytea|character)/

let columns: readonly string[]

beforeAll(async () => {
  const schema = await schemaOfMigrations()
  columns = schema.flatMap((table) =>
    table.columns.filter(({ type }) => TEXTS.test(type)).map(({ name }) => `${table.name}.${name}`),
  )
})

const reviewed = (): readonly string[] => [
  ...Object.keys(PERSONAL),
  ...Object.entries(NEVER_PERSONAL).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
]

it('says of every text and JSON column whether it may hold personal data, and what erasing makes of it', () => {
  const known = new Set(reviewed())
  expect(columns.filter((column) => !known.has(column))).toEqual([])
})

it('names no column twice, and none that does not exist', () => {
  const all = reviewed()
  expect(all.filter((column, index) => all.indexOf(column) !== index)).toEqual([])
  const existing = new Set(columns)
  expect(all.filter((column) => !existing.has(column))).toEqual([])
})
