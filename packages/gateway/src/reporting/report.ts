/**
 * The reports for operators and merchants: volume, success rates, time to money. Days are those of the merchant's zone,
 * and a payment counts on the day on which it was created.
 */
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import { dayOnly, isoTime } from '@sluice/core/foundation/instants.ts'
import { dayAfter, dayBegins, localTime } from '@sluice/core/foundation/zones.ts'
import type { Database } from '@sluice/database/port.ts'
import { onReplica } from '@sluice/database/replica.ts'
import { Type } from 'typebox'
import { listOf } from '../api/caller.ts'
import type { Query } from '../api/pages.ts'
import { type MoneyBody, moneyBody } from '../api/views.ts'
import { type Fault, ProblemError, validationFailed } from '../http/problems.ts'
import { WAITS_SECS } from '../payments/counting.ts'
import {
  DIMENSIONS,
  type Dimension,
  MOST_TOTALS,
  openOf,
  readTotals,
  successRateOf,
  type Totals,
  type TotalsRequested,
  withinSecs,
  zoneOfTotals,
} from './reading.ts'
import { readReached } from './rounds.ts'

const MOST_DAYS = 800
const USUAL_DAYS = 30
const DAY_MS = 86_400_000

const money = (description: string) => Type.Unsafe<MoneyBody>(moneySchema(description))
const count = (description: string) => Type.Integer({ description })
const instant = (description: string) => Type.String({ format: 'date-time', description })

/** The columns that identify a row. */
const GROUP = {
  period: Type.Optional(Type.String({ description: 'The day or month. Only when grouped by day or month.' })),
  from: Type.Optional(
    instant('The start of that day or month. Absent if the merchants have different time zones.'),
  ),
  to: Type.Optional(instant('The end, exclusive.')),
  merchantCode: Type.Optional(Type.String({ description: 'Only when grouped by merchant.' })),
  kind: Type.String({ description: 'payin, payout, refund or settlement.' }),
  currencyCode: Type.String(),
  paymentMethodCode: Type.Optional(Type.String({ description: 'Only when grouped by method.' })),
  paymentOperatorCode: Type.Optional(
    Type.String({ description: 'Only when grouped by operator. Absent for payments without one.' }),
  ),
}
const COUNTED = {
  created: count('Number of payments created.'),
  succeeded: count('Number of these with status SUCCESS.'),
}

export const VolumeSchema = Type.Object({
  ...GROUP,
  ...COUNTED,
  createdMoney: money('Total of the created payments.'),
  succeededMoney: money('Total of the successful payments.'),
  fee: money('The fees of the successful payments.'),
  vat: money('The VAT on the fee.'),
})
export const SuccessRateSchema = Type.Object({
  ...GROUP,
  ...COUNTED,
  failed: Type.Integer(),
  refused: Type.Integer(),
  expired: Type.Integer(),
  open: count('Number of payments that are not final.'),
  successRate: Type.Optional(
    Type.String({
      description:
        'Share of the final payments with status SUCCESS, such as `0.9731`. Absent if none is final.',
    }),
  ),
})
const secs = (description: string) => Type.Optional(Type.Integer({ description }))
export const TimeToMoneySchema = Type.Object({
  ...GROUP,
  ...COUNTED,
  averageSecs: secs('Average time from the create to SUCCESS.'),
  halfWithinSecs: secs(
    `The number of seconds within which half of them succeeded: one of ${WAITS_SECS.join(', ')}. Absent if it is longer.`,
  ),
  ninetyPercentWithinSecs: secs('The number of seconds within which nine in ten succeeded.'),
  within: Type.Object(Object.fromEntries(WAITS_SECS.map((each) => [`secs${each}`, Type.Integer()])), {
    description: 'Number of payments that succeeded within this number of seconds.',
  }),
})

export const REPORT_FACTS = {
  firstDay: Type.String({ description: 'The first day of the report.' }),
  lastDay: Type.String({ description: 'The last day of the report.' }),
  from: Type.Optional(
    instant('The start of the first day. Absent if the merchants have different time zones.'),
  ),
  to: Type.Optional(instant('The end of the last day, exclusive.')),
  zone: Type.Optional(
    Type.String({
      description:
        'The time zone of the days. Absent if the merchants have different ones; then each uses its own.',
    }),
  ),
  countedUntil: Type.Optional(
    instant('The report includes everything before this time. Absent while nothing is counted yet.'),
  ),
  countsHistory: Type.Boolean({
    description: 'Older payments are still being counted, so the numbers will grow.',
  }),
}

