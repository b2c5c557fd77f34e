/**
 * Payouts by CSV: previewed, then paid. `batch.ts` says what it promises. Each process handles one file of a merchant
 * at a time, because a file is up to a thousand creates and must not run at the rate of one.
 */
import { minor } from '@sluice/core/foundation/money.ts'
import { oneForEach } from '@sluice/core/foundation/one-for-each.ts'
import type { FastifyRequest } from 'fastify'
import { endpoint } from '../api/endpoint.ts'
import { moneyBody } from '../api/views.ts'
import { whole } from '../http/asked.ts'
import { FewAtOnce } from '../http/few-at-once.ts'
import { httpProblem, orRefuse, ProblemError, validationFailed } from '../http/problems.ts'
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
  BatchPreviewSchema,
  BatchResultSchema,
  Fingerprint,
  FromRow,
  MAX_BATCH_BYTES,
  MAX_BATCH_ROWS,
} from './batch-schemas.ts'

const filesOf = oneForEach(
  () => new FewAtOnce(1, 'A payout file is already in progress. Wait until it has finished.'),
)

const FILE = {
  type: 'text/csv',
  description:
    'CSV in UTF-8, with commas, semicolons or tabs. The first line contains the column names, in any order: `id`, `amount`, `currency`, `method`, and if the method needs them `operator`, `account_name`, `account_number`, `account_type`, `bank_code`, `branch_code`, `email`, `phone`, `identifying_reference`.',
  examples: [BATCH_EXAMPLE],
  limitBytes: MAX_BATCH_BYTES,
}

const preview = endpoint({
  route: 'POST /payout-batches/!preview',
  tag: 'Payouts',
  operationId: 'previewPayouts',
  summary: 'Preview a payout file: the result of each row',
  description: `At most ${MAX_BATCH_ROWS} rows and ${MAX_BATCH_BYTES} bytes. Nothing is stored, and nothing is reserved.`,
  person: { why: 'READS', can: 'preview a payout file', worst: 'Nothing.' },
  file: FILE,
  answers: { 200: BatchPreviewSchema },
  async handle({ gateway, caller, request }) {
    const file = fileIn(request)
    const judged = await filesOf(gateway).during(caller.profile.merchantCode, () =>
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
})

const pay = endpoint({
  route: 'POST /payout-batches/:fingerprint',
  tag: 'Payouts',
  operationId: 'payPayouts',
  summary: 'Pay a previewed payout file',
  description:
    'Nothing is paid while any row has an error. You can send the same file again at any time: no payout is created twice.',
  person: { puts: 'MONEY', proof: true, can: 'create payouts' },
  params: { fingerprint: Fingerprint },
  query: { from: FromRow },
  file: FILE,
  answers: { 200: BatchResultSchema },
  problems: ['STEP_UP_NEEDED', 'FILE_CHANGED', 'BATCH_REFUSED', 'INSUFFICIENT_BALANCE'],
  async handle({ gateway, caller, params: { fingerprint }, query, request }) {
    const from = rowIn(query.from)
    const file = fileIn(request)
    const paid = await filesOf(gateway).during(caller.profile.merchantCode, () =>
      payBatch(gateway, caller, file, { fingerprint, from }),
    )
    const { rows, nextRow } = orRefuse(paid)
    const count = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
    return { rows, made: count('MADE'), refused: count('REFUSED'), nextRow }
  },
})

export const BATCH_ENDPOINTS = [preview, pay] as const

/** @throws ProblemError 400 */
function fileIn({ rawBody }: FastifyRequest): BatchFile {
  if (rawBody.length === 0) throw new ProblemError(httpProblem('MALFORMED_JSON', 'a file is expected'))
  return whole(readBatchFile(rawBody))
}

/** @throws ProblemError 400 */
function rowIn(text: unknown): number {
  if (text === undefined) return 1
  const row = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0
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
