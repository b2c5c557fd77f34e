/**
 * The fields of a CSV mapping: one entry for each member of a mapping and one name for each column. A new member or column does not compile
 * until it has a field here.
 */
import { plainHead } from '@sluice/gateway/reconciliation/csv-layout.ts'
import {
  COLUMN_NAMES,
  type CsvColumn,
  type CsvMapping,
  DELIMITERS,
  ENCODINGS,
} from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import type { ComponentChildren } from 'preact'
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
    shown: (props) => <OtherWords {...props} name="debitWords" way="money out" />,
  },
  utcOffset: {
    group: 'values',
    shown: ({ draft, write, faultAt }) => (
      <Field
        label="UTC offset"
        value={fieldValue(draft.utcOffset, (utcOffset) => write({ utcOffset }))}
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
        value={fieldValue(draft.encoding, (encoding) => write({ encoding }))}
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
        label="Headers"
        value={fieldValue(String(draft.headerRow), (text) =>
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
        value={fieldValue(draft.fieldCount, (fieldCount) => write({ fieldCount }))}
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
        value={fieldValue(draft.skipLines, (skipLines) => write({ skipLines }))}
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
        value={fieldValue(draft.quotes, (text) =>
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
        value={fieldValue(String(draft.skipRowsWithoutDate), (text) =>
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

/** Switches columns that were chosen by head to choice by number. */
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
