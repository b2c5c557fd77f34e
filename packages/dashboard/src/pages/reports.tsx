/** Reports of the merchant's own payments. */
import { Amount } from '@sluice/ui-kit/money.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { MoneyChart } from '@sluice/ui-kit/reports/charts.tsx'
import { mainCurrency, moneyOf } from '@sluice/ui-kit/reports/numbers.ts'
import { Reports as ReportsPage } from '@sluice/ui-kit/reports/reports.tsx'
import { rowsBehind } from '@sluice/ui-kit/reports/rows.ts'
import { Section } from '@sluice/ui-kit/small.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { asking } from '../api.ts'
import { ByCommand, quoted } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { type Kind, placeOf, viewOf } from '../places.ts'
import { Exports } from '../texts.tsx'

const useVolume = asking('GET /reports/volume', CALM_MS)
const useRates = asking('GET /reports/success-rates', CALM_MS)
const useTimes = asking('GET /reports/time-to-money', CALM_MS)

const KINDS = ['payin', 'payout', 'refund'] as const
const kindOf = (code: string | undefined): Kind => KINDS.find((each) => each === code) ?? 'payin'

export function Reports() {
  return (
    <ReportsPage
      ask={{
        volume: (query) => useVolume({ query }),
        rates: (query) => useRates({ query }),
        times: (query) => useTimes({ query }),
      }}
      kinds={KINDS.map((kind) => [kind, wordOf(kind)] as const)}
      hrefOf={({ kind, merchantCode: _, ...filters }) => viewOf(placeOf.list(kindOf(kind)), filters)}
      exportsOf={(name, query) => <Exports path={`/reports/${name}`} view={query} />}
      byCommand={(query) => (
        <ByCommand
          name="GET /reports/volume"
          requested={{ query }}
          client={`await sluice.reports.volume({ ${Object.entries(query)
            .map(([name, value]) => `${name}: ${name === 'by' ? `[${quoted(value)}]` : quoted(value)}`)
            .join(', ')} })`}
        />
      )}
    />
  )
}

const OF_A_MONTH = { query: { kind: 'payin', by: 'day' } } as const

/** The chart of the last 30 days on the home page; hidden if there were no payments. */
export function MoneyOfTheMonth() {
  const requested = useVolume(OF_A_MONTH).value
  if (requested.state !== 'ready') return null
  const { data } = requested.value
  const main = mainCurrency(data)
  if (main === undefined) return null
  const sum = moneyOf(data).find(({ currencyCode }) => currencyCode === main)
  return (
    <Section title={t('lastDays')} aside={<a href={placeOf.reports()}>{say('reports')}</a>}>
      {sum && (
        <p class="big">
          <Amount money={sum} />
        </p>
      )}
      <MoneyChart
        report={requested.value}
        by="day"
        currencyCode={main}
        isSmall
        list={(group, count) =>
          viewOf(placeOf.list('payin'), rowsBehind({ ...group, kind: undefined }, count))
        }
      />
    </Section>
  )
}
