/** Prepares reports for charts: values by day or month, including empty ones. Pure. */
import type { ChartPoint } from '../chart/chart.tsx'
import type { MoneyText } from '../money.tsx'
import { totalsOf } from '../totals.ts'
import type { Counted, Group } from './rows.ts'

/** The common properties of all reports. */
export interface ReportFacts {
  readonly firstDay: string
  readonly lastDay: string
  /** The start of the first day and the end of the last one; missing if the merchants' time zones differ. */
  readonly from?: string
  readonly to?: string
  readonly zone?: string
  readonly countedUntil?: string
  readonly countsHistory: boolean
}

interface Row extends Group {
  readonly period?: string
}

export interface RateRow extends Row, Readonly<Record<Counted, number>> {
  readonly currencyCode: string
  readonly successRate?: string
}

export interface VolumeRow extends Row {
  readonly currencyCode: string
  readonly succeeded: number
  readonly succeededMoney: MoneyText
}

export interface TimeRow extends Row {
  readonly currencyCode: string
  readonly succeeded: number
  readonly averageSecs?: number
  readonly halfWithinSecs?: number
  readonly ninetyPercentWithinSecs?: number
  /** How many became SUCCESS within this many seconds: `secs60`. */
  readonly within: Readonly<Record<string, number>>
}

export interface Report<One> extends ReportFacts {
  readonly data: readonly One[]
}

const DAY_MS = 86_400_000
/** Longer ranges are shown by month. */
export const MOST_DAYS = 92
const USUAL_DAYS = 30

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Day or month, by the length of the range. @param firstDay missing: the gateway's default */
export function periodOf(
  firstDay: string | undefined,
  lastDay: string | undefined,
  today: string,
): 'day' | 'month' {
  const last = Date.parse(isDay(lastDay) ? lastDay : today)
  const first = isDay(firstDay) ? Date.parse(firstDay) : last - (USUAL_DAYS - 1) * DAY_MS
  return (last - first) / DAY_MS >= MOST_DAYS ? 'month' : 'day'
}

/** Each day or month of the range, also empty ones. */
export function pointsOf({ firstDay, lastDay }: ReportFacts, by: 'day' | 'month'): readonly ChartPoint[] {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)]
  const days = Array.from({ length: Math.max(0, Math.round((last - first) / DAY_MS) + 1) }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  )
  if (by === 'day') return days.map((name) => ({ name, short: name.slice(5) }))
  return [...new Set(days.map((day) => day.slice(0, 7)))].map((name) => ({ name, short: name }))
}

/** `12,345`. */
export const countText = (count: number): string => count.toLocaleString('en')

const inPeriod = <One extends Row>(rows: readonly One[], name: string): readonly One[] =>
  rows.filter(({ period }) => period === name)

export const sumOf = (rows: readonly RateRow[], what: Counted): number =>
  rows.reduce((sum, row) => sum + row[what], 0)

export const countsAt = (rows: readonly RateRow[], points: readonly ChartPoint[], what: Counted) =>
  points.map(({ name }) => sumOf(inPeriod(rows, name), what))

/** The share of successes among final payments, such as `97.3 %`; undefined: none is final. */
export function rateText(rows: readonly RateRow[]): string | undefined {
  const [succeeded, ended] = [sumOf(rows, 'succeeded'), sumOf(rows, 'created') - sumOf(rows, 'open')]
  return ended === 0 ? undefined : `${((100 * succeeded) / ended).toFixed(1)} %`
}

/** The time spans that a chart of time to money shows; slower payments are shown as later. */
export const SPANS_SECS = [60, 300, 3_600, 86_400] as const

/**
 * For each span, and for later ones: how many of each point's payments succeeded within it and not in a shorter one.
 * Together they are all successful payments.
 */
export function waitsAt(
  rows: readonly TimeRow[],
  points: readonly ChartPoint[],
): readonly (readonly number[])[] {
  return points.map(({ name }) => {
    const own = inPeriod(rows, name)
    const until = [
      ...SPANS_SECS.map((secs) => own.reduce((sum, { within }) => sum + (within[`secs${secs}`] ?? 0), 0)),
      own.reduce((sum, { succeeded }) => sum + succeeded, 0),
    ]
    return until.map((count, at) => count - (until[at - 1] ?? 0))
  })
}

export const moneyOf = (rows: readonly VolumeRow[]): readonly MoneyText[] =>
  totalsOf(rows.map(({ succeededMoney }) => succeededMoney))

/** By point, for one currency. */
export const moneyAt = (
  rows: readonly VolumeRow[],
  points: readonly ChartPoint[],
  currencyCode: string,
): readonly MoneyText[] =>
  points.map(({ name }) => {
    const own = inPeriod(rows, name).filter((row) => row.currencyCode === currencyCode)
    return moneyOf(own)[0] ?? { amount: '0', currencyCode }
  })

/** The currency with the most successful payments, to show only one. */
export function mainCurrency(rows: readonly VolumeRow[]): string | undefined {
  const counted = Map.groupBy(
    rows.filter(({ succeededMoney }) => Number(succeededMoney.amount) > 0),
    ({ currencyCode }) => currencyCode,
  )
  const paidIn = (of: readonly VolumeRow[]): number => of.reduce((sum, { succeeded }) => sum + succeeded, 0)
  return [...counted].sort(([, a], [, b]) => paidIn(b) - paidIn(a))[0]?.[0]
}

/** When each day or month begins and ends, from the rows; unknown for a point without rows. */
export function boundsAt(
  rows: readonly Row[],
  points: readonly ChartPoint[],
): readonly (Pick<Group, 'from' | 'to'> | undefined)[] {
  const known = new Map(rows.map(({ period, from, to }) => [period, from && to ? { from, to } : undefined]))
  return points.map(({ name }) => known.get(name))
}
