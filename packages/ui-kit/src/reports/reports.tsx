/**
 * A page of reports for operators or merchants: volume, success rates and time to money. The view is in the address;
 * each number links to the list of the payments that it counts (`rows.ts`).
 */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { methodName } from '../codes.ts'
import { type Filter, FilterBar } from '../filters.tsx'
import { Page } from '../page.tsx'
import type { Loaded } from '../query.ts'
import { Notice, Section } from '../small.tsx'
import { Answered } from '../states.tsx'
import { Table } from '../table.tsx'
import { say } from '../texts.ts'
import { spanText, timeText, zone } from '../time.tsx'
import { useView, type View } from '../view.ts'
import { type ListOf, MoneyOverTime, NothingHere, OUTCOMES, OverTime, TimesOverTime } from './charts.tsx'
import {
  countText,
  periodOf,
  type RateRow,
  type Report,
  type ReportFacts,
  rateText,
  type TimeRow,
  type VolumeRow,
} from './numbers.ts'
import { type Counted, type Group, rowsBehind } from './rows.ts'

type Query = Readonly<Record<string, string>>

export type ReportName = 'volume' | 'success-rates' | 'time-to-money'

export interface ReportsProps {
  /** The application's requests to its API. */
  readonly ask: {
    readonly volume: (query: Query) => ReadonlySignal<Loaded<Report<VolumeRow>>>
    readonly rates: (query: Query) => ReadonlySignal<Loaded<Report<RateRow>>>
    readonly times: (query: Query) => ReadonlySignal<Loaded<Report<TimeRow>>>
  }
  readonly kinds: readonly (readonly [code: string, words: string])[]
  /** The application's own filters, after the kind. */
  readonly filters?: readonly Filter[]
  /** The list of payments with these filters. */
  readonly hrefOf: (filters: Readonly<Record<string, string | undefined>>) => string
  /** The report as files. */
  readonly exportsOf: (name: ReportName, query: Query) => ComponentChildren
  readonly byCommand: (query: Query) => ComponentChildren
  readonly children?: ComponentChildren
}

const USUAL_KIND = 'payin'

/** The parameters of a view's request. */
function filtersIn({ kind, ...view }: View): Query {
  return Object.fromEntries(
    Object.entries({ ...view, kind: kind || USUAL_KIND }).filter(([, value]) => value !== ''),
  )
}

export function Reports({ ask, kinds, filters = [], hrefOf, exportsOf, byCommand, children }: ReportsProps) {
  const { view, show } = useView()
  const query = filtersIn(view)
  const by = periodOf(query.firstDay, query.lastDay, new Date().toISOString().slice(0, 10))
  const overTime = { ...query, by }
  const volume = ask.volume(overTime)
  const rates = ask.rates(overTime)
  const byMethod = ask.rates({ ...query, by: 'method,operator' })
  const times = ask.times({ ...query, by: 'method' })
  const waits = ask.times(overTime)
  const requested: Group = {
    ...(query.merchantCode && { merchantCode: query.merchantCode }),
    ...(query.currencyCode && { currencyCode: query.currencyCode }),
    ...(query.paymentMethodCode && { paymentMethodCode: query.paymentMethodCode }),
  }
  const list: ListOf = (group, count, isByOperator = false) => {
    const { isTest } = query
    // If merchants' time zones differ, a day has no single beginning.
    if (group.from === undefined) return undefined
    return hrefOf({
      ...rowsBehind({ ...requested, ...group, kind: query.kind ?? USUAL_KIND }, count, isByOperator),
      isTest,
    })
  }
  return (
    <Page title={say('reports')} actions={exportsOf('volume', overTime)}>
      <FilterBar
        label={say('filter', { what: say('reports') })}
        filters={[
          { name: 'firstDay', label: say('reportFrom'), type: 'date' },
          { name: 'lastDay', label: say('reportTo'), type: 'date' },
          {
            name: 'kind',
            label: say('reportKind'),
            choices: kinds.map(([code, words]) => [code === USUAL_KIND ? '' : code, words] as const),
          },
          ...filters,
          { name: 'currencyCode', label: say('reportCurrency') },
          { name: 'paymentMethodCode', label: say('reportMethod') },
        ]}
        view={view}
        onShow={show}
      />
      <Section title={say('reportPeriod')}>
        <Answered of={rates} rows={6}>
          {(report) => <OverTime report={report} by={by} list={list} />}
        </Answered>
      </Section>
      <Section title={say('reportMoney')}>
        <Answered of={volume} rows={6}>
          {(report) => <MoneyOverTime report={report} by={by} list={list} />}
        </Answered>
      </Section>
      <Section
        title={say('reportRates')}
        aside={exportsOf('success-rates', { ...query, by: 'method,operator' })}
      >
        <Answered of={byMethod}>{(report) => <Rates report={report} list={list} />}</Answered>
      </Section>
      <Section title={say('reportTimes')} aside={exportsOf('time-to-money', { ...query, by: 'method' })}>
        <Answered of={waits} rows={6}>
          {(report) => <TimesOverTime report={report} by={by} list={list} />}
        </Answered>
        <Answered of={times}>{({ data }) => <Times rows={data} />}</Answered>
      </Section>
      {children}
      <Answered of={rates} rows={1}>
        {(report) => <CountedUntil facts={report} />}
      </Answered>
      {byCommand(overTime)}
    </Page>
  )
}

