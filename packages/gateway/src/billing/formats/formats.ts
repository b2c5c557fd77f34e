/** The file formats of a statement, one row each. */
import type { Readable } from 'node:stream'
import { paymentProblem } from '../../api/problems.ts'
import { ProblemError } from '../../http/problems.ts'
import { SHEET_MEDIA_TYPES } from '../../http/spreadsheet/sheet.ts'
import { writeSheet } from '../../http/spreadsheet/write.ts'
import { type Statement, statementName } from '../statement.ts'
import { hasCamt053, writeCamt053 } from './camt053.ts'
import type { StatementDocument } from './document.ts'
import { writeJson } from './json.ts'
import { MOST_ON_PDF, writePdf } from './pdf.ts'
import { loadPdf } from './pdf-part.ts'
import { sheetOf } from './sheet.ts'

interface Format {
  readonly mediaType: string
  readonly extension: string
  readonly write: (document: StatementDocument) => Readable
  /** Why this format cannot hold the statement. */
  readonly refuses?: (statement: Statement) => string | undefined
}

const FORMATS = {
  json: { mediaType: 'application/json; charset=utf-8', extension: 'json', write: writeJson },
  csv: {
    mediaType: SHEET_MEDIA_TYPES.csv,
    extension: 'csv',
    write: (document) => writeSheet('csv', sheetOf(document)),
  },
  xlsx: {
    mediaType: SHEET_MEDIA_TYPES.xlsx,
    extension: 'xlsx',
    write: (document) => writeSheet('xlsx', sheetOf(document)),
  },
  pdf: {
    mediaType: 'application/pdf',
    extension: 'pdf',
    write: writePdf,
    refuses: ({ entries }) =>
      entries <= MOST_ON_PDF
        ? undefined
        : `A PDF can hold ${MOST_ON_PDF} movements, and this statement has ${entries}`,
  },
  'camt.053': {
    mediaType: 'application/xml',
    extension: 'xml',
    write: writeCamt053,
    refuses: (statement) =>
      hasCamt053(statement) ? undefined : `camt.053 has no code for ${statement.currency}`,
  },
} as const satisfies Readonly<Record<string, Format>>

export type StatementFormat = keyof typeof FORMATS
export const STATEMENT_FORMATS: readonly StatementFormat[] = ['json', 'csv', 'xlsx', 'pdf', 'camt.053']

export interface StatementFile {
  readonly body: Readable
  readonly headers: Readonly<Record<string, string>>
}

/** Before `fileOf`, while an answer can still say that a format is not installed. @throws ProblemError 422 */
export async function loadFormat(format: StatementFormat): Promise<void> {
  if (format === 'pdf') await loadPdf()
}

/** A statement as a file that is written while it is read. @throws ProblemError 422 */
export function fileOf(document: StatementDocument, format: StatementFormat): StatementFile {
  const { mediaType, extension, write }: Format = FORMATS[format]
  const why = whyNot(document.statement, format)
  if (why !== undefined) {
    const others = STATEMENT_FORMATS.filter((each) => whyNot(document.statement, each) === undefined).join(
      ', ',
    )
    throw new ProblemError(paymentProblem('FORMAT_UNAVAILABLE', `${why}. Use one of ${others}.`))
  }
  const shown = format === 'json' ? 'inline' : 'attachment'
  return {
    body: write(document),
    headers: {
      'content-type': mediaType,
      'content-disposition': `${shown}; filename="${fileName(document.statement)}.${extension}"`,
      'x-content-type-options': 'nosniff',
    },
  }
}

function whyNot(statement: Statement, format: StatementFormat): string | undefined {
  const { refuses }: Format = FORMATS[format]
  return refuses?.(statement)
}

/** A merchant's code is safe in headers and file names. */
const fileName = (statement: Statement): string =>
  `statement-${statement.merchantCode}-${statementName(statement)}`

/** The media types of the response for the API description, with the schema of the JSON one. */
export const mediaTypesWith = (json: object): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(FORMATS).map(([format, { mediaType }]) => [
      mediaType.replace(/;.*$/, ''),
      { schema: format === 'json' ? json : { type: 'string', format: 'binary' } },
    ]),
  )
