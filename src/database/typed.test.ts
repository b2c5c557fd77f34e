import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEngines } from '../../test/setup/shared.ts'
import type { Opened } from './testing.ts'
import { typed } from './typed.ts'

interface Schema {
  account: { id: bigint; label: string | null }
}

const MIGRATIONS = [
  { number: 1, name: 'account', sql: 'create table account (id bigint primary key, label text)' },
]

describe.each(allEngines.filter(({ name }) => name !== 'PGlite on disk'))('Kysely on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open(MIGRATIONS)
  })
  afterAll(() => opened?.close())

  it('writes and reads through the port', async () => {
    const kysely = typed<Schema>(opened.database)
    const inserted = await kysely
      .insertInto('account')
      .values({ id: 7n, label: 'x' })
      .returningAll()
      .execute()
    expect(inserted).toEqual([{ id: 7n, label: 'x' }])
    expect(await kysely.selectFrom('account').selectAll().where('id', '>', 1n).execute()).toEqual(inserted)
  })

  it('refuses transactions', async () => {
    const begun = typed<Schema>(opened.database)
      .transaction()
      .execute(async () => undefined)
    await expect(begun).rejects.toThrow('no transactions over Kysely')
  })
})
