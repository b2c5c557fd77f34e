/** Fields to choose the column of a CSV statement for each value, and for each part of a text. */
import { plainHead } from '@sluice/gateway/reconciliation/csv-layout.ts'
import { COLUMN_NAMES, type ColumnName, type CsvColumn } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import type { MappingDraft } from './draft.ts'
import type { SampleRows } from './sample.ts'
import { cellsOf, columnAt } from './suggest.ts'

export interface FieldsProps {
  readonly draft: MappingDraft
  readonly rows: SampleRows | undefined
  readonly now: number
  /** Columns are chosen by number even if they have heads. */
  readonly isByNumber: boolean
  readonly faultAt: (path: string) => string | undefined
  readonly write: (change: Partial<MappingDraft>) => void
  /** Another column is chosen: the date and amount formats follow from its values. */
  readonly choose: (change: Partial<MappingDraft>) => void
}

const COLUMN_LABELS: Readonly<Record<ColumnName, readonly [label: string, hint?: string]>> = {
  bookedAt: ['Booking date'],
  bookedTime: ['Time of day', 'Only if the time is in a separate column.'],
  valueDate: ['Value date'],
  amount: ['Amount', 'One column for both money in and money out.'],
  credit: ['Money in', 'A separate column for credits.'],
  debit: ['Money out', 'A separate column for debits.'],
  direction: ['Direction', 'A column that says whether the amount is a credit or a debit.'],
  currency: ['Currency', 'Rows in a currency other than the account’s are rejected.'],
  reference: [
    'Bank’s reference',
    'Must be unique at this bank. A repeated reference is treated as the same transaction.',
  ],
  endToEndId: ['End-to-end ID'],
  utr: ['UTR', 'The ID that the payer’s bank gave the transfer.'],
  senderName: ['Sender’s name'],
  senderAccount: ['Sender’s account'],
  senderBank: ['Sender’s bank'],
  balance: ['Balance after the row', 'Proves that no row is missing. Choose it whenever the file has one.'],
}

const keyOf = (column: CsvColumn): string => JSON.stringify(column)

const LONGEST_CELL = 24

interface ColumnFieldProps extends FieldsProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly path: string
  readonly chosen: CsvColumn | undefined
  readonly none: string
  readonly onChoose: (column: CsvColumn | undefined) => void
}

/** A choice among the sample's columns, and the column that the mapping names even if the sample lacks it. */
function ColumnField({
  label,
  hint,
  path,
  chosen,
  none,
  onChoose,
  rows,
  isByNumber,
  faultAt,
}: ColumnFieldProps) {
  const places = rows ? Array.from({ length: rows.fieldCount }, (_, place) => place) : []
  const isChosen = (column: CsvColumn): boolean =>
    typeof column === 'string' && typeof chosen === 'string'
      ? plainHead(column) === plainHead(chosen)
      : column === chosen
  const offered = places.map((place) => {
    const column = rows && !isByNumber ? columnAt(rows, place) : place + 1
    return { column: isChosen(column) && chosen !== undefined ? chosen : column, place }
  })
  const words = ({ column, place }: (typeof offered)[number]): string => {
    if (typeof column === 'string') return column.trim()
    const head = rows?.headsAt === undefined ? '' : (rows.lines[rows.headsAt]?.record[place]?.trim() ?? '')
    const about = head || cellsOf(rows as SampleRows, place + 1).find((cell) => cell !== '')
    return `Column ${column}${about ? `: ${about.slice(0, LONGEST_CELL)}` : ''}`
  }
  const isOffered = chosen === undefined || offered.some(({ column }) => column === chosen)
  const named = typeof chosen === 'number' ? `Column ${chosen}` : chosen
  const choices = [
    ['', none] as const,
    ...offered.map((each) => [keyOf(each.column), words(each)] as const),
    ...(isOffered
      ? []
      : [[keyOf(chosen), rows ? `${named} (not a header in the sample)` : `${named}`] as const]),
  ]
  const value = fieldValue(chosen === undefined ? '' : keyOf(chosen), (key) =>
    onChoose([...offered.map(({ column }) => column), chosen].find((each) => each && keyOf(each) === key)),
  )
  return (
    <Field
      label={label}
      value={value}
      choices={choices}
      fault={faultAt(path)}
      {...(hint !== undefined && { hint })}
    />
  )
}

export function Columns(props: FieldsProps) {
  const { draft, choose, faultAt } = props
  const whole = faultAt('columns')
  return (
    <>
      {whole !== undefined && <p class="fault form-wide">{whole}</p>}
      {COLUMN_NAMES.map((name) => {
        const [label, hint] = COLUMN_LABELS[name]
        return (
          <ColumnField
            {...props}
            key={name}
            label={label}
            hint={hint}
            path={`columns/${name}`}
            chosen={draft.columns[name]}
            none={name === 'bookedAt' ? 'Choose…' : '–'}
            onChoose={(column) => choose({ columns: { ...draft.columns, [name]: column } })}
          />
        )
      })}
    </>
  )
}

const MAX_TEXTS = 10

interface TextColumnsProps extends FieldsProps {
  readonly name: 'remittance' | 'narrative'
  readonly label: string
  readonly hint: string
}

/** Columns joined to one text, in order, and a field to add one more. */
export function TextColumns(props: TextColumnsProps) {
  const { draft, name, label, hint, write } = props
  const texts = draft[name]
  const fields = texts.length < MAX_TEXTS ? [...texts, undefined] : texts
  return (
    <>
      {fields.map((chosen, index) => (
        <ColumnField
          {...props}
          key={`${name} ${index}`}
          label={index === 0 ? label : `${label}, part ${index + 1}`}
          hint={
            index === 0
              ? hint
              : chosen === undefined
                ? 'If the bank splits the text into several columns, they are joined in this order.'
                : undefined
          }
          path={index === 0 ? name : `${name}/${index}`}
          chosen={chosen}
          none="–"
          onChoose={(column) =>
            write({
              [name]:
                column === undefined
                  ? texts.toSpliced(index, 1)
                  : [...texts.slice(0, index), column, ...texts.slice(index + 1)],
            })
          }
        />
      ))}
    </>
  )
}
