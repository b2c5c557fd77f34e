/**
 * Payouts that may have been paid by a bank file which is not known here any more, since a backup was restored: the list for
 * whoever asks the bank, and clearing what it has not paid, or what shall only be booked.
 */
import { Type } from 'typebox'
import { NextCursor, PAGE_PARAMETERS, pageOf, type Query, readPageRequest } from '../../intake/pages.ts'
import { moneyBody } from '../../intake/views.ts'
import { clearDoubt, MAX_CLEARED_AT_ONCE, payoutsInDoubt } from '../../processors/bank-file/in-doubt.ts'
import { type AdminContext, auditLine, described, invalid, MoneySchema, objectOf } from '../context.ts'

const REFERENCE = /^[0-9A-Z]{1,35}$/

const PayoutInDoubtSchema = Type.Object({
  reference: Type.String({ description: "As the bank's statement has it." }),
  merchantCode: Type.String(),
  idPayout: Type.String(),
  money: MoneySchema,
  fileId: Type.Optional(Type.String({ description: 'The file that it stands in, if any.' })),
})

export function registerBankFileDoubtRoutes(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/bank-files/in-doubt',
    described(context, {
      role: 'VIEWER',
      summary: 'List payouts that may have been paid before a backup was restored',
      query: { cursor: PAGE_PARAMETERS.cursor, limit: PAGE_PARAMETERS.limit },
      answers: { 200: Type.Object({ data: Type.Array(PayoutInDoubtSchema), nextCursor: NextCursor }) },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query }) => {
      const { after, limit } = readPageRequest(query, [REFERENCE])
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
  )

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/bank-files/in-doubt/!clear',
    described(context, {
      role: 'OPERATOR',
      summary: 'Say that these payouts were looked up at the bank: they may go into files again',
      body: Type.Object({
        references: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_CLEARED_AT_ONCE }),
      }),
      answers: {
        200: Type.Object({
          cleared: Type.Array(Type.String(), { description: 'Those that were in doubt.' }),
        }),
      },
      problems: ['VALIDATION_FAILED'],
    }),
    async (request) => {
      const references = readReferences(request.body)
      const audit = auditLine(gateway, request, {
        action: 'bank-file.doubt.clear',
        subject: 'payouts in doubt',
        detail: { references: [...references] },
      })
      return { cleared: await clearDoubt(gateway.database, references, audit) }
    },
  )
}

/** @throws ProblemError 400 */
function readReferences(value: unknown): readonly string[] {
  const { references } = objectOf(value)
  const given: readonly unknown[] = Array.isArray(references) ? references : []
  const read = given.filter((each) => typeof each === 'string').filter((each) => REFERENCE.test(each))
  if (given.length === 0 || given.length > MAX_CLEARED_AT_ONCE || read.length !== given.length)
    throw invalid(
      '/references',
      'INVALID_FORMAT',
      `must be 1 to ${MAX_CLEARED_AT_ONCE} references of payouts`,
    )
  return read
}
