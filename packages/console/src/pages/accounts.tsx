/** The list of own accounts that receive payins, and one account with its bank entries and what each was matched with. */
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { AnsweredPage, Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { Badge, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import { Fragment } from 'preact'
import { useRoute } from 'preact-iso'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS, LIVE_MS } from '../approval-requests.tsx'
import { DAYS } from '../days.ts'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { methodName, PaymentLink, plainWords, Status } from '../texts.tsx'
import { AccountActions } from './account-actions.tsx'
import { labelOfDetail } from './account-new.tsx'
import { StatementImport } from './statement-import.tsx'

const useAccounts = asking('GET /admin/accounts', CALM_MS)
const useAccount = asking('GET /admin/accounts/{id}', CALM_MS)
const useEntries = asking('GET /admin/bank-feeds/{account}/entries', LIVE_MS)

type Line = AnswerOf<'GET /admin/accounts'>['data'][number]
type Entry = AnswerOf<'GET /admin/bank-feeds/{account}/entries'>['data'][number]

const COLUMNS: readonly Column<Line>[] = [
  { name: 'Account', cell: ({ id }) => <span class="name">{id}</span> },
  { name: 'Name', cell: ({ name }) => name },
  {
    name: 'Status',
    cell: ({ status = 'ACTIVE', isTest }) => (
      <>
        <Status status={status} /> {isTest && <Badge tone="warn">test</Badge>}
      </>
    ),
  },
  { name: 'Currency', cell: ({ currencyCode }) => currencyCode },
  { name: 'Methods', cell: ({ methods }) => methods.map(({ code }) => methodName(code)).join(', ') },
  { name: 'Time zone', cell: ({ timeZone }) => timeZone, minor: true },
]

export function Accounts() {
  const { view } = useView()
  return (
    <ListPage
      title="Accounts"
      answer={useAccounts({})}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      href={({ id }) => placeOf.account(id)}
      nothing="No own accounts yet"
      actions={
        <>
          {may('routes:manage') && (
            <a class="button primary" href={placeOf.newAccount}>
              Add own account
            </a>
          )}
          <Exports path="/admin/accounts" view={view} zone={zone.value} />
        </>
      }
      byCommand={<ByCommand name="GET /admin/accounts" requested={{}} />}
    />
  )
}

const ENTRIES: readonly Column<Entry>[] = [
  { name: 'Bank’s reference', cell: ({ reference }) => <span class="name">{reference}</span> },
  {
    name: 'Amount',
    cell: ({ money, direction }) => (
      <>
        {direction === 'DEBIT' && '− '}
        <Amount money={money} />
      </>
    ),
    atEnd: true,
  },
  { name: 'Booked', cell: ({ bookedAt }) => <Time at={bookedAt} /> },
  { name: 'Payment description', cell: ({ remittance }) => remittance ?? '–' },
  { name: 'Sender', cell: ({ sender }) => sender?.name ?? sender?.accountNumber ?? '–' },
  {
    name: 'Outcome',
    cell: ({ outcome, state, payment, reason }) => (
      <>
        <Status status={outcome ?? state} /> {payment && <PaymentLink payment={payment} />}
        {reason !== undefined && <span class="quiet"> {plainWords(reason)}</span>}
      </>
    ),
  },
]

const OUTCOMES = ['PAID', 'PAID_LATE', 'DELIVERED', 'RETURNED', 'CASE', 'IGNORED']
const FILTERS = [
  {
    name: 'outcome',
    label: 'Outcome',
    choices: [['', 'All'], ...OUTCOMES.map((code) => [code, plainWords(code)] as const)],
  },
  ...DAYS,
] as const

export function Account() {
  const { params } = useRoute()
  const { view, show } = useView()
  const id = params.id ?? ''
  const account = useAccount({ path: { id } })
  const entries = useEntries({ path: { account: id }, query: { limit: '50', ...view } })
  return (
    <AnsweredPage of={account} rows={6} title="Account" above={<a href={placeOf.accounts}>Accounts</a>}>
      {(found) => (
        <Page
          title={found.name}
          above={<a href={placeOf.accounts}>Accounts</a>}
          actions={
            <>
              <AccountActions account={found} />
              <a class="button" href={`${placeOf.reconcile}?account=${encodeURIComponent(id)}`}>
                Reconciliation
              </a>
            </>
          }
        >
          {found.isTest && <Notice tone="warn">Test account: for test merchants only.</Notice>}
          <Section title="The account">
            <Facts
              facts={[
                { name: 'Status', value: <Status status={found.status ?? 'ACTIVE'} /> },
                { name: 'Currency', value: found.currencyCode },
                { name: 'Time zone', value: found.timeZone },
                { name: 'Methods', value: found.methods.map(({ code }) => methodName(code)).join(', ') },
                {
                  name: 'Payin limits',
                  value: `${found.min ?? 'no minimum'} to ${found.max ?? 'no maximum'}`,
                },
              ]}
            />
          </Section>
          <ShownToPayers account={found} />
          <StatementImport account={found} />
          <Section title="Bank statement lines">
            <FilterBar label="Filter lines" filters={FILTERS} view={view} onShow={show} />
            <Answered of={entries} rows={6}>
              {({ data, nextCursor }) =>
                data.length === 0 ? (
                  <Empty title="No matching statement lines">
                    <p>Import a statement above.</p>
                  </Empty>
                ) : (
                  <>
                    <Table
                      label="Bank lines"
                      columns={ENTRIES}
                      rows={data}
                      keyOf={({ reference }) => reference}
                    />
                    <Pager next={nextCursor} />
                  </>
                )
              }
            </Answered>
          </Section>
          <ByCommand name="GET /admin/bank-feeds/{account}/entries" requested={{ path: { account: id } }} />
        </Page>
      )}
    </AnsweredPage>
  )
}

/** What payers are shown to pay to, by method, so that it can be compared with the bank's own documents. */
function ShownToPayers({ account: { methods } }: { readonly account: Line }) {
  return (
    <Section title="Payment instructions">
      {methods.map(({ code, operators, receiving = {} }) => (
        <Fragment key={`${code} ${operators?.join(' ')}`}>
          <h3>{[methodName(code), ...(operators ?? [])].join(' · ')}</h3>
          <Facts
            facts={Object.entries(receiving).map(([name, value]) => ({
              name: labelOfDetail(name),
              value: <span class="breaks">{String(value)}</span>,
            }))}
          />
        </Fragment>
      ))}
    </Section>
  )
}
