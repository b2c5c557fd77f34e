/**
 * Payments and their terms for the search, filled by SQL: names, accounts and references differ; one amount is of all payments, which
 * is the worst that can be asked for.
 */
import { isoTime } from '../src/foundation/instants.ts'
import { firstKeyAt } from '../src/payments/following.ts'
import { filledBy, insert, insertPayments, type Payins, SERIES } from './fill.ts'
import type { Filling } from './filled.ts'
import type { BenchOptions } from './options.ts'
import { NOWHERE } from './run.ts'

export const FIRST_NAMES = [
  'Somchai',
  'Maria',
  'José',
  'Amina',
  'Kofi',
  'Mei',
  'Arjun',
  'Siti',
  'Elodie',
  'Thabo',
]
export const LAST_NAMES = 4_000

const oneOf = (texts: readonly string[]): string =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + n % ${texts.length}]`
const FAMILY = `(n / ${FIRST_NAMES.length} % ${LAST_NAMES})`
const ACCOUNT = `lpad((n * 7919 % 9999999967)::text, 10, '0')`

/** What the payins say of their payers, by their number. */
const REQUEST = `jsonb_build_object('accountNumber', ${ACCOUNT}, 'accountName', ${oneOf(FIRST_NAMES)} || ' Family' || ${FAMILY})`

/** As `termsOf` makes them: an ID, a reference, a processor's, an account, a name from each of its words on, an amount. */
const TERMS = `insert into search_term (term, key, merchant_id)
  select t.term, f.key, f.merchant_id from (
    select f.*, ${ACCOUNT} as account, 'family' || ${FAMILY} as family,
      ${oneOf(FIRST_NAMES.map((name) => name.toLowerCase().replaceAll('é', 'e')))} as name from ${SERIES} offset 0) f
  cross join lateral (values ('x' || upper(replace(f.id, '-', ''))), ('xS' || upper(substr(md5('ref' || f.n), 1, 13))),
    ('xSANDBOX' || upper(replace(f.key::text, '-', ''))), ('x' || f.account),
    ('n' || f.name || ' ' || f.family), ('n' || f.family), ('aTHB:10000')) as t(term)`

export function searchFilling({ payments, merchants }: BenchOptions): Filling {
  const payins: Payins = {
    ...{ from: 1, to: payments, merchants, status: 'SUCCESS', callbackUrl: NOWHERE, request: REQUEST },
  }
  return {
    name: `search_${payments}_of_${merchants}`,
    merchants,
    // What a search reads; a history would be as much again, and is read by nobody here.
    tables: [
      filledBy('payment', payins, insertPayments),
      filledBy('search_term', payins, (client, part) => insert(client, TERMS, part)),
    ],
    async finish(client) {
      const now = Date.now()
      await client.query(
        `insert into search_cursor (name, position) values ('created', $1), ('missed', $1), ('paid', $2)`,
        [firstKeyAt(now), isoTime(now)],
      )
    },
  }
}
