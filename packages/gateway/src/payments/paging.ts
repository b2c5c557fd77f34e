/**
 * A page of payments, newest first: of one merchant or of all, with any filter. Never writes.
 *
 * Each list is read from the index in which most entries match, so that a page costs about what it shows, however many
 * payments there are:
 *
 *   byTime     most lists: by the keys, which are ordered by time; of all merchants in ranges, until there are enough
 *   byKind     all kinds but payins: by an index of those alone
 *   ended      what has not succeeded: by the events that say so
 *   open       what is open: by the steps that it waits for
 *
 * Currency, method and operator have no index, because each would be one more to write with every create. So a page
 * filtered by them looks at `LOOK_AT_MOST` payments and says where it stopped: it may be short, or empty, and still
 * have a next page. Only the open payments are all examined.
 *
 * No index knows a payment's status (`packages/database/src/migrations/0001_baseline/payments.sql` says why). Whichever index
 * leads to a payment, its own row decides.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import {
  type MerchantCode,
  PAYMENT_KINDS,
  type PaymentKey,
  type PaymentKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isOpen, type Status } from '@sluice/core/payment/transitions.ts'
import { type Database, type SqlStatement, sqlStatement, type Value } from '@sluice/database/port.ts'
import { EVERY_MERCHANT } from '../merchants/store.ts'
import { firstKeyAt, timeOfKey } from './following.ts'
import { paymentColumn, rowToPayment } from './rows.ts'
import { paymentByKey } from './sql-parts.ts'
import { mayHoldSteps } from './waking.ts'

export interface PageQuery {
  readonly merchantId: MerchantCode | undefined
  readonly kind: PaymentKind | undefined
  readonly statuses: readonly Status[]
  readonly currency?: string | undefined
  readonly method?: string | undefined
  /** `WITHOUT_OPERATOR`: those that have none. */
  readonly operator?: string | undefined
  readonly isTest?: boolean | undefined
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  /** The key of the last payment of the page before. */
  readonly after: PaymentKey | undefined
  readonly limit: number
}

/** No operator has this name. */
export const WITHOUT_OPERATOR = '~none'

/** As the index of such events has them. */
const NO_SUCCESS = ['REFUSED', 'FAILED', 'EXPIRED'] as const satisfies readonly Status[]
const isNoSuccess = (status: Status): boolean => NO_SUCCESS.some((each) => each === status)

const texts = (all: readonly string[]): string => all.map((each) => `'${each}'`).join(', ')
const kindsAmong = (kinds: readonly PaymentKind[]): string =>
  `(select kind from unnest(array[${texts(kinds)}]) as k(kind) where $2::text is null or kind = $2) w`
const inRange = (key: string): string => `${key} < $6 and ${key} >= $8`
/**
 * Whether a payment matches the filter, by its columns alone. Reports count by the same columns, so that the rows
 * behind a number can be listed.
 */
const IS_REQUESTED = `($2::text is null or kind = $2) and ($3::text[] is null or status = any($3))
      and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
      and ($9::text is null or currency = $9) and ($10::text is null or method = $10)
      and ($11::text is null or coalesce(operator, '') = $11) and ($12::boolean is null or is_test = $12)`
const isProofRequested = (of: string): string =>
  `exists (select from payment where merchant_id = ${of}.merchant_id and key = ${of}.key and ${IS_REQUESTED})`
const NEWEST = 'order by key desc limit $7'

/** Keys of a merchant `m`, the newest first, from each index. */
const KEYS = {
  byTime: `select key from payment where merchant_id = m.merchant_id and ${inRange('key')} and ${IS_REQUESTED} ${NEWEST}`,
  byKind: `select key from payment where merchant_id = m.merchant_id and kind = $2 and kind <> 'payin' and ${inRange('key')}
      and ${IS_REQUESTED} ${NEWEST}`,
  ended: `select n.key from ${kindsAmong(PAYMENT_KINDS)} cross join unnest($3::text[]) as s(status) cross join lateral (
        select e.key from event e where e.merchant_id = m.merchant_id and e.kind = w.kind and e.to_status = s.status
          and e.to_status in (${texts(NO_SUCCESS)}) and e.from_status is distinct from e.to_status and ${inRange('e.key')}
          and ${isProofRequested('e')} ${NEWEST}) n
      order by n.key desc limit $7`,
  // Open payins wait for their expiry, and closed ones do not: in a row of `step`, or in their own row while they are
  // new. All other open payments have their money reserved. Both are invariants.
  open: `select key from (
        (select s.key from step s where s.merchant_id = m.merchant_id and s.purpose = 'expire' and ${inRange('s.key')}
          and ${isProofRequested('s')} ${NEWEST})
        union
        (select key from payment where merchant_id = m.merchant_id and ${mayHoldSteps('key')} and waiting is not null
          and ${inRange('key')} and ${IS_REQUESTED} ${NEWEST})
        union
        (select n.key from ${kindsAmong(PAYMENT_KINDS.filter((kind) => kind !== 'payin'))} cross join lateral (
          select key from payment where merchant_id = m.merchant_id and kind = w.kind and kind <> 'payin' and ${inRange('key')}
            and ${IS_REQUESTED} ${NEWEST}) n
          where exists (select from balance b where b.merchant_id = m.merchant_id and b.account = 'reserved' and b.amount > 0))) k
      ${NEWEST}`,
} as const
type Way = keyof typeof KEYS

