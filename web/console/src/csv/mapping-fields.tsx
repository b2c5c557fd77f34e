/**
 * The fields of a CSV mapping. One entry for each member that a mapping has, one name for each column: what is added to either does not compile
 * until it can be said here.
 */
import type { ComponentChildren } from 'preact'
import { plainHead } from '../../../../src/reconciliation/csv-layout.ts'
import {
  COLUMN_NAMES,
  type CsvColumn,
  type CsvMapping,
  DELIMITERS,
  ENCODINGS,
} from '../../../../src/reconciliation/csv-mapping.ts'
import { Field, fieldValue } from '../../../kit/form.tsx'
import type { MappingDraft } from './draft.ts'
import { Columns, type FieldsProps, TextColumns } from './mapping-columns.tsx'
import { DateFormat, Directions, OtherWords } from './mapping-values.tsx'
import type { SampleRows } from './sample.ts'

type Group = 'columns' | 'values' | 'file'

interface MemberFields {
  readonly group: Group
  readonly shown: (props: FieldsProps) => ComponentChildren
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
        label="Payer’s words"
        hint="The text of the transfer, in which payments are found by our reference."
      />
    ),
  },
  narrative: {
    group: 'columns',
    shown: (props) => (
      <TextColumns
        {...props}
        name="narrative"
        label="Bank’s own text"
        hint="One that the bank composes, and begins with the transfer’s number (UTR). Never one that payers write."
      />
    ),
  },
  dateFormat: { group: 'values', shown: DateFormat },
  decimalSign: {
    group: 'values',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Before the decimals stands"
        value={fieldValue(draft.decimalSign, (decimalSign) => write({ decimalSign }))}
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
    shown: (props) => <OtherWords {...props} name="debitWords" way="went out" />,
  },
  utcOffset: {
    group: 'values',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="The bank’s clock, from UTC"
        value={fieldValue(draft.utcOffset, (utcOffset) => write({ utcOffset }))}
        fault={faultAt('utcOffset')}
        hint="Of its times of day, such as +07:00. Days without a time need none."
      />
    ),
  },
  encoding: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Characters"
        value={fieldValue(draft.encoding, (encoding) => write({ encoding }))}
        fault={faultAt('encoding')}
        hint="The right ones show its heads and names as they are."
        choices={ENCODINGS.map((each) => [each, ENCODING_WORDS[each]])}
      />
    ),
  },
  delimiter: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Between the fields stands"
        value={fieldValue(draft.delimiter, (delimiter) => write({ delimiter }))}
        fault={faultAt('delimiter')}
        choices={DELIMITERS.map((each) => [each, DELIMITER_WORDS[each]])}
      />
    ),
  },
  headerRow: {
    group: 'file',
    shown: ({ draft, rows, write, faultAt }) => (
      <Field
        label="Heads"
        value={fieldValue(String(draft.headerRow), (text) =>
          write(text === 'true' ? { headerRow: true } : withoutHeads(draft, rows)),
        )}
        fault={faultAt('headerRow')}
        choices={[
          ['true', 'A row of heads says what the columns are'],
          ['false', 'There is none: columns are told by number'],
        ]}
      />
    ),
  },
  fieldCount: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label={draft.headerRow ? 'Fields of a row (optional)' : 'Fields of a row'}
        value={fieldValue(draft.fieldCount, (fieldCount) => write({ fieldCount }))}
        fault={faultAt('fieldCount')}
        inputMode="numeric"
        hint="A row with more or fewer is refused. Left empty: as many as there are heads. (fieldCount)"
      />
    ),
  },
  skipLines: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Lines to leave out at the beginning"
        value={fieldValue(draft.skipLines, (skipLines) => write({ skipLines }))}
        fault={faultAt('skipLines')}
        inputMode="numeric"
        hint="The heads are found below an address by themselves. (skipLines)"
      />
    ),
  },
  quotes: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Quotation marks"
        value={fieldValue(draft.quotes, (text) =>
          write({ quotes: text === 'true' || text === 'false' ? text : '' }),
        )}
        fault={faultAt('quotes')}
        hint="Ask the bank, or look at a text with a mark in it: a payer may have written it. (quotes)"
        choices={[
          ['', 'Nobody knows: a row in doubt is refused'],
          ['true', 'Around each text with a delimiter; marks in it are doubled'],
          ['false', 'Never put around a text: marks are text'],
        ]}
      />
    ),
  },
  skipRowsWithoutDate: {
    group: 'file',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="Rows without a date"
        value={fieldValue(String(draft.skipRowsWithoutDate), (text) =>
          write({ skipRowsWithoutDate: text === 'true' }),
        )}
        fault={faultAt('skipRowsWithoutDate')}
        hint="Totals and notes between the movements or below them. (skipRowsWithoutDate)"
        choices={[
          ['false', 'are faults: the file is refused'],
          ['true', 'say nothing, and are left out'],
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
