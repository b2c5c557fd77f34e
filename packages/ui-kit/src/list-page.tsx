/** A screen that is one list: its filters, rows and export, and the equivalent command. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Filter, FilterBar } from './filters.tsx'
import { Exports, Page, Pager } from './page.tsx'
import type { Loaded } from './query.ts'
import { Answered } from './states.tsx'
import { type Column, Table } from './table.tsx'
import { say } from './texts.ts'
import { zone } from './time.tsx'
import { useView } from './view.ts'

interface ListPageProps<Row> {
  readonly title: string
  /** The API's path for the export; missing: there is none. */
  readonly path?: string
  /** Replaces the export: an application's own export, or other actions. */
  readonly actions?: ComponentChildren
  readonly filters?: readonly Filter[]
  readonly answer: ReadonlySignal<Loaded<{ readonly data: readonly Row[]; readonly nextCursor?: string }>>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly href?: (row: Row) => string
  /** The text of an empty list. */
  readonly nothing: string
  readonly byCommand: ComponentChildren
  readonly children?: ComponentChildren
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    path,
    actions,
    filters = [],
    answer,
    columns,
    keyOf,
    href,
    nothing,
    byCommand,
    children,
  } = props
  const { view, show } = useView()
  return (
    <Page
      title={title}
      actions={actions ?? (path !== undefined && <Exports path={path} view={view} zone={zone.value} />)}
    >
      {children}
      {filters.length > 0 && (
        <FilterBar label={say('filter', { what: title })} filters={filters} view={view} onShow={show} />
      )}
      <Answered of={answer} rows={10}>
        {({ data, nextCursor }) => (
          <>
            <Table
              nothing={nothing}
              label={title}
              columns={columns}
              rows={data}
              keyOf={keyOf}
              {...(href && { href })}
            />
            {/* A page of a filtered list may be empty and still have a next page. */}
            {(data.length > 0 || nextCursor !== undefined) && <Pager next={nextCursor} />}
          </>
        )}
      </Answered>
      {byCommand}
    </Page>
  )
}
