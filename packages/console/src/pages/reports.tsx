/** Reports of payments, of all merchants or of one, and the age of open cases. */
import { Chart } from '@sluice/ui-kit/chart/chart.tsx'
import { Exports } from '@sluice/ui-kit/page.tsx'
import { Reports as ReportsPage } from '@sluice/ui-kit/reports/reports.tsx'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { zone } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf, useView, viewOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'

const useVolume = asking('GET /admin/reports/volume', CALM_MS)
const useRates = asking('GET /admin/reports/success-rates', CALM_MS)
const useTimes = asking('GET /admin/reports/time-to-money', CALM_MS)
const useCases = asking('GET /admin/reports/cases', CALM_MS)

const KINDS = ['payin', 'payout', 'refund', 'settlement'].map((kind) => [kind, plainWords(kind)] as const)

export function Reports() {
  return (
    <ReportsPage
      ask={{
        volume: (query) => useVolume({ query }),
        rates: (query) => useRates({ query }),
        times: (query) => useTimes({ query }),
      }}
      kinds={KINDS}
      filters={[
        { name: 'merchantCode', label: 'Merchant' },
        {
          name: 'isTest',
          label: 'Test or live',
          choices: [
            ['', 'All'],
            ['false', 'Live'],
            ['true', 'Test'],
          ],
        },
      ]}
      hrefOf={(filters) => viewOf(placeOf.payments, filters)}
      exportsOf={(name, query) => <Exports path={`/admin/reports/${name}`} view={query} zone={zone.value} />}
      byCommand={(query) => <ByCommand name="GET /admin/reports/volume" requested={{ query }} />}
    >
      {may('cases:read') && <Cases />}
    </ReportsPage>
  )
}

function Cases() {
  const { merchantCode } = useView().view
  const cases = useCases({ query: { ...(merchantCode && { merchantCode }) } })
  return (
    <Section
      title="Open cases by age"
      aside={<a href={viewOf(placeOf.cases, { sort: 'OLDEST' })}>All open cases</a>}
    >
      <Answered of={cases}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No unmatched money.</p>
          ) : (
            <CasesByAge rows={data} {...(merchantCode && { merchantCode })} />
          )
        }
      </Answered>
    </Section>
  )
}

const AGES = [
  [0, 'under a day', '< 1 d'],
  [24, 'one to three days', '1–3 d'],
  [72, 'three days to a week', '3–7 d'],
  [168, 'a week to 30 days', '7–30 d'],
  [720, 'older', '> 30 d'],
] as const
/** As many colours as can be distinguished; the remaining series share one. */
const TONES = ['accent', 'warn', 'bad', 'good', 'quiet'] as const

type CaseRow = AnswerOf<'GET /admin/reports/cases'>['data'][number]

function CasesByAge({
  rows,
  merchantCode,
}: {
  readonly rows: readonly CaseRow[]
  readonly merchantCode?: string
}) {
  const sum = (some: readonly CaseRow[]) => some.reduce((all, { open }) => all + open, 0)
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason)]
    .sort(([, a], [, b]) => sum(b) - sum(a))
    .map(([reason]) => reason)
  const apart = reasons.length > TONES.length ? reasons.slice(0, TONES.length - 1) : reasons
  const at = (age: number, some: readonly CaseRow[] = rows) =>
    some.filter(({ atLeastHours }) => atLeastHours === age)
  const listOf = (age: number, reason?: string): string | undefined => {
    const [one] = at(age)
    const filters = { from: one?.from, to: one?.to, reason, merchantCode, sort: 'OLDEST' }
    return one && viewOf(placeOf.cases, filters)
  }
  const seriesOf = (name: string, own: readonly CaseRow[], tone: (typeof TONES)[number], reason?: string) => {
    const heights = AGES.map(([age]) => sum(at(age, own)))
    return {
      ...{ name, tone, heights },
      texts: heights.map(String),
      ...(reason && { hrefs: AGES.map(([age]) => listOf(age, reason)) }),
    }
  }
  const others = rows.filter(({ reason }) => !apart.includes(reason))
  return (
    <Chart
      kind="stack"
      label="Open cases by age"
      pointsAre="Age"
      points={AGES.map(([, name, short]) => ({ name, short }))}
      hrefs={AGES.map(([age]) => listOf(age))}
      series={[
        ...apart.map((reason, index) =>
          seriesOf(
            plainWords(reason),
            rows.filter((row) => row.reason === reason),
            TONES[index] ?? 'quiet',
            reason,
          ),
        ),
        ...(others.length > 0 ? [seriesOf('Others', others, 'quiet')] : []),
      ]}
    />
  )
}
