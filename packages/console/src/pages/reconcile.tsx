/** Reconciliation of each account with its bank, day by day; for one day, every line of the difference. */
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Amount, isNil } from '@sluice/ui-kit/money.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Badge, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf, useView } from '../places.ts'
import { PaymentLink, plainWords, Status } from '../texts.tsx'

const useAccounts = asking('GET /admin/accounts', CALM_MS)
const useDays = asking('GET /admin/reconciliations', CALM_MS)
const useDay = asking('GET /admin/reconciliations/{account}', CALM_MS)

type Day = AnswerOf<'GET /admin/reconciliations/{account}'>

export function Reconcile() {
  const { view, show } = useView()
  const accounts = useAccounts({})
  return (
    <Page title="Reconciliation">
      <Answered of={accounts} rows={2}>
        {({ data }) => {
          const [first] = data
          if (!first) return <Empty title="No own accounts to reconcile" />
          const account = view.account || first.id
          const choices = data.map(({ id, name }) => [id, `${name} (${id})`] as const)
          return (
            <>
              <FilterBar
                label="Filter days"
                filters={[
                  { name: 'account', label: 'Account', choices },
                  { name: 'from', label: 'From', type: 'date' },
                  { name: 'to', label: 'To', type: 'date' },
                ]}
                view={{ ...view, account }}
                onShow={show}
              />
              <Days account={account} from={view.from} to={view.to} />
            </>
          )
        }}
      </Answered>
    </Page>
  )
}

function Days({
  account,
  from = '',
  to = '',
}: {
  readonly account: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}) {
  const requested = { query: { account, from, to } }
  const days = useDays(requested)
  return (
    <>
      <Answered of={days} rows={8}>
        {({ data }) => (
          <Table
            nothing="No transactions on these days"
            label="Days"
            rows={data}
            keyOf={({ day }) => day}
            href={({ day }) => placeOf.reconcileDay(account, day)}
            columns={[
              { name: 'Day', cell: ({ day }) => <time dateTime={day}>{day}</time> },
              {
                name: 'Status',
                cell: ({ difference, openCases, remarks }) => (
                  <>
                    {isNil(difference) ? (
                      <Badge tone="good">balanced</Badge>
                    ) : (
                      <Badge tone="bad">difference</Badge>
                    )}{' '}
                    {remarks.length > 0 && (
                      <Badge tone="warn">{remarks.map(({ type }) => plainWords(type)).join(', ')}</Badge>
                    )}{' '}
                    {openCases > 0 && <Badge tone="warn">{openCases} cases</Badge>}
                  </>
                ),
              },
              { name: 'Bank', cell: ({ bank }) => <Amount money={bank} signed />, atEnd: true },
              { name: 'Ledger', cell: ({ books }) => <Amount money={books} signed />, atEnd: true },
              {
                name: 'Difference',
                cell: ({ difference }) => <Amount money={difference} signed />,
                atEnd: true,
              },
            ]}
          />
        )}
      </Answered>
      <ByCommand name="GET /admin/reconciliations" requested={requested} />
    </>
  )
}

export function ReconcileDay() {
  const { params } = useRoute()
  const path = { account: params.account ?? '' }
  const day = params.day ?? ''
  const requested = { path, query: { day } }
  const found = useDay(requested)
  return (
    <Page
      title={`${path.account}, ${day}`}
      above={<a href={`${placeOf.reconcile}?account=${encodeURIComponent(path.account)}`}>Reconciliation</a>}
      actions={
        <span class="exports">
          <a class="button" href={placeOf.reconcileDay(path.account, dayBeside(day, -1))}>
            Previous day
          </a>
          <a class="button" href={placeOf.reconcileDay(path.account, dayBeside(day, 1))}>
            Next day
          </a>
        </span>
      }
    >
      <Answered of={found} rows={8}>
        {(reported) => <DayBody day={reported} />}
      </Answered>
      <ByCommand name="GET /admin/reconciliations/{account}" requested={requested} />
    </Page>
  )
}

