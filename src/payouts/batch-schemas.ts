/**
 * The schemas of payouts by CSV, as the OpenAPI document shows them.
 *
 * | Request | Answer |
 * |---|---|
 * | `POST /payout-batches/!preview`, the file as its body | what would become of each row; nothing is stored |
 * | `POST /payout-batches/{fingerprint}`, the same file | each row becomes an ordinary payout; sending it again pays nothing twice |
 */
import { Type } from 'typebox'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { choice } from '../http/choice.ts'

export const MAX_BATCH_ROWS = 1_000
export const MAX_BATCH_BYTES = 512 * 1_024

export const BATCH_EXAMPLE = `id,amount,currency,method,account_name,account_number,bank_code
salary-2026-11-17,1500.50,THB,BANK_TRANSFER,Somchai Jaidee,1234567890,004
salary-2026-11-18,1720.00,THB,BANK_TRANSFER,Malee Suksai,9876543210,014
`

const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  choice(values, { description })

export const ROW_FATES = ['VALID', 'INVALID', 'DUPLICATE', 'EXISTS', 'MADE_BEFORE'] as const
export const ROW_OUTCOMES = ['MADE', 'MADE_BEFORE', 'REFUSED', 'UNKNOWN'] as const

const RowNumber = Type.Integer({ description: 'The first below the names of the columns is 1.' })

export const BatchRowSchema = Type.Object({
  row: RowNumber,
  line: Type.Integer({ description: 'Where it begins in the file.' }),
  idPayout: Type.Optional(Type.String({ description: 'Its `id`.' })),
  fate: oneOf(
    ROW_FATES,
    'VALID: it becomes a payout. INVALID: see errors. DUPLICATE: its ID stands above. EXISTS: another payout has its ID. MADE_BEFORE: this very payout was made before, and is not made again.',
  ),
  duplicateOf: Type.Optional(
    Type.Integer({
      description: 'The row above with the same ID; of a valid one: with the same payee and amount.',
    }),
  ),
  money: Type.Optional(moneySchema('What is paid out.')),
  fee: Type.Optional(moneySchema('What you are charged for it, without VAT.')),
  vat: Type.Optional(moneySchema('Where VAT is levied on the fee.')),
  paymentMethodCode: Type.Optional(Type.String()),
  accountName: Type.Optional(Type.String()),
  accountNumber: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.Optional(Type.String({ description: 'Left out: the row as a whole.' })),
        code: Type.String(),
        message: Type.String(),
      }),
    ),
  ),
})

const TotalSchema = Type.Object({
  money: moneySchema('Of all valid rows in this currency.'),
  fee: moneySchema('Their fees, with VAT.'),
  available: moneySchema('What the balance has.'),
  suffices: Type.Boolean({ description: 'The balance has both.' }),
  beyondLimit: Type.Boolean({
    description:
      'The rows together, those that were made before too, are more than one act of whoever asks may move.',
  }),
  rows: Type.Integer(),
})

export const BatchPreviewSchema = Type.Object(
  {
    rows: Type.Array(BatchRowSchema),
    totals: Type.Array(TotalSchema, { description: 'By currency.' }),
    isGood: Type.Boolean({
      description: 'No row has a fault, at least one is valid, and the balance has it all: it can be paid.',
    }),
    needsProof: Type.Boolean({
      description: 'Somebody signed in must show again that it is them, by the amount.',
    }),
    fingerprint: Type.String({ description: 'Of the file: SHA-256 in hex. It is paid by it.' }),
  },
  { description: 'What would become of each row. Nothing was stored.' },
)

export const Fingerprint = Type.String({
  description: 'As the preview told it: SHA-256 of the file, in hex.',
})
export const FromRow = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_BATCH_ROWS,
    description: 'The `nextRow` of the answer before; left out: the first.',
  }),
)

export const BatchResultSchema = Type.Object(
  {
    rows: Type.Array(
      Type.Object({
        row: RowNumber,
        idPayout: Type.String(),
        outcome: oneOf(
          ROW_OUTCOMES,
          'MADE_BEFORE: by an earlier request. REFUSED: see problem; no payout was made of it. UNKNOWN: nobody can say; send the file again.',
        ),
        problem: Type.Optional(Type.Object({ code: Type.String(), detail: Type.String() })),
      }),
    ),
    made: Type.Integer(),
    refused: Type.Integer(),
    nextRow: Type.Optional(
      Type.Integer({
        description: 'The file has more rows than one request pays: send it again with this as `from`.',
      }),
    ),
  },
  { description: 'What became of the rows that this request came to.' },
)
