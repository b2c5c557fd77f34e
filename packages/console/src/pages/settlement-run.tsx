/**
 * One settlement run: how much it pays to whom, what is held back and why, who must approve it, and the result for each merchant, with the
 * bank file that pays it.
 */
import { useSignal } from '@preact/signals'
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Button, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Amount, isNil, type MoneyText, moneyText } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Copy, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { Note } from '../forms/note.tsx'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { counted, MerchantLink, plainWords, Status } from '../texts.tsx'
import { payeeWords } from './merchant-payee.tsx'
import { merchantsIn, type Run, Sums } from './settlements.tsx'

const useRun = asking('GET /admin/settlement-runs/{id}', LIVE_MS)
const useResults = asking('GET /admin/settlement-runs/{id}/settlements', LIVE_MS)
const useApprovals = asking('GET /admin/approvals', LIVE_MS)

type Result = AnswerOf<'GET /admin/settlement-runs/{id}/settlements'>['data'][number]

const STATES = ['WAITING', 'PAID', 'FAILED', 'BELOW_MINIMUM', 'SETTLED_BEFORE', 'REFUSED'] as const

/** How much is held back, and by which of the terms. */
export function HeldBack({ heldBack, reserve }: Pick<Result, 'heldBack' | 'reserve'>) {
  return (
    <>
      <Amount money={heldBack} />
      {!isNil(heldBack) && <span class="quiet beneath">{reserveWords(reserve)}</span>}
    </>
  )
}

const reserveWords = ({ percent, days }: Result['reserve']): string =>
  `${percent} % of the last ${counted(days, 'day')}`

export const CreditedUntil = ({ day, cutOff }: Pick<Result, 'day' | 'cutOff'>) => (
  <>
    <Time at={cutOff} brief />
    <span class="quiet beneath">day {day}</span>
  </>
)

/** Why a merchant is not paid. */
export const belowWords = (planned: MoneyText, minimum: MoneyText): string =>
  isNil(planned) ? 'Nothing to pay' : `Below the minimum of ${moneyText(minimum)}`

