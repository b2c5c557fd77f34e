/** The charts of reports, and the totals above them. */
import type { ComponentChildren } from 'preact'
import { Chart } from '../chart/chart.tsx'
import { Amount, amountText, isNil } from '../money.tsx'
import { Empty } from '../states.tsx'
import { say } from '../texts.ts'
import { spanText } from '../time.tsx'
import {
  boundsAt,
  countsAt,
  countText,
  mainCurrency,
  moneyAt,
  moneyOf,
  pointsOf,
  type RateRow,
  type Report,
  rateText,
  SPANS_SECS,
  sumOf,
  type TimeRow,
  type VolumeRow,
  waitsAt,
} from './numbers.ts'
import type { Counted, Group } from './rows.ts'

/** Undefined: no list shows exactly these. */
export type ListOf = (group: Group, count: Counted, isByOperator?: boolean) => string | undefined

export const OUTCOMES = [
  ['succeeded', 'good', 'reportSucceeded'],
  ['open', 'accent', 'reportOpen'],
  ['expired', 'warn', 'reportExpired'],
  ['refused', 'quiet', 'reportRefused'],
  ['failed', 'bad', 'reportFailed'],
] as const

interface OverTimeProps<Row> {
  readonly report: Report<Row>
  readonly by: 'day' | 'month'
  readonly list: ListOf
}

const Nothing = () => (
  <Empty title={say('reportNothing')}>
    <p>{say('reportNothingText')}</p>
  </Empty>
)

export const NothingHere = () => <p class="quiet">{say('reportNothing')}</p>

export function OverTime({ report, by, list }: OverTimeProps<RateRow>) {
  const { data } = report
  if (data.length === 0) return <Nothing />
  return (
    <>
      <dl class="report-totals">
        <Total name={say('reportMade')}>{countText(sumOf(data, 'created'))}</Total>
        <Total name={say('reportSucceeded')}>{countText(sumOf(data, 'succeeded'))}</Total>
        <Total name={say('reportRate')}>{rateText(data) ?? '–'}</Total>
      </dl>
      <OutcomeChart report={report} by={by} list={list} />
    </>
  )
}

interface ChartOf<Row> extends Omit<OverTimeProps<Row>, 'list'> {
  /** Missing: points open nothing. */
  readonly list?: ListOf
  readonly isSmall?: boolean
}

/** The results of payments by the day or month of their creation. */
export function OutcomeChart({ report, by, list, isSmall = false }: ChartOf<RateRow>) {
  const { data } = report
  const points = pointsOf(report, by)
  const bounds = boundsAt(data, points)
  const hrefs = (count: Counted) => bounds.map((each) => each && list?.(each, count))
  return (
    <Chart
      kind="stack"
      isSmall={isSmall}
      label={say('reportPeriod')}
      pointsAre={say(by === 'day' ? 'reportDay' : 'reportMonth')}
      points={points}
      hrefs={hrefs('created')}
      series={OUTCOMES.map(([count, tone, words]) => {
        const heights = countsAt(data, points, count)
        return { name: say(words), tone, heights, texts: heights.map(countText), hrefs: hrefs(count) }
      })}
    />
  )
}

function Total({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** One chart for each currency, because they cannot be added. */
export function MoneyOverTime({ report, by, list }: OverTimeProps<VolumeRow>) {
  const { data } = report
  const totals = moneyOf(data).filter((money) => !isNil(money))
  const main = mainCurrency(data)
  if (main === undefined) return <NothingHere />
  return (
    <>
      <p class="big">
        {totals.map((money) => (
          <Amount key={money.currencyCode} money={money} />
        ))}
      </p>
      <MoneyChart report={report} by={by} currencyCode={main} list={list} />
    </>
  )
}

interface MoneyChartProps extends ChartOf<VolumeRow> {
  readonly currencyCode: string
}

export function MoneyChart({ report, by, currencyCode, list, isSmall = false }: MoneyChartProps) {
  const { data } = report
  const points = pointsOf(report, by)
  const money = moneyAt(data, points, currencyCode)
  const hrefs = boundsAt(
    data.filter((row) => row.currencyCode === currencyCode),
    points,
  ).map((each) => each && list?.({ ...each, currencyCode }, 'succeeded'))
  return (
    <Chart
      kind="line"
      isSmall={isSmall}
      label={say('reportMoneyIn', { currency: currencyCode })}
      pointsAre={say(by === 'day' ? 'reportDay' : 'reportMonth')}
      points={points}
      hrefs={hrefs}
      series={[
        {
          name: currencyCode,
          tone: 'accent',
          // Only for the height: the displayed text has all digits.
          heights: money.map(({ amount }) => Number(amount)),
          texts: money.map(amountText),
          hrefs,
        },
      ]}
    />
  )
}

const WAITS_TONES = ['good', 'accent', 'warn', 'quiet', 'bad'] as const

/** How quickly successful payments succeeded, by the day or month of their creation. */
export function TimesOverTime({ report, by, list }: OverTimeProps<TimeRow>) {
  const some = report.data.filter(({ succeeded }) => succeeded > 0)
  // The table below says that it is empty.
  if (some.length === 0) return null
  const points = pointsOf(report, by)
  const waits = waitsAt(some, points)
  const hrefs = boundsAt(some, points).map((each) => each && list(each, 'succeeded'))
  return (
    <Chart
      kind="stack"
      label={say('reportTimes')}
      pointsAre={say(by === 'day' ? 'reportDay' : 'reportMonth')}
      points={points}
      hrefs={hrefs}
      series={WAITS_TONES.map((tone, at) => {
        const secs = SPANS_SECS[at]
        const heights = waits.map((counts) => counts[at] ?? 0)
        return {
          name: secs === undefined ? say('reportLater') : say('reportWithin', { span: spanText(secs) }),
          tone,
          heights,
          texts: heights.map(countText),
        }
      })}
    />
  )
}
