/** Money that no rule settles, as a queue of work, with the selected case beside it. */
import { useSignal } from '@preact/signals'
import { FilterBar } from '@sluice/ui-kit/filters.tsx'
import { Amount, moneyText } from '@sluice/ui-kit/money.tsx'
import { Exports, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { Badge } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { type Column, Table } from '@sluice/ui-kit/table.tsx'
import { spanText, Time, zone } from '@sluice/ui-kit/time.tsx'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { DAYS } from '../days.ts'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { MerchantLink, plainWords } from '../texts.tsx'
import { BulkActions } from './cases-bulk.tsx'

const useCases = asking('GET /admin/cases', LIVE_MS)

type Line = AnswerOf<'GET /admin/cases'>['data'][number]

const COLUMNS: readonly Column<Line>[] = [
  { name: 'Case', cell: ({ reason }) => plainWords(reason) },
  { name: 'Amount', cell: ({ left }) => (left ? <Amount money={left} /> : 'No money'), atEnd: true },
  { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
  { name: 'Assignee', cell: ({ owner }) => owner ?? <span class="quiet">Unassigned</span> },
  { name: 'Age', cell: ({ ageSecs }) => spanText(ageSecs), atEnd: true },
  {
    name: 'Due',
    cell: ({ dueAt, overdue }) =>
      dueAt === undefined ? '–' : overdue ? <Badge tone="bad">overdue</Badge> : <Time at={dueAt} brief />,
  },
  { name: 'Since', cell: ({ openedAt }) => <Time at={openedAt} brief />, minor: true },
  {
    name: 'State',
    cell: ({ closedAt }) =>
      closedAt === undefined ? <Badge tone="warn">Open</Badge> : <Badge tone="good">Settled</Badge>,
  },
]

const FILTERS = [
  {
    name: 'open',
    label: 'State',
    choices: [
      ['true', 'Open'],
      ['false', 'Settled'],
      ['all', 'All'],
    ],
  },
  { name: 'reason', label: 'Reason' },
  { name: 'merchantCode', label: 'Merchant' },
  { name: 'owner', label: 'Assignee' },
  {
    name: 'unowned',
    label: 'Assigned',
    choices: [
      ['', 'All'],
      ['true', 'Unassigned'],
    ],
  },
  {
    name: 'sort',
    label: 'Sort by',
    choices: [
      ['', 'Newest first'],
      ['OLDEST', 'Oldest first'],
      ['DUE', 'Due date'],
    ],
  },
  ...DAYS,
] as const

export function Cases() {
  const { view, show } = useView()
  const { open = 'true', ...others } = view
  const filters = { ...others, ...(open !== 'all' && { open }) }
  const requested = { query: { limit: '50', ...filters } }
  const cases = useCases(requested)
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const mayAct = may('cases:act')
  const choosing = {
    chosen: chosen.value,
    onChange: (next: ReadonlySet<string>) => {
      chosen.value = next
    },
    label: ({ closedAt, reason, left }: Line) =>
      closedAt === undefined
        ? `Select ${plainWords(reason)}${left ? `, ${moneyText(left)}` : ''}`
        : undefined,
    labelOfAll: 'Select all open cases on this page',
  }
  return (
    <Page title="Cases" actions={<Exports path="/admin/cases" view={filters} zone={zone.value} />}>
      <FilterBar label="Filter cases" filters={FILTERS} view={{ ...view, open }} onShow={show} />
      <Answered of={cases} rows={10}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title="No open cases">
              <p>Every amount received is matched to a payment.</p>
            </Empty>
          ) : (
            <>
              {mayAct && (
                <BulkActions
                  cases={data.filter(({ id }) => chosen.value.has(id))}
                  onDone={() => {
                    chosen.value = new Set()
                  }}
                />
              )}
              <Table
                label="Cases"
                columns={COLUMNS}
                rows={data}
                keyOf={({ id }) => id}
                href={({ id }) => placeOf.case(id)}
                {...(mayAct && { choosing })}
              />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
      <ByCommand name="GET /admin/cases" requested={requested} />
    </Page>
  )
}
