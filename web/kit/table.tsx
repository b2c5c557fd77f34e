/**
 * A table whose rows can be opened: by a click anywhere on them, by their link, by `j`, `k` and Enter (`keys.ts`). On a narrow screen a row
 * becomes a card, and each cell says what it is.
 */
import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers and money stand at the end. */
  readonly atEnd?: boolean
  /** Left out on a narrow screen, where the row's page tells it. */
  readonly minor?: boolean
}

interface TableProps<Row> {
  /** What is listed, for whoever hears it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Where a row leads; the first cell is the link. */
  readonly href?: (row: Row) => string
  readonly isCurrent?: (row: Row) => boolean
}

const classOf = ({ atEnd, minor }: { readonly atEnd?: boolean; readonly minor?: boolean }): string =>
  [atEnd && 'end', minor && 'minor'].filter(Boolean).join(' ')

export function Table<Row>({ label, columns, rows, keyOf, href, isCurrent }: TableProps<Row>) {
  return (
    <div class="table-frame">
      <table class={href ? 'table opens' : 'table'} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isCurrent?.(row) ? 'current' : ''}>
              {columns.map((column, index) => (
                <td key={column.name} class={classOf(column)} data-label={column.name}>
                  <div>
                    {index === 0 && href ? (
                      <a href={href(row)} data-row>
                        {column.cell(row)}
                      </a>
                    ) : (
                      column.cell(row)
                    )}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
