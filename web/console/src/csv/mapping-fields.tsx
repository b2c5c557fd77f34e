/**
 * The fields of a CSV mapping. One entry for each member that a mapping has, one name for each column: what is added to either does not compile
 * until it can be said here.
 */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { plainHead } from '../../../../src/reconciliation/csv-layout.ts'
import {
  COLUMN_NAMES,
  type ColumnName,
  type CsvColumn,
  type CsvMapping,
  DELIMITERS,
  ENCODINGS,
  isSameWord,
} from '../../../../src/reconciliation/csv-mapping.ts'
import { Field } from '../../../kit/form.tsx'
import { dateFormatsOf, exampleOf } from './dates.ts'
import type { MappingDraft } from './draft.ts'
import type { SampleRows } from './sample.ts'
import { cellsOf, columnAt, wordsIn } from './suggest.ts'

export interface FieldsProps {
  readonly draft: MappingDraft
  readonly rows: SampleRows | undefined
  readonly now: number
  /** Told by number even where they have heads. */
  readonly isByNumber: boolean
  readonly faultAt: (path: string) => string | undefined
  readonly write: (change: Partial<MappingDraft>) => void
  /** Another column: what its values say of dates and amounts follows. */
  readonly choose: (change: Partial<MappingDraft>) => void
}

type Group = 'columns' | 'values' | 'file'
interface MemberFields {
  readonly group: Group
  readonly shown: (props: FieldsProps) => ComponentChildren
}

/** A signal of one member, as fields want it. */
const textOf = (value: string, write: (next: string) => void) => ({
  get value() {
    return value
  },
  set value(next: string) {
    write(next)
  },
})

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

const ENCODING_WORDS: Readonly<Record<(typeof ENCODINGS)[number], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'iso-8859-1': 'Western European (ISO 8859-1)',
  'windows-1252': 'Western European (Windows-1252)',
  'tis-620': 'Thai (TIS-620)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese, simplified (GB 18030)',
  'euc-kr': 'Korean (EUC-KR)',
  big5: 'Chinese, traditional (Big5)',
}

const DELIMITER_WORDS: Readonly<Record<(typeof DELIMITERS)[number], string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a bar: |',
}

