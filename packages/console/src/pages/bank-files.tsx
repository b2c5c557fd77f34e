/** Files of payouts for banks, and the payouts that wait for one. */
import { useSignal } from '@preact/signals'
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Button, Field, Form, fieldValue, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { Badge, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import { useLocation } from 'preact-iso'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { noneOf } from '../listed.ts'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { counted, Status } from '../texts.tsx'

const useFiles = asking('GET /admin/bank-files', LIVE_MS)
const useDebtorAccounts = asking('GET /admin/debtor-accounts')
const useWaiting = asking('GET /admin/bank-files/waiting', LIVE_MS)

type Line = AnswerOf<'GET /admin/bank-files'>['data'][number]

export function Totals({ batches }: Pick<Line, 'batches'>) {
  return (
    <span class="totals">
      {batches.map(({ id, total }) => (
        <Amount key={id} money={total} />
      ))}
    </span>
  )
}

const COLUMNS: readonly Column<Line>[] = [
  { name: 'File', cell: ({ messageId }) => <span class="name">{messageId}</span> },
  {
    name: 'Status',
    cell: ({ status, isTest }) => (
      <>
        <Status status={status} /> {isTest && <Badge tone="warn">test</Badge>}
      </>
    ),
  },
  { name: 'Payouts', cell: ({ payments }) => payments, atEnd: true },
  { name: 'Total', cell: ({ batches }) => <Totals batches={batches} />, atEnd: true },
  {
    name: 'Prepared',
    cell: ({ preparedBy, preparedAt }) => (
      <>
        {preparedBy}, <Time at={preparedAt} brief />
      </>
    ),
  },
  { name: 'Released', cell: ({ releasedBy }) => releasedBy ?? '–' },
  { name: 'Downloads', cell: ({ downloads }) => downloads, atEnd: true, minor: true },
]

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    choices: [
      ['', 'All'],
      ['PREPARED', 'Prepared'],
      ['RELEASED', 'Released'],
      ['CANCELLED', 'Cancelled'],
    ],
  },
  { name: 'from', label: 'From (UTC)', type: 'date' },
  { name: 'to', label: 'Before (UTC)', type: 'date' },
] as const

export function BankFiles() {
  const { view, show } = useView()
  const requested = { query: { limit: '50', ...view } }
  const files = useFiles(requested)
  return (
    <Page title="Bank files" actions={<Exports path="/admin/bank-files" view={view} zone={zone.value} />}>
      <Waiting />
      <FilterBar label="Filter files" filters={FILTERS} view={view} onShow={show} />
      <Answered of={files} rows={8}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title={noneOf('file', view)}>
              <p>A bank file holds payouts that your own account pays.</p>
            </Empty>
          ) : (
            <>
              <Table
                label="Bank files"
                columns={COLUMNS}
                rows={data}
                keyOf={({ id }) => id}
                href={({ id }) => placeOf.bankFile(id)}
              />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
      <ByCommand name="GET /admin/bank-files" requested={requested} />
    </Page>
  )
}

function Waiting() {
  const waiting = useWaiting({})
  return (
    <Answered of={waiting} rows={1}>
      {({ data }) =>
        data.length > 0 && (
          <Section title="Payouts waiting for a file">
            <ul class="items">
              {data.map(({ total, payments, since, isTest }) => (
                <li key={`${total.currencyCode} ${isTest}`}>
                  <Amount money={total} /> {isTest && <Badge tone="warn">test</Badge>}{' '}
                  <span class="quiet">
                    {counted(payments, 'payout')}, the oldest since <Time at={since} brief />
                  </span>
                </li>
              ))}
            </ul>
            {may('bank-files:act') && <Prepare />}
          </Section>
        )
      }
    </Answered>
  )
}

function Prepare() {
  const { route } = useLocation()
  const action = useAction()
  const chosen = useSignal('')
  const accounts = useDebtorAccounts({})
  const prepare = (id: string): void =>
    void action.run(
      () => ask('POST /admin/bank-files/!prepare', { body: { accounts: [id] } }),
      (made) => {
        if ('file' in made) route(placeOf.bankFile(made.file.id))
      },
    )
  return (
    <Answered of={accounts} rows={1}>
      {({ data }) => {
        const open = data.filter(({ status }) => status === 'ACTIVE')
        const [first] = open
        if (!first)
          return (
            <p class="quiet">
              No payout account yet: <a href={placeOf.debtorAccounts}>add one</a>.
            </p>
          )
        const id = chosen.value || first.id
        return (
          <Form label="Prepare file" onSend={() => prepare(id)}>
            <Refused refusal={action.now.refusal} />
            <Field
              label="Pay from"
              value={fieldValue(id, (next) => {
                chosen.value = next
              })}
              choices={open.map(({ id: each, name }) => [each, `${name} (${each})`])}
            />
            <Button type="submit" tone="primary" acting={action.now}>
              Prepare file for {id}
            </Button>
          </Form>
        )
      }}
    </Answered>
  )
}