const REMARKS: Readonly<Record<string, string>> = {
  NO_STATEMENT: 'No bank statement covers this day yet, so lines may be missing',
  GAP: 'A statement between this one and the previous one is missing',
  ENTRIES_DIFFER: 'The lines do not add up to the balances of the bank statement',
}
const remarkWords = (type: string): string => REMARKS[type] ?? plainWords(type)

const DAY_MS = 86_400_000
/** A date without a time: computed in UTC so that no time zone shifts it. */
const dayBeside = (day: string, days: 1 | -1): string => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}

function DayBody({ day }: { readonly day: Day }) {
  const agrees = isNil(day.difference)
  return (
    <>
      <div class="balance">
        <div>
          <p class="quiet">Bank</p>
          <p class="big">
            <Amount money={day.bank} signed />
          </p>
        </div>
        <div class={agrees ? 'difference even' : 'difference'}>
          <p class="quiet">{agrees ? 'Balanced' : 'Difference'}</p>
          <p class="difference-amount">
            <Amount money={day.difference} signed />
          </p>
        </div>
        <div>
          <p class="quiet">Ledger</p>
          <p class="big">
            <Amount money={day.books} signed />
          </p>
        </div>
      </div>
      {day.remarks.map(({ type, afterDay }) => (
        <Notice key={type} tone="warn">
          {remarkWords(type)}
          {afterDay !== undefined && `: the last one before it ends on ${afterDay}`}
        </Notice>
      ))}
      {day.lines.length > 0 && (
        <Section title="Difference" count={day.lines.length}>
          <Table
            label="Difference lines"
            rows={day.lines}
            keyOf={({ reason, entry, about }) => `${reason} ${entry} ${about}`}
            columns={[
              { name: 'Reason', cell: ({ reason }) => plainWords(reason) },
              { name: 'Amount', cell: ({ money }) => <Amount money={money} signed />, atEnd: true },
              { name: 'Bank’s reference', cell: ({ entry }) => entry ?? '–' },
              { name: 'Subject', cell: ({ about }) => about ?? '–' },
            ]}
          />
        </Section>
      )}
      {day.cases.length > 0 && (
        <Section title="Open cases" count={day.cases.length}>
          <ul class="items">
            {day.cases.map(({ id, reason, entry }) => (
              <li key={id}>
                <a href={placeOf.case(id)}>{plainWords(reason)}</a> <span class="quiet">{entry}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Bank lines" count={day.entries.length}>
        <Table
          nothing="No bank lines on this day"
          label="Bank lines"
          rows={day.entries}
          keyOf={({ reference }) => reference}
          columns={[
            { name: 'Bank’s reference', cell: ({ reference }) => <span class="name">{reference}</span> },
            { name: 'Bank', cell: ({ money }) => <Amount money={money} signed />, atEnd: true },
            {
              name: 'Outcome',
              cell: ({ outcome }) => (outcome === undefined ? '–' : <Status status={outcome} />),
            },
            { name: 'Payment', cell: ({ payment }) => (payment ? <PaymentLink payment={payment} /> : '–') },
            {
              name: 'Ledger',
              cell: ({ posted }) => (posted ? <Amount money={posted.money} signed /> : '–'),
              atEnd: true,
            },
            { name: 'Posted', cell: ({ posted }) => (posted ? <Time at={posted.at} /> : '–'), minor: true },
          ]}
        />
        {day.hasMoreEntries && <p class="quiet">The first 1,000 are shown. See the account for all lines.</p>}
      </Section>
      <Section title="Statements" count={day.statements.length}>
        {day.statements.length === 0 && (
          <Empty title="No bank statement covers this day">
            <p>These lines came from a bank feed. Only a statement shows whether they are complete.</p>
          </Empty>
        )}
        <Facts
          facts={[
            day.openingBalance && { name: 'Opening balance', value: <Amount money={day.openingBalance} /> },
            day.closingBalance && { name: 'Closing balance', value: <Amount money={day.closingBalance} /> },
            ...day.statements.map(({ source, firstDay, lastDay, takenAt }) => ({
              name: source,
              value: (
                <>
                  {firstDay} to {lastDay}, imported <Time at={takenAt} />
                </>
              ),
            })),
          ]}
        />
      </Section>
    </>
  )
}
