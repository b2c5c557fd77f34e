import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pgliteFrom } from '../../test/setup/in-this-thread.ts'
import { embeddedImage } from '../../test/setup/shared.ts'
import { type Catalogue, describe, readCatalogue } from './describe.ts'

let pglite: PGlite
let catalogue: Catalogue
beforeAll(async () => {
  pglite = await pgliteFrom(await embeddedImage('migrated'))
  catalogue = await readCatalogue(pglite)
})
afterAll(() => pglite.close())

const described = (text: string, neverNull: readonly string[] = []) =>
  describe(pglite, catalogue, { name: 'test', text, neverNull })

it('names the columns of a statement, their types, and the columns of tables that they are', async () => {
  expect(await described('select amount, expire_at as until from payment where merchant_id = $1')).toEqual([
    { name: 'amount', type: 'bigint', from: 'payment.amount', isNullable: false },
    { name: 'until', type: 'timestamp with time zone', from: 'payment.expire_at', isNullable: true },
  ])
})

it('knows that the other side of an outer join may be missing', async () => {
  const text = `select p.key, c.reason from payment p left join case_file c on c.merchant_id = p.merchant_id and c.payment_key = p.key`
  expect((await described(text)).map(({ isNullable }) => isNullable)).toEqual([false, true])
})

it('believes the statement that says what is never null', async () => {
  expect(await described('select max(seq) as last from event', ['last'])).toMatchObject([
    { isNullable: false },
  ])
})

it('has no rows of a statement that gives none back', async () => {
  expect(await described('delete from node')).toEqual([])
})

it('refuses what PostgreSQL does not take', async () => {
  await expect(described('select nonsense')).rejects.toThrow('test: column "nonsense" does not exist')
})

it('reads from a CHECK what a text may be', () => {
  expect(catalogue.texts.get('merchant.status')).toEqual(['ACTIVE', 'SUSPENDED'])
})
