/**
 * A table whose rows can be opened: by a click anywhere on them, by their link, or by `j`, `k` and Enter (`keys.ts`).
 * On a narrow screen a row becomes a card with labelled cells. If an action applies to many rows, they can be chosen by
 * checkbox or by `x`.
 */
import type { ComponentChildren } from 'preact'
import { Empty } from './states.tsx'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** Aligns numbers and money at the end. */
  readonly atEnd?: boolean
  /** Left out on a narrow screen; the row's page has it. */
  readonly minor?: boolean
  /** Does not break words beside a much longer column. */
  readonly whole?: boolean
}

/** The chosen rows. */
export interface Choosing<Row> {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** The checkbox's label for screen readers; undefined: the row cannot be chosen. */
  readonly label: (row: Row) => string | undefined
  readonly labelOfAll: string
}

interface TableProps<Row> {
  /** The table's label for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The target of a row; the first cell has the link. */
  readonly href?: (row: Row) => string
  readonly isCurrent?: (row: Row) => boolean
  readonly choosing?: Choosing<Row>
  /** Shown if there are no rows. */
  readonly nothing?: string
}

type Places = Pick<Column<never>, 'atEnd' | 'minor' | 'whole'>

const classOf = ({ atEnd, minor, whole }: Places, inside?: ComponentChildren): string =>
  [atEnd && 'end', minor && 'minor', whole && 'whole', areWords(inside) && 'words'].filter(Boolean).join(' ')

/** An ID or an address may break anywhere; a word such as `Success` beside it may not. */
const areWords = (inside: ComponentChildren): boolean =>
  typeof inside === 'string' && inside.split(/\s/).every((word) => word.length <= LONGEST_WORD)
const LONGEST_WORD = 14

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, href, isCurrent, choosing, nothing } = props
  if (nothing !== undefined && rows.length === 0) return <Empty title={nothing} />
  return (
    // A table wider than its frame can be scrolled by keyboard: from a row's link, or from the frame itself.
    <div class="table-frame" {...(!href && { role: 'group', 'aria-label': label, tabIndex: 0 })}>
      <table class={href ? 'table opens' : 'table'} aria-label={label}>
        <thead>
          <tr>
            {choosing && <ChooseAll choosing={choosing} rows={rows} keyOf={keyOf} />}
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
              {choosing && <ChooseOne choosing={choosing} row={row} name={keyOf(row)} />}
              {columns.map((column, index) => {
                const inside = column.cell(row)
                return (
                  <td key={column.name} class={classOf(column, inside)} data-label={column.name}>
                    <div>
                      {index === 0 && href ? (
                        <a href={href(row)} data-row>
                          {inside}
                        </a>
                      ) : (
                        inside
                      )}
                    </div>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ChooseAll<Row>({
  choosing: { chosen, onChange, label, labelOfAll },
  rows,
  keyOf,
}: Pick<TableProps<Row>, 'rows' | 'keyOf'> & { readonly choosing: Choosing<Row> }) {
  const all = rows.filter((row) => label(row) !== undefined).map(keyOf)
  const areAll = all.length > 0 && all.every((name) => chosen.has(name))
  return (
    <th scope="col" class="choose">
      <input
        type="checkbox"
        aria-label={labelOfAll}
        checked={areAll}
        onChange={() => onChange(new Set(areAll ? [] : all))}
      />
    </th>
  )
}

function ChooseOne<Row>({
  choosing: { chosen, onChange, label },
  row,
  name,
}: {
  readonly choosing: Choosing<Row>
  readonly row: Row
  readonly name: string
}) {
  const words = label(row)
  const toggle = (): void => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <td class="choose">
      {words !== undefined && (
        <input type="checkbox" aria-label={words} checked={chosen.has(name)} onChange={toggle} />
      )}
    </td>
  )
}
