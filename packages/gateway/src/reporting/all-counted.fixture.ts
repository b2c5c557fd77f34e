/** For tests: what the reports are made of, counted one by one from the rows themselves, and what is kept of it. */
import type { Database, Row } from '@sluice/database/port.ts'
import { COUNTS, countedPayments, GROUPED_BY } from '../payments/counting.ts'
import { rowsOf } from '../payments/payments.fixture.ts'

const HIGHEST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const LOWEST_KEY = '00000000-0000-0000-0000-000000000000'
const GROUP = GROUPED_BY.join(', ')
const SUMS = COUNTS.map((name) => `sum(${name})::text as ${name}`).join(', ')

/** All payments of merchants, counted one by one. */
export const countedNow = (database: Database): Promise<readonly Row[]> =>
  rowsOf(
    database,
    `select merchant_id, ${GROUP}, ${SUMS} from (select m.merchant_id, c.* from merchant m
      cross join lateral (${countedPayments('m', { low: `'${LOWEST_KEY}'`, high: `'${HIGHEST_KEY}'`, limit: 'all' })}) c) c
      group by merchant_id, ${GROUP} order by merchant_id, ${GROUP}`,
  )

export const keptCounts = (
  database: Database,
  table: 'reporting_quarter' | 'reporting_day',
): Promise<readonly Row[]> =>
  rowsOf(
    database,
    `select merchant_id, ${GROUP}, ${SUMS} from ${table} group by merchant_id, ${GROUP} order by merchant_id, ${GROUP}`,
  )

export const casesNow = (database: Database): Promise<readonly Row[]> =>
  rowsOf(
    database,
    'select merchant_id, reason, count(*)::int as n, count(*) filter (where closed_at is null)::int as still from case_file group by 1, 2 order by 1, 2',
  )

export const keptCases = (database: Database): Promise<readonly Row[]> =>
  rowsOf(
    database,
    'select merchant_id, reason, sum(opened)::int as n, sum(still_open)::int as still from reporting_case group by 1, 2 order by 1, 2',
  )
