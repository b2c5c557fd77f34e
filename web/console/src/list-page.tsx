/** A screen that is one list: its filters, its rows, its export, and the same by command. */

import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Filter, FilterBar } from '../../kit/filters.tsx'
import type { Loaded } from '../../kit/query.ts'
import { Answered, Empty } from '../../kit/states.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { zone } from '../../kit/time.tsx'
import { Exports, Page, Pager } from './page.tsx'
import { useView } from './places.ts'

interface ListPageProps<Row> {
  readonly title: string
  /** Of the operators' API, for the export; left out: it has none. */
  readonly path?: string
  readonly filters?: readonly Filter[]
  readonly answer: ReadonlySignal<Loaded<{ readonly data: readonly Row[]; readonly nextCursor?: string }>>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly href?: (row: Row) => string
  /** What is read where nothing is listed. */
  readonly nothing: string
  readonly byCommand: ComponentChildren
  readonly children?: ComponentChildren
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, path, filters = [], answer, columns, keyOf, href, nothing, byCommand, children } = props
  const { view, show } = useView()
  return (
    <Page title={title} acts={path !== undefined && <Exports path={path} view={view} zone={zone.value} />}>
      {children}
      {filters.length > 0 && (
        <FilterBar label={`Filter: ${title}`} filters={filters} view={view} onShow={show} />
      )}
      <Answered of={answer} rows={10}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title={nothing} />
          ) : (
            <>
              <Table label={title} columns={columns} rows={data} keyOf={keyOf} {...(href && { href })} />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
      {byCommand}
    </Page>
  )
}

export const DAYS = [
  { name: 'from', label: 'From (UTC)', type: 'date' },
  { name: 'to', label: 'Before (UTC)', type: 'date' },
] as const satisfies readonly Filter[]