const FIELDS: { readonly [Name in keyof CsvMapping]: MemberFields } = {
  columns: { group: 'columns', shown: Columns },
  remittance: {
    group: 'columns',
    shown: (props) => (
      <TextColumns
        {...props}
        name="remittance"
        label="Payment description"
        hint="The text of the transfer. Sluice looks for payment references in it."
      />
    ),
  },
  narrative: {
    group: 'columns',
    shown: (props) => (
      <TextColumns
        {...props}
        name="narrative"
        label="Text by the bank"
        hint="Text that the bank writes, starting with the transfer’s UTR. Never choose text that payers write."
      />
    ),
  },
  dateFormat: { group: 'values', shown: DateFormat },
  decimalSign: {
    group: 'values',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Decimal separator"
        value={textOf(draft.decimalSign, (decimalSign) => write({ decimalSign }))}
        fault={faultAt('decimalSign')}
        choices={[
          ...(draft.decimalSign === '' ? [['', 'Choose…'] as const] : []),
          ['.', 'a point: 1,234.50'],
          [',', 'a comma: 1.234,50'],
        ]}
      />
    ),
  },
  creditWords: { group: 'values', shown: Directions },
  debitWords: {
    group: 'values',
    shown: (props) => <OtherWords {...props} name="debitWords" way="money out" />,
  },
  utcOffset: {
    group: 'values',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="UTC offset"
        value={textOf(draft.utcOffset, (utcOffset) => write({ utcOffset }))}
        fault={faultAt('utcOffset')}
        hint="The offset of the bank’s times, such as +07:00. Not needed for dates without a time."
      />
    ),
  },
  encoding: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Character encoding"
        value={textOf(draft.encoding, (encoding) => write({ encoding }))}
        fault={faultAt('encoding')}
        hint="With the right encoding, headers and names are readable."
        choices={ENCODINGS.map((each) => [each, ENCODING_WORDS[each]])}
      />
    ),
  },
  delimiter: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Delimiter"
        value={textOf(draft.delimiter, (delimiter) => write({ delimiter }))}
        fault={faultAt('delimiter')}
        choices={DELIMITERS.map((each) => [each, DELIMITER_WORDS[each]])}
      />
    ),
  },
  headerRow: {
    group: 'file',
    shown: ({ draft, rows, write, faultAt }) => (
      <Field
        label="Headers"
        value={textOf(String(draft.headerRow), (text) =>
          write(text === 'true' ? { headerRow: true } : withoutHeads(draft, rows)),
        )}
        fault={faultAt('headerRow')}
        choices={[
          ['true', 'The first row has column headers'],
          ['false', 'No header row: columns are identified by number'],
        ]}
      />
    ),
  },
  fieldCount: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label={draft.headerRow ? 'Fields per row (optional)' : 'Fields per row'}
        value={textOf(draft.fieldCount, (fieldCount) => write({ fieldCount }))}
        fault={faultAt('fieldCount')}
        inputMode="numeric"
        hint="Rows with a different number of fields are rejected. Default: the number of headers. (fieldCount)"
      />
    ),
  },
  skipLines: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Lines to skip at the beginning"
        value={textOf(draft.skipLines, (skipLines) => write({ skipLines }))}
        fault={faultAt('skipLines')}
        inputMode="numeric"
        hint="Headers below an address block are found automatically. (skipLines)"
      />
    ),
  },
  quotes: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Quotation marks"
        value={textOf(draft.quotes, (text) =>
          write({ quotes: text === 'true' || text === 'false' ? text : '' }),
        )}
        fault={faultAt('quotes')}
        hint="Ask your bank, or check a row whose text contains a quotation mark. (quotes)"
        choices={[
          ['', 'Unknown: ambiguous rows are rejected'],
          ['true', 'Around text that contains the delimiter; quotes inside are doubled'],
          ['false', 'Never used to enclose text'],
        ]}
      />
    ),
  },
  skipRowsWithoutDate: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Rows without a date"
        value={textOf(String(draft.skipRowsWithoutDate), (text) =>
          write({ skipRowsWithoutDate: text === 'true' }),
        )}
        fault={faultAt('skipRowsWithoutDate')}
        hint="Totals and notes between or below the transactions. (skipRowsWithoutDate)"
        choices={[
          ['false', 'are errors: the file is rejected'],
          ['true', 'are skipped'],
        ]}
      />
    ),
  },
}

/** Columns that were told by their heads are told by number from then on. */
function withoutHeads(draft: MappingDraft, rows: SampleRows | undefined): Partial<MappingDraft> {
  const heads = rows?.headsAt === undefined ? [] : (rows.lines[rows.headsAt]?.record ?? [])
  const numbered = (column: CsvColumn | undefined): CsvColumn | undefined => {
    if (typeof column !== 'string') return column
    const at = heads.findIndex((head) => plainHead(head) === plainHead(column))
    return at < 0 ? undefined : at + 1
  }
  const columns = { ...draft.columns }
  for (const name of COLUMN_NAMES) columns[name] = numbered(columns[name])
  const count = draft.fieldCount || (rows ? String(rows.fieldCount) : '')
  const texts = (list: readonly CsvColumn[]) => list.map(numbered).filter((each) => each !== undefined)
  return {
    headerRow: false,
    columns,
    remittance: texts(draft.remittance),
    narrative: texts(draft.narrative),
    fieldCount: count,
  }
}

/** All members of one group. */
export function MappingFields({ group, ...props }: FieldsProps & { readonly group: Group }) {
  return (
    <>
      {Object.values(FIELDS)
        .filter((member) => member.group === group)
        .map(({ shown: Shown }, index) => (
          <Shown key={index} {...props} />
        ))}
    </>
  )
}

