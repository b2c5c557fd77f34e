/**
 * Payouts by CSV: looked at, then paid. What is promised stands in `batch.ts`. One file of a merchant at a time in each process: a file
 * is a thousand creates, and must not have the rate of one.
 */

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AnswerOf } from '../api/answers.ts'
import { readCaller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { WRITE_PROBLEMS } from '../api/schemas.ts'
import { moneyBody } from '../api/views.ts'
import { minor } from '../foundation/money.ts'
import { FewAtOnce } from '../http/few-at-once.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import {
  type CurrencyTotal,
  isBeyondLimit,
  isGood,
  type JudgedRow,
  judge,
  missingOf,
  needsFreshProof,
  payBatch,
} from './batch.ts'
import { type BatchFile, readBatchFile } from './batch-file.ts'
import {
  BATCH_EXAMPLE,
  BatchPath,
  BatchPreviewSchema,
  BatchQuery,
  BatchResultSchema,
  MAX_BATCH_BYTES,
  MAX_BATCH_ROWS,
} from './batch-schemas.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS, ...PAYMENT_PROBLEMS })
const OF_FILES = WRITE_PROBLEMS.filter((code) => code !== 'NOT_FOUND')

const FileBody = {
  content: {
    'text/csv': {
      schema: {
        type: 'string',
        format: 'binary',
        description:
          'CSV in UTF-8, with commas, semicolons or tabs. The first line names the columns, in any order: `id`, `amount`, `currency`, `method`, and where the method wants them `operator`, `account_name`, `account_number`, `account_type`, `bank_code`, `branch_code`, `email`, `phone`, `identifying_reference`.',
        examples: [BATCH_EXAMPLE],
      },
    },
  },
}

const described = (operationId: string, summary: string, description: string) => ({
  tags: ['Payouts'],
  operationId,
  summary,
  description,
  security: [{ bearer: [] }],
})

export function registerBatchRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const common = {
    onRequest: bearer,
    validatorCompiler: describeOnly,
    bodyLimit: MAX_BATCH_BYTES,
    config: { bodyRequired: false, file: { limitBytes: MAX_BATCH_BYTES } },
  }
  const files = new FewAtOnce(1, 'A file of payouts is under way already: wait for its end.')

  app.post<{ Reply: AnswerOf<typeof BatchPreviewSchema> }>(
    '/payout-batches/!preview',
    {
      ...common,
      schema: {
        ...described(
          'previewPayouts',
          'Look at a file of payouts: what would become of each row',
          `At most ${MAX_BATCH_ROWS} rows and ${MAX_BATCH_BYTES} bytes. Nothing is stored, and nothing is reserved.`,
        ),
        body: FileBody,
        response: { 200: BatchPreviewSchema, ...problems(...OF_FILES) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const file = fileIn(request)
      const judged = await files.during(caller.profile.merchantCode, () =>
        judge(gateway, caller, file, 'processors'),
      )
      return {
        rows: judged.rows.map(rowBody),
        totals: judged.totals.map(totalBody),
        isGood: isGood(judged),
        needsProof: needsFreshProof(judged),
        fingerprint: file.fingerprint,
      }
    },
  )

  app.post<{
    Params: { readonly fingerprint: string }
    Querystring: { readonly from?: string }
    Reply: AnswerOf<typeof BatchResultSchema>
  }>(
    '/payout-batches/:fingerprint',
    {
      ...common,
      schema: {
        ...described(
          'payPayouts',
          'Pay a file of payouts that was looked at',
          'Nothing is paid while a row has a fault. The same file may be sent again at any time: what was made stays, and nothing is made twice.',
        ),
        params: BatchPath,
        querystring: BatchQuery,
        body: FileBody,
        response: {
          200: BatchResultSchema,
          ...problems(...OF_FILES, 'STEP_UP_NEEDED', 'FILE_CHANGED', 'BATCH_REFUSED', 'INSUFFICIENT_BALANCE'),
        },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const { fingerprint } = request.params
      const from = rowIn(request.query.from)
      const file = fileIn(request)
      const paid = await files.during(caller.profile.merchantCode, () =>
        payBatch(gateway, caller, file, { fingerprint, from }),
      )
      if (!paid.ok) throw new ProblemError(paid.failure)
      const { rows, nextRow } = paid.value
      const count = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
      return {
        rows: [...rows],
        made: count('MADE'),
        refused: count('REFUSED'),
        ...(nextRow !== undefined && { nextRow }),
      }
    },
  )
}

/** @throws ProblemError 400 */
function fileIn({ rawBody }: FastifyRequest): BatchFile {
  if (rawBody.length === 0) throw new ProblemError(httpProblem('MALFORMED_JSON', 'a file is expected'))
  const read = readBatchFile(rawBody)
  if (!read.ok) throw new ProblemError(validationFailed(read.failure))
  return read.value
}

/** @throws ProblemError 400 */
function rowIn(text: string | undefined): number {
  if (text === undefined) return 1
  const row = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (row >= 1 && row <= MAX_BATCH_ROWS) return row
  const message = `must be a whole number from 1 to ${MAX_BATCH_ROWS}`
  throw new ProblemError(validationFailed([{ path: 'query:from', code: 'OUT_OF_RANGE', message }]))
}

function rowBody({ row, line, id, fate, duplicateOf, payout, faults, body }: JudgedRow) {
  const { accountName, accountNumber } = payeeIn(body?.value)
  return {
    row,
    line,
    ...(id !== '' && { idPayout: id }),
    fate,
    ...(duplicateOf !== undefined && { duplicateOf }),
    ...(payout && {
      money: moneyBody(payout.money),
      fee: moneyBody({ ...payout.money, amountMinor: payout.feeMinor }),
      ...(payout.vatMinor > 0n && { vat: moneyBody({ ...payout.money, amountMinor: payout.vatMinor }) }),
      paymentMethodCode: payout.method,
    }),
    ...(accountName !== undefined && { accountName }),
    ...(accountNumber !== undefined && { accountNumber }),
    ...(faults.length > 0 && {
      errors: faults.map(({ column, code, message }) => ({
        ...(column !== undefined && { column }),
        code,
        message,
      })),
    }),
  }
}

function payeeIn(body: unknown): { readonly accountName?: string; readonly accountNumber?: string } {
  const member = (of: unknown, name: string): unknown => Object(of)[name]
  const account = member(member(body, 'paymentMethod'), 'account')
  const text = (name: 'accountName' | 'accountNumber') => {
    const value = member(account, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('accountName'), ...text('accountNumber') }
}

function totalBody(total: CurrencyTotal) {
  const { money, chargesMinor, availableMinor, rows } = total
  return {
    money: moneyBody(money),
    fee: moneyBody({ ...money, amountMinor: chargesMinor }),
    available: moneyBody({ ...money, amountMinor: availableMinor }),
    suffices: missingOf(total) === minor(0n),
    beyondLimit: isBeyondLimit(total),
    rows,
  }
}
