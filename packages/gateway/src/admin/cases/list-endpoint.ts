/** The list of cases, filtered by subject and owner, and sorted as a work queue. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { asDescribed, type RowOf, type SqlStatement } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { BY_KEY, NextCursor, pageOf, TIME } from '../../api/pages.ts'
import { worded } from '../../http/reading.ts'
import { NO_DUE_TIME } from '../../payments/case-work.ts'
import { CASE_ROWS, GATEWAY, rowToCase } from '../../payments/cases.ts'
import { endpoint } from '../endpoint.ts'
import { choice, formed, named } from '../fields.ts'
import { CaseSchema, caseBody } from './views.ts'

/** The sort column and direction of each order. */
const ORDERS = {
  NEWEST: ['c.opened_at', 'desc', '<'],
  OLDEST: ['c.opened_at', 'asc', '>'],
  DUE: [`coalesce(c.due_at, '${isoTime(NO_DUE_TIME)}'::timestamptz)`, 'asc', '>'],
} as const
type CaseOrder = keyof typeof ORDERS
const CASE_ORDERS = ['NEWEST', 'OLDEST', 'DUE'] as const satisfies readonly CaseOrder[]

function casesBy(order: CaseOrder): SqlStatement {
  const [by, way, beyond] = ORDERS[order]
  return {
    name: `admin_cases_${order.toLowerCase()}`,
    text: `${CASE_ROWS}
    where ($1::text is null or c.merchant_id = $1) and ($2::boolean is null or (c.closed_at is null) = $2)
      and ($3::timestamptz is null or c.opened_at >= $3) and ($4::timestamptz is null or c.opened_at < $4)
      and ($5::timestamptz is null or (${by}, c.key) ${beyond} ($5, $6::uuid))
      and ($8::text is null or c.owner = $8) and ($9::boolean is null or c.owner is null)
      and ($10::timestamptz is null or c.due_at <= $10) and ($11::text is null or c.reason = $11)
    order by ${by} ${way}, c.key ${way} limit $7`,
  }
}
const CASES = { NEWEST: casesBy('NEWEST'), OLDEST: casesBy('OLDEST'), DUE: casesBy('DUE') } as const

/** Which merchant's cases are requested; `undefined`: unknown merchant, `null`: all. */
function merchantIn(merchantCode: string | undefined): MerchantCode | null | undefined {
  if (merchantCode === undefined) return null
  if (merchantCode === GATEWAY) return GATEWAY
  return isMerchantCode(merchantCode) ? merchantCode : undefined
}

const MAX_HOURS = 87_600
const HOUR_MS = 3_600_000

const olderThanHours = worded(
  Type.Unsafe<string>(
    Type.Refine(Type.String(), (text) => /^\d{1,5}$/.test(text) && Number(text) <= MAX_HOURS),
  ),
  'OUT_OF_RANGE',
  `must be a whole number of hours, up to ${MAX_HOURS}`,
)

export const listCases = endpoint({
  route: 'GET /admin/cases',
  role: 'VIEWER',
  summary: 'List the cases: money and status updates that no rule settles',
  query: {
    open: Type.Optional(Type.Boolean({ description: 'Only open or only closed cases. Default: both.' })),
    merchantCode: Type.Optional(Type.String({ description: '`~gateway`: cases without a known merchant.' })),
    reason: Type.Optional(formed(/^[A-Z0-9_]{1,80}$/, 'must be a reason, such as SECOND_PAYMENT')),
    owner: Type.Optional(named(64)),
    unowned: Type.Optional(Type.Boolean({ description: 'Only cases that are not assigned.' })),
    overdue: Type.Optional(
      Type.Boolean({ description: 'Only open cases whose `dueAt` has passed; false has no effect.' }),
    ),
    olderThanHours: Type.Optional(olderThanHours),
    sort: Type.Optional(
      worded(
        choice(CASE_ORDERS, { description: 'Default: NEWEST. DUE: by `dueAt`, cases without one last.' }),
        'UNKNOWN_VALUE',
        'must be NEWEST, OLDEST or DUE',
      ),
    ),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(CaseSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { query } = call
    const { database, deps } = call.backOffice.gateway
    const now = deps.clock.now()
    const { from, to, after, limit } = call.page([TIME, ...BY_KEY])
    const iso = (at: Instant | undefined) => (at === undefined ? null : isoTime(at))
    const merchant = merchantIn(query.merchantCode)
    if (merchant === undefined) return { data: [] }
    const isOverdue = query.overdue === true
    const order = query.sort ?? 'NEWEST'
    const found = await database.run(CASES[order], [
      merchant,
      isOverdue ? true : (query.open ?? null),
      iso(from),
      iso(before(to, query.olderThanHours, now)),
      iso(after?.[0] === undefined ? undefined : Number(after[0])),
      after?.[1] ?? null,
      limit + 1,
      query.owner ?? null,
      query.unowned === true ? true : null,
      isOverdue ? isoTime(now) : null,
      query.reason ?? null,
    ])
    return pageOf(
      asDescribed<readonly RowOf<'case_one'>[]>(found),
      limit,
      (last) => [String(placeOf(last, order)), String(last.key)],
      (row) => caseBody(rowToCase(row), now),
    )
  },
})

const placeOf = (row: RowOf<'case_one'>, order: CaseOrder): unknown =>
  order === 'DUE' ? (row.due_at ?? NO_DUE_TIME) : row.opened_at

function before(to: Instant | undefined, hours: string | undefined, now: Instant): Instant | undefined {
  if (hours === undefined) return to
  const opened = now - Number(hours) * HOUR_MS
  return to === undefined ? opened : Math.min(to, opened)
}