function Rates({
  report: { data: rows, from, to },
  list,
}: {
  readonly report: Report<RateRow>
  readonly list: ListOf
}) {
  if (rows.length === 0) return <NothingHere />
  const range = from !== undefined && to !== undefined ? { from, to } : {}
  const counted = (name: string, count: Counted, isMinor = false) => ({
    name,
    cell: (row: RateRow) => {
      const href = row[count] === 0 ? undefined : list({ ...range, ...row }, count, true)
      const text = <span class="amount">{countText(row[count])}</span>
      return href === undefined ? text : <a href={href}>{text}</a>
    },
    atEnd: true,
    ...(isMinor && { minor: true }),
  })
  return (
    <Table
      label={say('reportRates')}
      rows={rows}
      keyOf={(row) => `${row.paymentMethodCode} ${row.paymentOperatorCode} ${row.currencyCode}`}
      columns={[
        { name: say('reportMethod'), cell: ({ paymentMethodCode = '' }) => methodName(paymentMethodCode) },
        { name: say('reportOperator'), cell: ({ paymentOperatorCode = '–' }) => paymentOperatorCode },
        { name: say('reportCurrency'), cell: ({ currencyCode }) => currencyCode },
        { name: say('reportRate'), cell: (row) => rateText([row]) ?? '–', atEnd: true },
        counted(say('reportMade'), 'created'),
        counted(say('reportSucceeded'), 'succeeded'),
        ...OUTCOMES.slice(1).map(([count, , words]) => counted(say(words), count, true)),
      ]}
    />
  )
}

const within = (secs: number | undefined, succeeded: number): string =>
  secs !== undefined ? spanText(secs) : succeeded > 0 ? say('reportLater') : '–'

function Times({ rows }: { readonly rows: readonly TimeRow[] }) {
  const some = rows.filter(({ succeeded }) => succeeded > 0)
  if (some.length === 0) return <NothingHere />
  return (
    <Table
      label={say('reportTimes')}
      rows={some}
      keyOf={(row) => `${row.paymentMethodCode} ${row.currencyCode}`}
      columns={[
        { name: say('reportMethod'), cell: ({ paymentMethodCode = '' }) => methodName(paymentMethodCode) },
        { name: say('reportCurrency'), cell: ({ currencyCode }) => currencyCode },
        { name: say('reportSucceeded'), cell: ({ succeeded }) => countText(succeeded), atEnd: true },
        {
          name: say('reportHalf'),
          cell: ({ halfWithinSecs, succeeded }) => within(halfWithinSecs, succeeded),
          atEnd: true,
        },
        {
          name: say('reportMost'),
          cell: ({ ninetyPercentWithinSecs, succeeded }) => within(ninetyPercentWithinSecs, succeeded),
          atEnd: true,
        },
        {
          name: say('reportAverage'),
          cell: ({ averageSecs }) => (averageSecs === undefined ? '–' : spanText(averageSecs)),
          atEnd: true,
        },
      ]}
    />
  )
}

function CountedUntil({
  facts: { countedUntil, countsHistory, zone: ofDays },
}: {
  readonly facts: ReportFacts
}) {
  if (countedUntil === undefined) return <p class="quiet">{say('reportNotYet')}</p>
  const time = `${timeText(countedUntil, zone.value)} ${zone.value}`
  return (
    <>
      {countsHistory && <Notice tone="info">{say('reportHistory')}</Notice>}
      <p class="quiet">
        {ofDays === undefined ? say('reportZones', { time }) : say('reportCounted', { time, zone: ofDays })}
      </p>
    </>
  )
}
