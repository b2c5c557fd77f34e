/** Operations that wait for dual approval, and those that were decided. */
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { Time, zone } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { placeOf, useView } from '../places.ts'
import { plainWords, Status } from '../texts.tsx'

const useApprovals = asking('GET /admin/approvals', LIVE_MS)

type Line = AnswerOf<'GET /admin/approvals'>['data'][number]

const COLUMNS: readonly Column<Line>[] = [
  { name: 'Request', cell: ({ summary }) => summary },
  { name: 'Status', cell: ({ status }) => <Status status={status} /> },
  { name: 'Operation', cell: ({ operation }) => plainWords(operation.replace('.', ': ')), minor: true },
  { name: 'Requested by', cell: ({ requestedBy }) => requestedBy },
  { name: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} brief /> },
  { name: 'Decided by', cell: ({ decidedBy }) => decidedBy ?? '–' },
]

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    choices: [
      ['', 'All'],
      ['WAITING', 'Waiting'],
      ['APPROVED', 'Approved'],
      ['REJECTED', 'Rejected'],
      ['EXPIRED', 'Expired'],
    ],
  },
] as const

export function Approvals() {
  const { view, show } = useView()
  const requested = { query: { limit: '50', ...view } }
  const approvals = useApprovals(requested)
  return (
    <Page title="Approvals" actions={<Exports path="/admin/approvals" view={view} zone={zone.value} />}>
      <FilterBar label="Filter approvals" filters={FILTERS} view={view} onShow={show} />
      <Answered of={approvals} rows={8}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title="No approval requests" />
          ) : (
            <>
              <Table
                label="Approvals"
                columns={COLUMNS}
                rows={data}
                keyOf={({ id }) => id}
                href={({ id }) => placeOf.approval(id)}
              />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
      <ByCommand name="GET /admin/approvals" requested={requested} />
    </Page>
  )
}
