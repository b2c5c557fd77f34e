/**
 * Fills the database by SQL with a hundred days of data: payments with their history and search terms, a third of them
 * of one merchant. Names, accounts and references differ; one amount is the same for all payments, which is the worst
 * case for a search. Some are payouts, some expired or failed, and ten in ten million were refused, because rare rows
 * take a list longest to find.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { firstKeyAt } from '@sluice/gateway/payments/following.ts'
import type pg from 'pg'
import { filledBy, insert, type Payins, type Shape, series, tablesOf } from './fill.ts'
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

/** The payer data of a payin by its number. */
const REQUEST = `jsonb_build_object('accountNumber', ${ACCOUNT}, 'accountName', ${oneOf(FIRST_NAMES)} || ' Family' || ${FAMILY})`

/**
 * As `termsOf` makes them: an ID, a reference, a processor's reference, an account, a name from each of its words on,
 * an amount.
 */
const termed = (shape: Shape, processors: string): string => `(
  select f.merchant_id, f.kind, t.term, f.key from (
    select f.*, ${ACCOUNT} as account, 'family' || ${FAMILY} as family,
      ${oneOf(FIRST_NAMES.map((name) => name.toLowerCase().replaceAll('é', 'e')))} as name from ${series(shape)} offset 0) f
  cross join lateral (values ('x' || upper(replace(f.id, '-', ''))), ('xS' || upper(substr(md5('ref' || f.n), 1, 13))),
    (${processors} || upper(replace(f.key::text, '-', ''))), ('x' || f.account),
    ('n' || f.name || ' ' || f.family), ('n' || f.family), ('aTHB:10000')) as t(term)) t`
const terms = (shape: Shape): string =>
  `insert into search_term (term, key, merchant_id) select term, key, merchant_id from ${termed(shape, `'xSANDBOX'`)}`
/** A merchant's own people find payers' data only by the whole term. */
const ownTerms = (shape: Shape): string =>
  `insert into merchant_search_term (merchant_id, kind, term, key)
    select merchant_id, kind, term, key from ${termed(shape, `'wxSANDBOX'`)}`

const DAYS = 100
const DAY_MS = 86_400_000
const shapeFrom = (beganAt: number, everyMs: number): Partial<Shape> => ({
  merchant: `'BENCH-' || case when n % 3 = 0 then 1 else 1 + n % $3 end`,
  atMs: `${beganAt} + n * ${everyMs}`,
  kind: `case n % 50 when 7 then 'payout' else 'payin' end`,
  status: `case when n % 1000000 = 13 then 'REFUSED' when n % 100 = 14 then 'FAILED' when n % 12 = 1 then 'EXPIRED' else 'SUCCESS' end`,
  request: REQUEST,
})

export function searchFilling({ payments, merchants }: BenchOptions): Filling {
  const endsAt = Date.now()
  const everyMs = Math.floor((DAYS * DAY_MS) / payments)
  const payins: Payins = {
    ...{ from: 1, to: payments, merchants, status: 'SUCCESS', callbackUrl: NOWHERE },
    shape: shapeFrom(endsAt - payments * everyMs, everyMs),
  }
  return {
    name: `months_${payments}_of_${merchants}`,
    merchants,
    tables: [
      ...tablesOf(payins),
      filledBy('search_term', payins, (client, part) => insert(client, terms, part)),
      filledBy('merchant_search_term', payins, (client, part) => insert(client, ownTerms, part)),
    ],
    async finish(client) {
      const now = isoTime(endsAt)
      await client.query(
        `insert into search_cursor (name, position) values ('created', $1), ('missed', $1), ('paid', $2)`,
        [firstKeyAt(endsAt), now],
      )
      await client.query(BALANCES)
    },
  }
}

/** The sums of the postings. */
const BALANCES = `insert into balance (merchant_id, currency, account, amount)
  select merchant_id, currency, account, sum(amount) from posting where account in ('available', 'reserved')
  group by merchant_id, currency, account
  on conflict (merchant_id, currency, account) do update set amount = excluded.amount`

/** Ends payments of an earlier run, which would otherwise be paid and expire during this one. */
export async function endWhatRunsLeft(client: pg.Client): Promise<void> {
  await client.query(
    `update payment set status = 'EXPIRED', waiting = null where wakes_at is not null and waiting is not null`,
  )
  await client.query('truncate step, callback, report')
  await client.query(`update woken set until = greatest(until, now()) where part = 'steps'`)
}