export const hasFaultIn = (group: Group, faults: Iterable<string>): boolean => {
  const names: readonly string[] = Object.entries(FIELDS)
    .filter(([, member]) => member.group === group)
    .map(([name]) => name)
  return [...faults].some((path) => names.includes(path.split('/')[1] ?? ''))
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

/** One of the sample's columns, or what the mapping names though the sample lacks it. */
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
  const value = textOf(chosen === undefined ? '' : keyOf(chosen), (key) =>
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

function Columns(props: FieldsProps) {
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

/** Texts: columns in the order in which they are joined, and a field for one more. */
function TextColumns(props: TextColumnsProps) {
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

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The format; and where the sample can be read in two ways, which of the days it is. */
function DateFormat({ draft, rows, now, write, faultAt }: FieldsProps) {
  const name = useId()
  const cells = rows ? cellsOf(rows, draft.columns.bookedAt).filter((cell) => /\d/.test(cell)) : []
  const formats = dateFormatsOf(cells, now)
  const examples = formats.flatMap((format) => {
    const example = exampleOf(format, formats, cells)
    return example ? [{ format, cell: example[0], day: LONG_DAY.format(Date.parse(example[1])) }] : []
  })
  const [first] = examples
  const isUndecided = examples.length > 1 && !formats.includes(draft.dateFormat)
  return (
    <>
      {examples.length > 1 && first && (
        <fieldset class="form-part form-wide">
          <legend>Which date is {first.cell}?</legend>
          <p class={isUndecided ? 'fault' : 'hint'}>
            The dates in this sample are ambiguous. Choose the format your bank uses.
          </p>
          <div class="ticks">
            {examples.map(({ format, day }) => (
              <label key={format}>
                <input
                  type="radio"
                  name={name}
                  checked={draft.dateFormat === format}
                  onChange={() => write({ dateFormat: format })}
                />{' '}
                {day} ({format})
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label="Date format"
        value={textOf(draft.dateFormat, (dateFormat) => write({ dateFormat }))}
        fault={faultAt('dateFormat')}
        hint="Use YYYY, YY, BBBB (Buddhist year), MM, M, MMM (Jan), DD, D, HH, mm, ss. Example: DD/MM/YYYY HH:mm."
      />
    </>
  )
}

const WAYS = [
  ['creditWords', 'money in'],
  ['debitWords', 'money out'],
] as const
type WordList = (typeof WAYS)[number][0]

const holds = (words: readonly string[], word: string): boolean =>
  words.some((each) => isSameWord(each, word))
const without = (words: readonly string[], word: string): readonly string[] =>
  words.filter((each) => !isSameWord(each, word))

/** Each word that the sample has for a direction, and what it means; then the words that it has not. */
function Directions(props: FieldsProps) {
  const { draft, rows, write } = props
  const { columns, creditWords, debitWords } = draft
  if (columns.direction === undefined) return null
  const inSample = rows ? wordsIn(rows, columns.direction) : []
  const mean = (word: string, list: string): void =>
    write({
      creditWords: [...without(creditWords, word), ...(list === 'creditWords' ? [word] : [])],
      debitWords: [...without(debitWords, word), ...(list === 'debitWords' ? [word] : [])],
    })
  return (
    <>
      {inSample.length > 0 && (
        <fieldset class="form-part form-wide">
          <legend>Direction values</legend>
          <div class="form-grid">
            {inSample.map((word) => {
              const list = WAYS.find(([name]) => holds(draft[name], word))?.[0] ?? ''
              return (
                <Field
                  key={word}
                  label={word === '' ? 'An empty field' : word}
                  value={textOf(list, (next) => mean(word, next))}
                  fault={list === '' ? 'Choose the direction' : undefined}
                  choices={[['', 'Unknown: the line is rejected'], ...WAYS]}
                />
              )
            })}
          </div>
        </fieldset>
      )}
      <OtherWords {...props} name="creditWords" way="money in" />
    </>
  )
}

/** Words that the sample has not, or all of them where there is no sample. */
function OtherWords({
  draft,
  rows,
  name,
  way,
  write,
  faultAt,
}: FieldsProps & { readonly name: WordList; readonly way: string }) {
  if (draft.columns.direction === undefined) return null
  const inSample = rows ? wordsIn(rows, draft.columns.direction) : []
  const others = draft[name].filter((word) => !holds(inSample, word))
  const kept = draft[name].filter((word) => holds(inSample, word))
  return (
    <Field
      label={inSample.length > 0 ? `Other values for ${way}` : `Values for ${way}`}
      value={textOf(others.join('\n'), (text) =>
        write({ [name]: [...kept, ...(text === '' ? [] : text.split('\n'))] }),
      )}
      lines={4}
      fault={faultAt(name)}
      hint="One per line, case-insensitive."
    />
  )
}
