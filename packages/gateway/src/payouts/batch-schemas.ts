/**
 * The schemas of payouts by CSV, as the OpenAPI document shows them.
 *
 * | Request | Answer |
 * |---|---|
 * | `POST /payout-batches/!preview`, the file as its body | what would become of each row; nothing is stored |
 * | `POST /payout-batches/{fingerprint}`, the same file | each row becomes an ordinary payout; sending it again pays nothing twice |
 */
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { Type } from 'typebox'
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

const RowNumber = Type.Integer({ description: 'Row number. The first row below the column names is 1.' })

export const BatchRowSchema = Type.Object({
  row: RowNumber,
  line: Type.Integer({ description: 'The line of the file at which the row begins.' }),
  idPayout: Type.Optional(Type.String({ description: 'The `id` of the row.' })),
  fate: oneOf(
    ROW_FATES,
    'VALID: a payout will be created. INVALID: see errors. DUPLICATE: a row above has the same ID. EXISTS: another payout has this ID. MADE_BEFORE: the same payout was created before and is not created again.',
  ),
  duplicateOf: Type.Optional(
    Type.Integer({
      description: 'The row above with the same ID. For a valid row: with the same payee and amount.',
    }),
  ),
  money: Type.Optional(moneySchema('The amount to be paid out.')),
  fee: Type.Optional(moneySchema('The fee, without VAT.')),
  vat: Type.Optional(moneySchema('The VAT on the fee, if any.')),
  paymentMethodCode: Type.Optional(Type.String()),
  accountName: Type.Optional(Type.String()),
  accountNumber: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.Optional(
          Type.String({ description: 'The column. Absent if the error concerns the whole row.' }),
        ),
        code: Type.String(),
        message: Type.String(),
      }),
    ),
  ),
})

const TotalSchema = Type.Object({
  money: moneySchema('The sum of all valid rows in this currency.'),
  fee: moneySchema('The sum of their fees, with VAT.'),
  available: moneySchema('The available balance.'),
  suffices: Type.Boolean({ description: 'Whether the balance covers amounts and fees.' }),
  beyondLimit: Type.Boolean({
    description:
      "Whether the rows together, including those created before, exceed the caller's limit per operation.",
  }),
  rows: Type.Integer(),
})

export const BatchPreviewSchema = Type.Object(
  {
    rows: Type.Array(BatchRowSchema),
    totals: Type.Array(TotalSchema, { description: 'The totals by currency.' }),
    isGood: Type.Boolean({
      description:
        'Whether the file can be paid: no row has an error, at least one is valid, and the balance is sufficient.',
    }),
    needsProof: Type.Boolean({
      description: 'Whether a signed-in person must verify again because of the amount.',
    }),
    fingerprint: Type.String({ description: 'SHA-256 of the file in hex, needed to pay it.' }),
  },
  { description: 'The result of each row. Nothing was stored.' },
)

export const Fingerprint = Type.String({
  description: 'The fingerprint from the preview: SHA-256 of the file in hex.',
})
export const FromRow = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_BATCH_ROWS,
    description: 'The `nextRow` of the previous response. Default: the first row.',
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
          'MADE_BEFORE: created by an earlier request. REFUSED: see problem; no payout was created. UNKNOWN: the outcome is not known; send the file again.',
        ),
        problem: Type.Optional(Type.Object({ code: Type.String(), detail: Type.String() })),
      }),
    ),
    made: Type.Integer(),
    refused: Type.Integer(),
    nextRow: Type.Optional(
      Type.Integer({
        description:
          'Present if the file has more rows than one request pays. Send the file again with this value as `from`.',
      }),
    ),
  },
  { description: 'The results of the rows that this request processed.' },
)
