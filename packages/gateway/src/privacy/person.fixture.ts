/** For tests: a person whose data is planted, and every place in the database that holds it. */
import type { AdminGateway } from '../admin/admin.fixture.ts'
import { rowsOf } from '../payments/payments.fixture.ts'

/** Of one person alone, in whatever place. */
export const PERSON = {
  accountName: 'Plantina Zyxwvut',
  accountNumber: '7766554433',
  emailAddress: 'plantina.zyxwvut@example.com',
  phoneNumber: '+919877665544',
}
const OF_PERSON = ['plantina', '7766554433', '9877665544']

/** @returns `table: row` of every row of every table that contains one of these texts */
export async function placesOf(
  gateway: AdminGateway,
  texts: readonly string[] = OF_PERSON,
): Promise<readonly string[]> {
  const tables = await rowsOf(
    gateway.database,
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  )
  const found: string[] = []
  for (const { table_name: name } of tables) {
    const holds = texts.map((text) => `t::text ilike '%${text}%'`).join(' or ')
    const rows = await rowsOf(gateway.database, `select t::text as row from ${String(name)} t where ${holds}`)
    found.push(...rows.map(({ row }) => `${String(name)}: ${String(row)}`))
  }
  return found
}

export const tablesOf = (places: readonly string[]): readonly string[] =>
  [...new Set(places.map((place) => place.split(':')[0] ?? ''))].toSorted()
