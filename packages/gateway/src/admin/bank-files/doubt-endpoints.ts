/**
 * Payouts that may have been paid by a bank file which is unknown here since a backup was restored. Lists them, for an
 * inquiry at the bank, and releases those that were not paid or only have to be booked.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { NextCursor, pageOf } from '../../api/pages.ts'
import { moneyBody } from '../../api/views.ts'
import { worded } from '../../http/reading.ts'
import { isForTests } from '../../payments/processor-names.ts'
import {
  clearDoubt,
  MAX_CLEARED_AT_ONCE,
  payoutsDoubted,
  payoutsInDoubt,
} from '../../processors/bank-file/in-doubt.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { MoneySchema } from '../context.ts'
import { endpoint } from '../endpoint.ts'

const REFERENCE = /^[0-9A-Z]{1,35}$/

const PayoutInDoubtSchema = Type.Object({
  reference: Type.String({ description: "The reference as in the bank's statement." }),
  merchantCode: Type.String(),
  idPayout: Type.String(),
  money: MoneySchema,
  fileId: Type.Optional(Type.String({ description: 'The bank file that contains it, if any.' })),
})

const inDoubt = endpoint({
  route: 'GET /admin/bank-files/in-doubt',
  role: 'VIEWER',
  summary: 'List payouts that may have been paid before a backup was restored',
  guide: 'backups.md#after-point-in-time-recovery',
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(PayoutInDoubtSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { gateway } = call.backOffice
    const { after, limit } = call.page([REFERENCE])
    const found = await payoutsInDoubt(gateway.database, after?.[0], limit + 1)
    return pageOf(
      found,
      limit,
      ({ reference }) => [reference],
      ({ reference, merchantId, id, money, fileId }) => ({
        reference,
        merchantCode: merchantId,
        idPayout: id,
        money: moneyBody(money),
        ...(fileId !== undefined && { fileId }),
      }),
    )
  },
})

const clear = endpoint({
  route: 'POST /admin/bank-files/in-doubt/!clear',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary:
    'Confirm, after checking with the bank, that these payouts were not paid; they can go into files again',
  body: Type.Object({
    references: worded(
      Type.Array(Type.Unsafe<string>(Type.Refine(Type.String(), (text) => REFERENCE.test(text))), {
        minItems: 1,
        maxItems: MAX_CLEARED_AT_ONCE,
      }),
      'INVALID_FORMAT',
      `must be 1 to ${MAX_CLEARED_AT_ONCE} references of payouts`,
    ),
  }),
  example: { references: ['SLUICE0000000017'] },
  answers: {
    200: Type.Object({
      cleared: Type.Array(Type.String(), { description: 'The payouts that were in doubt.' }),
    }),
  },
  operations: ['bank-file.doubt'],
  async operation(call) {
    const { references } = call.body()
    const found = await payoutsDoubted(call.backOffice.gateway.database, references)
    const live = found.filter(({ processor }) => !isForTests(processor))
    const sums = new Map<CurrencyCode, bigint>()
    for (const { money } of live)
      sums.set(money.currency, (sums.get(money.currency) ?? 0n) + money.amountMinor)
    const about = fingerprintOf(live.map(({ reference, state, fileId }) => [reference, state, fileId]))
    return Array.from(sums, ([currency, sum]): ApprovalRequest => {
      const money = { currency, amountMinor: minor(sum) }
      const summary = `Mark ${live.length} doubtful payouts as not paid by the bank, so that they are paid: ${moneyWords(money)}`
      return { operation: 'bank-file.doubt', money, summary, about }
    })
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { references } = call.body()
    const cleared = await clearDoubt(gateway.database, references, (cleared) =>
      call.audit({
        action: 'bank-file.doubt.clear',
        subject: 'payouts in doubt',
        detail: { references: cleared },
      }),
    )
    return { cleared }
  },
})

export const BANK_FILE_DOUBT_ENDPOINTS = [inDoubt, clear]
