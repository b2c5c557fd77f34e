/**
 * The shapes of payouts by CSV, as the OpenAPI document shows them.
 *
 * | Request | Answer |
 * |---|---|
 * | `POST /payout-batches/!preview`, the file as its body | what would become of each row; nothing is stored |
 * | `POST /payout-batches/{idBatch}?fingerprint=…`, the same file | 201: each good row an ordinary payout; the same again does nothing twice |
 *
 * The first line of the file names its columns, in any order and any case: `id`, `amount`, `currency`, `method`, `operator`,
 * `account_name`, `account_number`, `account_type`, `bank_code`, `branch_code`, `email`, `phone`, `identifying_reference`.
 */
import { Type } from 'typebox'
import { moneySchema } from '../catalogue/response-schemas.ts'

export const MAX_BATCH_ROWS = 1_000
export const MAX_BATCH_BYTES = 512 * 1_024

const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description },
    ),
  )

export const ROW_FATES = ['VALID', 'INVALID', 'DUPLICATE', 'EXISTS'] as const

export const BatchRowSchema = Type.Object({
  row: Type.Integer({ description: 'In the file; the first below the names is 1.' }),
  idPayout: Type.Optional(Type.String({ description: 'Its `id`, or made of the batch and the row.' })),
  fate: oneOf(
    ROW_FATES,
    'VALID: it becomes a payout. INVALID: see errors. DUPLICATE: the same ID or the same payee and amount stands above. EXISTS: there is a payout with this ID.',
  ),
  duplicateOf: Type.Optional(Type.Integer({ description: 'The row above that it repeats.' })),
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
  rows: Type.Integer(),
})

export const BatchPreviewSchema = Type.Object({
  rows: Type.Array(BatchRowSchema),
  totals: Type.Array(TotalSchema, { description: 'By currency.' }),
  isGood: Type.Boolean({
    description: 'Every row is valid, and the balance has it all: it can be confirmed.',
  }),
  needsProof: Type.Boolean({
    description: 'Somebody signed in must show again that it is them, by the amount.',
  }),
  fingerprint: Type.String({ description: 'Of the file: sent back with the confirmation.' }),
})

export const BatchIdSchema = Type.Object({
  idBatch: Type.String({
    description: 'Your own ID of the batch: 1 to 40 characters of A-Z a-z 0-9 . _ ~ -',
  }),
})

export const BatchResultSchema = Type.Object({
  idBatch: Type.String(),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer(),
      idPayout: Type.String(),
      outcome: oneOf(
        ['MADE', 'MADE_BEFORE', 'REFUSED'],
        'MADE_BEFORE: by an earlier request with the same file. REFUSED: see problem; no payout was made of it.',
      ),
      problem: Type.Optional(Type.Object({ code: Type.String(), detail: Type.Optional(Type.String()) })),
    }),
  ),
  made: Type.Integer(),
  refused: Type.Integer(),
})