export const REPORT_PARAMETERS = {
  firstDay: Type.Optional(
    Type.String({ description: 'The first day, such as 2026-11-01. Default: 29 days before the last day.' }),
  ),
  lastDay: Type.Optional(Type.String({ description: 'The last day, included. Default: today.' })),
  by: Type.Optional(
    Type.String({
      description: `How to group the rows, besides kind and currency: any of ${DIMENSIONS.join(', ')}. Comma-separated.`,
    }),
  ),
  kind: Type.Optional(Type.String({ description: `One of ${PAYMENT_KINDS.join(', ')}.` })),
  currencyCode: Type.Optional(Type.String()),
  paymentMethodCode: Type.Optional(Type.String()),
}

/** What each report shows, and its default grouping. */
export const REPORTS = {
  volume: { by: ['day'], body: volumeBody },
  'success-rates': { by: ['method', 'operator'], body: successBody },
  'time-to-money': { by: ['method'], body: timeBody },
} as const
type ReportName = keyof typeof REPORTS

export interface ReportFor {
  readonly merchantId: string | undefined
  readonly isTest?: boolean | undefined
  readonly mayNotifyMerchants: boolean
  readonly now: Instant
}

export interface ReportRead {
  readonly totals: readonly Totals[]
  readonly facts: {
    readonly firstDay: string
    readonly lastDay: string
    readonly from?: string
    readonly to?: string
    readonly zone?: string
    readonly countedUntil?: string
    readonly countsHistory: boolean
  }
}

/** From the replica, if there is one. @throws ProblemError 400 */
export const readReport = (
  database: Database,
  name: ReportName,
  query: Query,
  whose: ReportFor,
): Promise<ReportRead> => onReplica(() => readHere(database, name, query, whose))

async function readHere(
  database: Database,
  name: ReportName,
  query: Query,
  whose: ReportFor,
): Promise<ReportRead> {
  const [zone, reached] = await Promise.all([zoneOfTotals(database, whose.merchantId), readReached(database)])
  const today = localTime(zone ?? 'UTC', whose.now).day
  const requested = requestedOf(query, whose, REPORTS[name].by, today)
  const totals = await readTotals(database, requested)
  if (totals.length > MOST_TOTALS)
    throw refused(
      'by',
      'OUT_OF_RANGE',
      `results in more than ${MOST_TOTALS} rows: use fewer days or fewer groups`,
    )
  const { firstDay, lastDay } = requested
  const { fresh, history = 0, begun = 0 } = reached
  return {
    totals,
    facts: {
      firstDay,
      lastDay,
      ...(zone !== undefined && { ...boundsOf(zone, firstDay, lastDay), zone }),
      ...(fresh !== undefined && { countedUntil: isoTime(fresh) }),
      countsHistory: history < begun,
    },
  }
}

const refused = (name: string, code: Fault['code'], message: string): ProblemError =>
  new ProblemError(validationFailed([{ path: `query:${name}`, code, message }]))

/** @throws ProblemError 400 */
function requestedOf(
  query: Query,
  { merchantId, isTest, mayNotifyMerchants }: ReportFor,
  usual: readonly Dimension[],
  today: string,
): TotalsRequested {
  const lastDay = dayIn(query, 'lastDay') ?? today
  const firstDay = dayIn(query, 'firstDay') ?? dayBefore(lastDay, USUAL_DAYS - 1)
  if (firstDay > lastDay) throw refused('firstDay', 'OUT_OF_RANGE', 'must not be after lastDay')
  if (dayBefore(lastDay, MOST_DAYS) > firstDay)
    throw refused('firstDay', 'OUT_OF_RANGE', `must be at most ${MOST_DAYS} days before lastDay`)
  return {
    ...{ merchantId, isTest, firstDay, lastDay },
    by: dimensionsIn(query, usual, mayNotifyMerchants),
    kind: kindIn(query),
    currency: codeIn(query, 'currencyCode', (code) => currencyOf(code) !== undefined),
    method: codeIn(query, 'paymentMethodCode', (code) => /^[A-Z0-9_]{1,40}$/.test(code)),
  }
}

function dayBefore(day: string, days: number): string {
  return isoTime((dayOnly(day) ?? 0) - days * DAY_MS).slice(0, 10)
}