const COLUMNS: readonly Column<Result>[] = [
  { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
  { name: 'State', cell: ({ state }) => <Status status={state} /> },
  { name: 'Credited until', cell: (row) => <CreditedUntil {...row} />, minor: true },
  { name: 'Available', cell: ({ available }) => <Amount money={available} />, atEnd: true },
  { name: 'Held back', cell: (row) => <HeldBack {...row} />, atEnd: true },
  {
    name: 'To pay',
    cell: ({ planned, payee }) => (
      <>
        <Amount money={planned} />
        <span class="quiet beneath">to {payeeWords(payee)}</span>
      </>
    ),
    atEnd: true,
  },
  { name: 'Paid', cell: ({ paid }) => (paid ? <Amount money={paid} /> : '–'), atEnd: true },
  { name: 'Settlement', cell: (row) => <Outcome row={row} />, whole: true },
]

/** The settlement with its status and bank file, or the reason why nothing was paid. */
function Outcome({ row }: { readonly row: Result }) {
  const { merchantCode, idSettlement, status, bankFile, state, planned, minimum, detail } = row
  if (idSettlement === undefined)
    return <>{detail ?? (state === 'BELOW_MINIMUM' ? belowWords(planned, minimum) : '–')}</>
  return (
    <>
      <a href={placeOf.payment({ merchantCode, kind: 'settlement', id: idSettlement })}>{idSettlement}</a>{' '}
      {status !== undefined && <Status status={status} />}
      {bankFile !== undefined && (
        <span class="quiet beneath">
          in <a href={placeOf.bankFile(bankFile)}>a bank file</a>
        </span>
      )}
    </>
  )
}

export function SettlementRun() {
  const { params } = useRoute()
  const { view, show } = useView()
  const path = { id: params.id ?? '' }
  const run = useRun({ path })
  const results = useResults({ path, query: { limit: '100', ...view } })
  const states = STATES.map((code) => [code, plainWords(code)] as const)
  return (
    <AnsweredPage
      of={run}
      rows={6}
      title="Settlement run"
      above={<a href={placeOf.settlements}>Settlements</a>}
    >
      {(found) => (
        <Page
          title="Settlement run"
          above={<a href={placeOf.settlements}>Settlements</a>}
          actions={
            <>
              <Copy text={found.id} label="Copy ID" />
              <Exports
                path={`/admin/settlement-runs/${encodeURIComponent(found.id)}/settlements`}
                view={view}
                zone={zone.value}
              />
            </>
          }
        >
          <div class="headline">
            <p class="big">
              <Sums totals={found.totals} which="planned" />
            </p>
            <Status status={found.state} />
            <span class="quiet">{counted(merchantsIn(found), 'merchant')}</span>
          </div>
          {found.stoppedWhy !== undefined && <Notice tone="warn">{found.stoppedWhy}</Notice>}
          {may('settlements:act') && found.state !== 'DONE' && <RunActions run={found} />}
          <Section title="Overview">
            <RunFacts run={found} />
          </Section>
          <Section title="Merchants">
            <FilterBar
              label="Filter merchants"
              filters={[{ name: 'state', label: 'State', choices: [['', 'All'], ...states] }]}
              view={view}
              onShow={show}
            />
            <Answered of={results} rows={6}>
              {({ data, nextCursor }) =>
                data.length === 0 ? (
                  <Empty
                    title={view.state ? 'No merchants match these filters' : 'No merchants in this run'}
                  />
                ) : (
                  <>
                    <Table
                      label="Merchants in the run"
                      rows={data}
                      keyOf={({ merchantCode, planned }) => `${merchantCode} ${planned.currencyCode}`}
                      columns={COLUMNS}
                    />
                    <Pager next={nextCursor} />
                  </>
                )
              }
            </Answered>
          </Section>
          <ByCommand name="GET /admin/settlement-runs/{id}" requested={{ path }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

function RunFacts({ run }: { readonly run: Run }) {
  const { preparedBy, preparedAt, startedBy, startedAt, finishedAt, totals } = run
  const by = (name: string, who: string | undefined, at: string | undefined) =>
    at === undefined
      ? undefined
      : {
          name,
          value: (
            <>
              {who !== undefined && `${who}, `}
              <Time at={at} />
            </>
          ),
        }
  return (
    <Facts
      facts={[
        by('Prepared', preparedBy === 'gateway' ? 'by schedule' : preparedBy, preparedAt),
        by('Started', startedBy, startedAt),
        by('Finished', undefined, finishedAt),
        ...totals.map(({ paid, counts }) => ({
          name: paid.currencyCode,
          value: (
            <>
              <Amount money={paid} /> paid to {counted(counts.PAID, 'merchant')}
              {OTHERS.flatMap(([state, words]) => (counts[state] > 0 ? `, ${counts[state]} ${words}` : []))}
            </>
          ),
        })),
      ]}
    />
  )
}

const OTHERS = [
  ['WAITING', 'waiting'],
  ['FAILED', 'failed'],
  ['BELOW_MINIMUM', 'below the minimum'],
  ['SETTLED_BEFORE', 'settled before'],
  ['REFUSED', 'refused'],
] as const

const REQUESTED = { query: { status: 'WAITING', limit: '100' } }

/** Open approval requests. The run's own is shown by the summary, which names the run. */
function RunActions({ run }: { readonly run: Run }) {
  return may('approvals:read') ? <UnlessRequested run={run} /> : <Actions run={run} />
}

function UnlessRequested({ run }: { readonly run: Run }) {
  const requested = useApprovals(REQUESTED)
  return (
    <Answered of={requested} rows={1}>
      {({ data }) => {
        const waiting = data.find(
          ({ operation, summary }) => operation === 'settlement.run' && summary.includes(run.id),
        )
        return <Actions run={run} {...(waiting && { waiting: waiting.id })} />
      }}
    </Answered>
  )
}

function Actions({ run, waiting }: { readonly run: Run; readonly waiting?: string }) {
  const { id, state, totals } = run
  const action = useAction()
  const requested = useSignal<string | undefined>(undefined)
  const isStopping = useSignal(false)
  const sum = totals.map(({ planned }) => moneyText(planned)).join(' + ')
  const start = (): void =>
    void action.run(
      () => ask('POST /admin/settlement-runs/{id}/!start', { path: { id } }),
      (answer) => {
        requested.value = approvalIn(answer)
        refresh()
      },
    )
  const approval = state === 'RUNNING' ? undefined : (waiting ?? requested.value)
  return (
    <>
      <div aria-live="polite">{approval !== undefined && <WaitsForAnother approval={approval} />}</div>
      <Refused refusal={isStopping.value ? undefined : action.now.refusal} />
      {isStopping.value ? (
        <Stop run={run} onClose={setTo(isStopping, false)} />
      ) : (
        <p class="row-acts">
          {state !== 'RUNNING' && approval === undefined && (
            <Button tone="primary" acting={action.now} onClick={start}>
              {state === 'STOPPED' ? `Resume: pay up to ${sum}` : `Pay up to ${sum}`}
            </Button>
          )}
          {state !== 'STOPPED' && (
            <Button
              onClick={() => {
                action.forget()
                isStopping.value = true
              }}
            >
              Stop run…
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function Stop({ run: { id, state }, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const action = useAction()
  const note = useSignal('')
  const stop = (): void =>
    void action.run(
      () =>
        ask('POST /admin/settlement-runs/{id}/!stop', { path: { id }, body: { note: note.value.trim() } }),
      () => {
        onClose()
        refresh()
      },
    )
  return (
    <Form label="Stop run" onSend={stop}>
      <Refused refusal={action.now.refusal} />
      <p>
        {state === 'RUNNING'
          ? 'The run stops after the current batch of 100 settlements. Payouts already made are not reversed.'
          : 'No merchant is paid.'}{' '}
        You can start it again later.
      </p>
      <Note value={note} fault={action.faultAt('note')} />
      <p class="row-acts">
        <Button type="submit" tone="danger" acting={action.now}>
          Stop run
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </Form>
  )
}
