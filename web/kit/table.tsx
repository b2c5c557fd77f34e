/**
 * A table whose rows can be opened: by a click anywhere on them, by their link, by `j`, `k` and Enter (`keys.ts`). On a narrow screen a row
 * becomes a card, and each cell says what it is. Rows can be chosen where something can be done with many, by a box or by `x`.
 */
import type { ComponentChildren } from 'preact'
import { Empty } from './states.tsx'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers and money stand at the end. */
  readonly atEnd?: boolean
  /** Left out on a narrow screen, where the row's page tells it. */
  readonly minor?: boolean
  /** Keeps its words whole beside a column that holds much more. */
  readonly whole?: boolean
}

/** Rows that are chosen. */
export interface Choosing<Row> {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** What a box chooses, for whoever hears it; undefined: this one cannot be chosen. */
  readonly label: (row: Row) => string | undefined
  readonly labelOfAll: string
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
  readonly choosing?: Choosing<Row>
  /** What is read in its place where there is no row. */
  readonly nothing?: string
}

type Places = Pick<Column<never>, 'atEnd' | 'minor' | 'whole'>

const classOf = ({ atEnd, minor, whole }: Places, inside?: ComponentChildren): string =>
  [atEnd && 'end', minor && 'minor', whole && 'whole', areWords(inside) && 'words'].filter(Boolean).join(' ')

/** An ID or an address may break anywhere; `Success` beside it is a word, and stays one. */
const areWords = (inside: ComponentChildren): boolean =>
  typeof inside === 'string' && inside.split(/\s/).every((word) => word.length <= LONGEST_WORD)
const LONGEST_WORD = 14

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, href, isCurrent, choosing, nothing } = props
  if (nothing !== undefined && rows.length === 0) return <Empty title={nothing} />
  return (
    // Where it is wider than its frame the keyboard moves it as well: from a row's link, or from the frame itself.
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
