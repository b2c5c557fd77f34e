/** Which fields of a bank's message are evidence: from the table that the readers obey. */
import { WHOSE_WORDS } from '../../src/reconciliation/text-fields.ts'
import { table } from './markdown.ts'

const UTR = { field: 'one that stands alone', beginning: 'one with which it begins', never: 'no' } as const

export const whoseWords = (): string =>
  table(
    ['Format', 'Field', 'Whose words', 'Names the UTR', 'What it is used for'],
    Object.values(WHOSE_WORDS).map((row) => [row.format, row.field, row.whose, UTR[row.utr], row.usedFor]),
  )
