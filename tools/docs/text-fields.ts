/** Which fields of a bank's message are evidence, from the table that the readers use. */
import { FIELD_AUTHORS } from '@sluice/gateway/reconciliation/text-fields.ts'
import { table } from './markdown.ts'

const UTR = { field: 'a number alone', beginning: 'a number at its start', never: 'no' } as const

export const whoseWords = (): string =>
  table(
    ['Format', 'Field', 'Written by', 'Source of the UTR', 'Used for'],
    Object.values(FIELD_AUTHORS).map((row) => [row.format, row.field, row.whose, UTR[row.utr], row.usedFor]),
  )
