/** Runs that pay merchants what they have, and what became of each merchant in one. */
import { useRoute } from 'preact-iso'
import { Button, Refused, useAct } from '../../../kit/form.tsx'
import { ListPage } from '../../../kit/list-page.tsx'
import { Amount, moneyText } from '../../../kit/money.tsx'
import { Page, Pager } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { Facts, Notice, Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { Table } from '../../../kit/table.tsx'
import { Time } from '../../../kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../asking.tsx'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { counted, MerchantLink, plainWords, Status } from '../words.tsx'

const useRuns = asking('GET /admin/settlement-runs', LIVE_MS)
const useRun = asking('GET /admin/settlement-runs/{id}', LIVE_MS)
const useResults = asking('GET /admin/settlement-runs/{id}/settlements', LIVE_MS)

type Run = AnswerOf<'GET /admin/settlement-runs/{id}'>

function Sums({ totals, which }: { readonly totals: Run['totals']; readonly which: 'planned' | 'paid' }) {
  if (totals.length === 0) return <>–</>
  return (
    <span class="totals">
      {totals.map((total) => (
        <Amount key={total.planned.currencyCode} money={total[which]} />
      ))}
    </span>
  )
}

const merchantsIn = ({ totals }: Run): number =>
  totals.reduce((sum, { counts }) => sum + Object.values(counts).reduce((all, many) => all + many, 0), 0)

export function Settlements() {
  const { view } = useView()
  const asked = { query: { limit: '50', ...view } }
  const states = ['PREPARED', 'RUNNING', 'STOPPED', 'DONE'].map((code) => [code, plainWords(code)] as const)
  return (
    <ListPage
      title="Settlements"
      path="/admin/settlement-runs"
      filters={[{ name: 'state', label: 'State', choices: [['', 'All'], ...states] }]}
      answer={useRuns(asked)}
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
      nothing="No run is like this"
      byCommand={<ByCommand name="GET /admin/settlement-runs" asked={asked} />}
    />
  )
}

export function SettlementRun() {
  const { params } = useRoute()
  const { view } = useView()
  const path = { id: params.id ?? '' }
  const run = useRun({ path })
  const results = useResults({ path, query: { limit: '100', ...view } })
  return (
    <Answered of={run} rows={6}>
      {(found) => (
        <Page title="Settlement run" above={<a href={placeOf.settlements}>Settlements</a>}>
          <div class="headline">
            <p class="big">
              <Sums totals={found.totals} which="planned" />
            </p>
            <Status status={found.state} />
            <span class="quiet">{counted(merchantsIn(found), 'merchant')}</span>
          </div>
          {found.stoppedWhy !== undefined && <Notice tone="warn">{found.stoppedWhy}</Notice>}
          <RunActs run={found} />
          <Section title="The run">
            <Facts
              facts={[
                {
                  name: 'Prepared',
                  value: (
                    <>
                      {found.preparedBy}, <Time at={found.preparedAt} />
                    </>
                  ),
                },
                found.startedAt === undefined
                  ? undefined
                  : {
                      name: 'Started',
                      value: (
                        <>
                          {found.startedBy}, <Time at={found.startedAt} />
                        </>
                      ),
                    },
                found.finishedAt === undefined
                  ? undefined
                  : { name: 'Finished', value: <Time at={found.finishedAt} /> },
                ...found.totals.map(({ paid, counts }) => ({
                  name: paid.currencyCode,
                  value: (
                    <>
                      <Amount money={paid} /> paid to {counts.PAID}; {counts.WAITING} wait,{' '}
                      {counts.BELOW_MINIMUM} below their minimum, {counts.REFUSED} refused
                    </>
                  ),
                })),
              ]}
            />
          </Section>
          <Section title="Merchants">
            <Answered of={results} rows={6}>
              {({ data, nextCursor }) =>
                data.length === 0 ? (
                  <Empty title="Nobody is in this run" />
                ) : (
                  <>
                    <Table
                      label="Merchants in the run"
                      rows={data}
                      keyOf={({ merchantCode, planned }) => `${merchantCode} ${planned.currencyCode}`}
                      columns={[
                        {
                          name: 'Merchant',
                          cell: ({ merchantCode }) => <MerchantLink code={merchantCode} />,
                        },
                        { name: 'State', cell: ({ state }) => <Status status={state} /> },
                        {
                          name: 'Available',
                          cell: ({ available }) => <Amount money={available} />,
                          atEnd: true,
                        },
                        {
                          name: 'Held back',
                          cell: ({ heldBack }) => <Amount money={heldBack} />,
                          atEnd: true,
                        },
                        { name: 'To pay', cell: ({ planned }) => <Amount money={planned} />, atEnd: true },
                        {
                          name: 'Settlement',
                          cell: ({ idSettlement, merchantCode, detail }) =>
                            idSettlement === undefined ? (
                              (detail ?? '–')
                            ) : (
                              <a
                                href={placeOf.payment({ merchantCode, kind: 'settlement', id: idSettlement })}
                              >
                                {idSettlement}
                              </a>
                            ),
                        },
                      ]}
                    />
                    <Pager next={nextCursor} />
                  </>
                )
              }
            </Answered>
          </Section>
          <ByCommand name="GET /admin/settlement-runs/{id}" asked={{ path }} />
        </Page>
      )}
    </Answered>
  )
}

function RunActs({ run: { id, state, totals } }: { readonly run: Run }) {
  const act = useAct()
  const path = { id }
  if (!may('settlements:act') || state === 'DONE') return null
  const sum = totals.map(({ planned }) => moneyText(planned)).join(' + ')
  return (
    <>
      <Refused refusal={act.now.refusal} />
      <p class="row-acts">
        {state === 'RUNNING' ? (
          <Button
            tone="danger"
            acting={act.now}
            onClick={() =>
              void act.run(() => ask('POST /admin/settlement-runs/{id}/!stop', { path }), refresh)
            }
          >
            Stop: pay nobody any more
          </Button>
        ) : (
          <Button
            tone="primary"
            acting={act.now}
            onClick={() =>
              void act.run(() => ask('POST /admin/settlement-runs/{id}/!start', { path }), refresh)
            }
          >
            {state === 'STOPPED' ? 'Go on' : `Pay ${sum}`}
          </Button>
        )}
      </p>
    </>
  )
}
