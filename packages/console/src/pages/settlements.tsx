/** Settlement runs, which pay merchants their balances. */
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { Exports } from '@sluice/ui-kit/page.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { noneOf } from '../listed.ts'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords, Status } from '../texts.tsx'

const useRuns = asking('GET /admin/settlement-runs', LIVE_MS)

export type Run = AnswerOf<'GET /admin/settlement-runs/{id}'>

export function Sums({
  totals,
  which,
}: {
  readonly totals: Run['totals']
  readonly which: 'planned' | 'paid'
}) {
  if (totals.length === 0) return <>–</>
  return (
    <span class="totals">
      {totals.map((total) => (
        <Amount key={total.planned.currencyCode} money={total[which]} />
      ))}
    </span>
  )
}

export const merchantsIn = ({ totals }: Run): number =>
  totals.reduce((sum, { counts }) => sum + Object.values(counts).reduce((all, many) => all + many, 0), 0)

export function Settlements() {
  const { view } = useView()
  const requested = { query: { limit: '50', ...view } }
  const states = ['PREPARED', 'RUNNING', 'STOPPED', 'DONE'].map((code) => [code, plainWords(code)] as const)
  return (
    <ListPage
      title="Settlements"
      actions={
        <>
          {may('settlements:act') && (
            <a class="button primary" href={placeOf.newSettlement}>
              Prepare run
            </a>
          )}
          <Exports path="/admin/settlement-runs" view={view} zone={zone.value} />
        </>
      }
      filters={[{ name: 'state', label: 'State', choices: [['', 'All'], ...states] }]}
      answer={useRuns(requested)}
      keyOf={({ id }) => id}
      href={({ id }) => placeOf.settlement(id)}
      columns={[
        { name: 'Prepared', cell: ({ preparedAt }) => <Time at={preparedAt} /> },
        { name: 'State', cell: ({ state }) => <Status status={state} /> },
        { name: 'Merchants', cell: (run) => merchantsIn(run), atEnd: true },
        { name: 'To pay', cell: ({ totals }) => <Sums totals={totals} which="planned" />, atEnd: true },
        { name: 'Paid', cell: ({ totals }) => <Sums totals={totals} which="paid" />, atEnd: true },
        { name: 'By', cell: ({ preparedBy }) => preparedBy },
      ]}
      nothing={noneOf('run', view)}
      byCommand={<ByCommand name="GET /admin/settlement-runs" requested={requested} />}
    />
  )
}