/** With its key, by which the pages of several buckets are put together. */
const page = (way: Way, of: 'merchant' | 'all', merchants: string): SqlStatement => ({
  name: `payment_page_${way.toLowerCase()}_of_${of}`,
  whose: of === 'merchant' ? 1 : { each: 'sorted', by: ['-key'], limit: { parameter: 7 } },
  text: `select p.key, ${paymentColumn('p')} from (
      select m.merchant_id, n.key from ${merchants} m cross join lateral (${KEYS[way]}) n order by n.key desc limit $7) k
    cross join lateral (${paymentByKey('k', '*')}) p order by p.key desc`,
})
const pages = (of: 'merchant' | 'all', merchants: string) => ({
  byTime: page('byTime', of, merchants),
  byKind: page('byKind', of, merchants),
  ended: page('ended', of, merchants),
  open: page('open', of, merchants),
})
const PAGES = {
  merchant: pages('merchant', '(select $1::text as merchant_id)'),
  /**
   * A page of each merchant by its own index, and then the newest of those. An index over the keys of all merchants
   * would be one more to write with every create, for a list that only operators read.
   */
  all: pages('all', `(select merchant_id from ${EVERY_MERCHANT} m where $1::text is null)`),
} as const

function wayTo({ kind, statuses }: PageQuery): Way {
  if (statuses.length > 0 && statuses.every(isNoSuccess)) return 'ended'
  if (statuses.length > 0 && statuses.every(isOpen)) return 'open'
  return kind === undefined || kind === 'payin' ? 'byTime' : 'byKind'
}

/** How far a clock that was set back may put a payment's key from its stored time. */
const KEY_MARGIN_MS = 60_000
const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Range {
  readonly below: string
  readonly fromOn: string
}

/**
 * The range of keys that a range of times allows. Without it, a page of an old day would be searched from the newest
 * payment on.
 */
function keysOf({ from, to, after }: PageQuery): Range {
  const end = to === undefined ? LAST_KEY : firstKeyAt(to + KEY_MARGIN_MS)
  return {
    below: after !== undefined && after < end ? after : end,
    fromOn: firstKeyAt(from === undefined ? 0 : from - KEY_MARGIN_MS),
  }
}

export interface PaymentPage {
  readonly payments: readonly Payment[]
  /** Set if the page stopped before it was full: the next page is read after this key. Undefined: nothing is left. */
  readonly stoppedAt: PaymentKey | undefined
}

/**
 * Newest first. Keys are ordered by time, so the last key of a page is the cursor to the next.
 * @param lookAtMost payments that a page filtered by currency, method or operator examines
 */
