/** Payments of all merchants and kinds, the newest first. */
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Amount } from '@sluice/ui-kit/money.tsx'
import { Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { Badge } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { filtersIn, noneOf, shownOf } from '../listed.ts'
import { Totals, ViewBar } from '../named-views.tsx'
import { placeOf, useView } from '../places.ts'
import { MerchantLink, methodName, plainWords, Status } from '../texts.tsx'

const usePayments = asking('GET /admin/payments', LIVE_MS)

type Line = AnswerOf<'GET /admin/payments'>['data'][number]

const COLUMNS: readonly Column<Line>[] = [
  { name: 'Payment', cell: ({ id }) => <span class="name">{id}</span> },
  { name: 'Status', cell: ({ status }) => <Status status={status} /> },
  { name: 'Amount', cell: ({ money }) => <Amount money={money} />, atEnd: true },
  {
    name: 'Kind',
    cell: ({ kind, isTest }) => (
      <>
        {plainWords(kind)} {isTest && <Badge tone="warn">test</Badge>}
      </>
    ),
  },
  { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
  { name: 'Method', cell: ({ paymentMethodCode }) => methodName(paymentMethodCode), minor: true },
  { name: 'Processor', cell: ({ processor }) => processor, minor: true },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const anything = ['', 'All'] as const
const codes = (all: readonly string[]) => [anything, ...all.map((code) => [code, plainWords(code)] as const)]

const FILTERS = [
  { name: 'merchantCode', label: 'Merchant' },
  { name: 'kind', label: 'Kind', choices: codes(['payin', 'payout', 'refund', 'settlement']) },
  {
    name: 'status',
    label: 'Status',
    choices: codes(['NEW', 'PENDING', 'SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED', 'AWAITING_PAYEE']),
  },
  { name: 'currencyCode', label: 'Currency' },
  { name: 'paymentMethodCode', label: 'Method' },
  { name: 'paymentOperatorCode', label: 'Bank or wallet' },
  { name: 'from', label: 'From (UTC)', type: 'date' },
  { name: 'to', label: 'Before (UTC)', type: 'date' },
] as const

export function Payments() {
  const { view, show } = useView()
  const filters = filtersIn(view)
  const requested = { query: { limit: '50', ...filters } }
  const payments = usePayments(requested)
  return (
    <Page title="Payments" actions={<Exports path="/admin/payments" view={filters} zone={zone.value} />}>
      <FilterBar label="Filter payments" filters={FILTERS} view={view} onShow={show} />
      <ViewBar columns={COLUMNS} />
      <Answered of={payments} rows={12}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title={noneOf('payment', filters)}>
              {Object.keys(filters).length > 0 && <p>Remove a filter, or press “/” to search by ID.</p>}
            </Empty>
          ) : (
            <>
              <Table
                label="Payments"
                columns={shownOf(COLUMNS, view)}
                rows={data}
                keyOf={({ merchantCode: code, kind: of, id }) => `${code} ${of} ${id}`}
                href={placeOf.payment}
              />
              <Totals
                of={data.map(({ kind, money }) => ({ name: `${plainWords(kind)}s`, money }))}
                isAll={!nextCursor && !view.cursor}
              />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
      <ByCommand name="GET /admin/payments" requested={requested} />
    </Page>
  )
}