function dayIn(query: Query, name: 'firstDay' | 'lastDay'): string | undefined {
  const { [name]: value } = query
  if (value === undefined) return undefined
  const at = typeof value === 'string' ? dayOnly(value) : undefined
  if (typeof value === 'string' && at !== undefined && at >= 0) return value
  throw refused(name, 'INVALID_FORMAT', 'must be a day such as 2026-11-01')
}

function dimensionsIn(
  { by }: Query,
  usual: readonly Dimension[],
  mayNotifyMerchants: boolean,
): readonly Dimension[] {
  if (by === undefined) return usual
  const known = mayNotifyMerchants ? DIMENSIONS : DIMENSIONS.filter((each) => each !== 'merchant')
  const named = listOf(by).filter((text) => text !== '')
  const dimensions = named.flatMap((text) => known.find((each) => each === text) ?? [])
  if (dimensions.length !== named.length || (dimensions.includes('day') && dimensions.includes('month')))
    throw refused('by', 'UNKNOWN_VALUE', `must be of ${known.join(', ')}, and not both day and month`)
  return dimensions
}

function kindIn({ kind }: Query) {
  if (kind === undefined) return undefined
  const known = PAYMENT_KINDS.find((each) => each === kind)
  if (known) return known
  throw refused('kind', 'UNKNOWN_VALUE', `must be one of ${PAYMENT_KINDS.join(', ')}`)
}

function codeIn(
  query: Query,
  name: 'currencyCode' | 'paymentMethodCode',
  isKnown: (code: string) => boolean,
): string | undefined {
  const { [name]: value } = query
  if (value === undefined) return undefined
  if (typeof value === 'string' && isKnown(value)) return value
  throw refused(name, 'UNKNOWN_VALUE', 'must be an existing code')
}

function groupBody(totals: Totals, zone: string | undefined) {
  const { period, merchantId, kind, currency, method, operator } = totals
  return {
    ...(period !== undefined && { period, ...(zone !== undefined && boundsOfPeriod(zone, period)) }),
    ...(merchantId !== undefined && { merchantCode: merchantId }),
    kind,
    currencyCode: currency,
    ...(method !== undefined && { paymentMethodCode: method }),
    ...(operator !== undefined && operator !== '' && { paymentOperatorCode: operator }),
  }
}

/** From the start of the first day to the end of the last one in that zone. */
const boundsOf = (zone: string, firstDay: string, lastDay: string) => ({
  from: isoTime(dayBegins(zone, firstDay)),
  to: isoTime(dayBegins(zone, dayAfter(lastDay))),
})

function boundsOfPeriod(zone: string, period: string) {
  if (period.length === 10) return boundsOf(zone, period, period)
  const next = `${dayBefore(`${period}-01`, -31).slice(0, 7)}-01`
  return boundsOf(zone, `${period}-01`, dayBefore(next, 1))
}

function volumeBody(totals: Totals, zone: string | undefined) {
  const { currency, created, success, createdMinor, successMinor, feeMinor, vatMinor } = totals
  return {
    ...groupBody(totals, zone),
    created,
    succeeded: success,
    createdMoney: moneyBody({ currency, amountMinor: createdMinor }),
    succeededMoney: moneyBody({ currency, amountMinor: successMinor }),
    fee: moneyBody({ currency, amountMinor: feeMinor }),
    vat: moneyBody({ currency, amountMinor: vatMinor }),
  }
}

function successBody(totals: Totals, zone: string | undefined) {
  const { created, success, failed, refused: no, expired } = totals
  const successRate = successRateOf(totals)
  return {
    ...groupBody(totals, zone),
    created,
    succeeded: success,
    failed,
    refused: no,
    expired,
    open: openOf(totals),
    ...(successRate !== undefined && { successRate }),
  }
}

function timeBody(totals: Totals, zone: string | undefined) {
  const { created, success, waitedMs, within } = totals
  const half = withinSecs(totals, 0.5)
  const most = withinSecs(totals, 0.9)
  return {
    ...groupBody(totals, zone),
    created,
    succeeded: success,
    ...(success > 0 && { averageSecs: Math.round(waitedMs / success / 1_000) }),
    ...(half !== undefined && { halfWithinSecs: half }),
    ...(most !== undefined && { ninetyPercentWithinSecs: most }),
    within: Object.fromEntries(WAITS_SECS.map((each, index) => [`secs${each}`, within[index] ?? 0])),
  }
}