export async function readPage(
  database: Database,
  query: PageQuery,
  lookAtMost = LOOK_AT_MOST,
): Promise<PaymentPage> {
  const { merchantId, limit } = query
  const way = wayTo(query)
  const range = keysOf(query)
  const read = async (statement: SqlStatement, { below, fromOn }: Range): Promise<readonly Payment[]> => {
    const values: readonly Value[] = [
      merchantId ?? null,
      query.kind ?? null,
      query.statuses.length === 0 ? null : query.statuses,
      query.from === undefined ? null : isoTime(query.from),
      query.to === undefined ? null : isoTime(query.to),
      below,
      limit,
      fromOn,
      query.currency ?? null,
      query.method ?? null,
      query.operator === WITHOUT_OPERATOR ? '' : (query.operator ?? null),
      query.isTest ?? null,
    ]
    return (await database.run(statement, values)).map(rowToPayment)
  }
  const whole = async (statement: SqlStatement): Promise<PaymentPage> => ({
    payments: await read(statement, range),
    stoppedAt: undefined,
  })
  const statement = (merchantId === undefined ? PAGES.all : PAGES.merchant)[way]
  const walk = isNarrowed(query) && way !== 'open' ? way : undefined
  const walked = ({ below, fromOn }: Range): readonly Value[] => [
    merchantId ?? null,
    below,
    fromOn,
    lookAtMost,
    query.kind ?? null,
  ]
  if (merchantId !== undefined) {
    const [last] = walk ? await database.run(LAST_OF[walk], walked(range)) : []
    if (!last) return whole(statement)
    const stoppedAt = paymentKey(String(last.key))
    const payments = await read(statement, { below: range.below, fromOn: stoppedAt })
    return { payments, stoppedAt: payments.length < limit ? stoppedAt : undefined }
  }
  if (!walk && way !== 'byTime') return whole(statement)
  let payments: readonly Payment[] = []
  let before: Range | undefined
  for (const span of [...(await ranges(database, range)), range]) {
    // The shortest range is always examined whole, so that each page gets further than the one before.
    const [many] = walk && before ? await database.run(ARE_SO_MANY[walk], walked(span)) : []
    if (before && Number(many?.many ?? 0) >= lookAtMost)
      return { payments, stoppedAt: paymentKey(before.fromOn) }
    payments = await read(statement, span)
    if (payments.length >= limit) break
    before = span
  }
  return { payments, stoppedAt: undefined }
}

/** As in the list of callbacks. */
export const LOOK_AT_MOST = 20_000

const FIRST_RANGE_MS = 1_000
const GROWTH = 16

const NEWEST_KEY = sqlStatement({
  name: 'payment_newest_key',
  whose: { each: 'sorted', by: ['-key'], limit: 1 },
  text: `select n.key from ${EVERY_MERCHANT} m cross join lateral (
      select key from payment where merchant_id = m.merchant_id and key < $1 and key >= $2 order by key desc limit 1) n
    order by n.key desc limit 1`,
})

/** The keys to walk in search of matches: all, or those of a kind that has an index. */
const WALKED = {
  byTime: 'true',
  ended: 'true',
  byKind: "kind = $5 and kind <> 'payin'",
} as const satisfies Partial<Record<Way, string>>
type Walk = keyof typeof WALKED

/** The last of so many keys of a merchant; none if there are fewer. */
const lastOf = (way: Walk): SqlStatement => ({
  name: `payment_walk_${way.toLowerCase()}_of_merchant`,
  whose: 1,
  text: `select key from payment where merchant_id = $1 and key < $2 and key >= $3 and ($5::text is null or true) and ${WALKED[way]}
    order by key desc offset $4 - 1 limit 1`,
})
/** Whether there are so many keys, of all merchants. */
const areSoMany = (way: Walk): SqlStatement => ({
  name: `payment_walk_${way.toLowerCase()}_of_all`,
  whose: { each: 'folded', sum: ['many'] },
  text: `select count(*)::integer as many from (
      select from ${EVERY_MERCHANT} m cross join lateral (
        select from payment where merchant_id = m.merchant_id and key < $2 and key >= $3 and ($5::text is null or true) and ${WALKED[way]}
        order by key desc limit $4) n
      where $1::text is null limit $4) k`,
})
const LAST_OF = { byTime: lastOf('byTime'), ended: lastOf('ended'), byKind: lastOf('byKind') }
const ARE_SO_MANY = { byTime: areSoMany('byTime'), ended: areSoMany('ended'), byKind: areSoMany('byKind') }

const isNarrowed = ({ currency, method, operator }: PageQuery): boolean =>
  currency !== undefined || method !== undefined || operator !== undefined

/** Ever longer ranges, each up to the newest key. The whole range is not among them. */
async function ranges(database: Database, { below, fromOn }: Range): Promise<readonly Range[]> {
  const [newest] = await database.run(NEWEST_KEY, [below, fromOn])
  if (!newest) return []
  const at = timeOfKey(String(newest.key))
  const found: Range[] = []
  for (let lengthMs = FIRST_RANGE_MS; at - lengthMs > timeOfKey(fromOn); lengthMs *= GROWTH)
    found.push({ below, fromOn: firstKeyAt(at - lengthMs) })
  return found
}
