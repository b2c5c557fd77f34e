/** `GET /balances/entries`: the statement, every change of the available balances with what it was for. */

import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { ListAnswerOf } from '../api/answers.ts'
import { listOf, readCaller } from '../api/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../api/exports.ts'
import type { Gateway } from '../api/gateway.ts'
import { BY_TIME, NextCursor, PAGE_PARAMETERS, pageOf, type Query } from '../api/pages.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { moneyBody } from '../api/views.ts'
import { CURRENCIES } from '../catalogue/currencies.ts'
import { idNameOf, PAYMENT_KINDS } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import type { CurrencyCode } from '../foundation/money.ts'
import type { ExactNumber } from '../http/json.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import { readEntries, type StatementEntry } from '../payments/balances.ts'

const EntrySchema = Type.Object({
  at: Type.String({ format: 'date-time' }),
  money: Type.Object(
    { amount: Type.Unsafe<ExactNumber>(Type.Number()), currencyCode: Type.String() },
    { description: 'What was added to the available balance; below zero: taken from it.' },
  ),
  kind: Type.Unsafe<StatementEntry['kind']>(
    Type.Union(
      [...PAYMENT_KINDS, 'funding' as const].map((kind) => Type.Literal(kind)),
      {
        description:
          'settlement: paid out to you by your terms. funding: a top-up, an opening balance, or a settlement that was made by hand.',
      },
    ),
  ),
  reason: Type.Optional(Type.String()),
  idPayin: Type.Optional(Type.String()),
  idPayout: Type.Optional(Type.String()),
  idRefund: Type.Optional(Type.String()),
  idSettlement: Type.Optional(Type.String()),
})

const entryBody = (entry: StatementEntry) => ({
  at: isoTime(entry.at),
  money: moneyBody({ currency: entry.currency as CurrencyCode, amountMinor: entry.amountMinor }),
  kind: entry.kind,
  ...(entry.reason !== undefined && { reason: entry.reason }),
  ...(entry.id !== undefined && { [idNameOf(entry.kind)]: entry.id }),
})

export function registerEntries(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  app.get<{ Querystring: Query; Reply: ListAnswerOf<typeof EntrySchema> }>(
    '/balances/entries',
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: ['Account'],
        summary: 'Read the statement: what changed the available balances, newest first',
        security: [{ bearer: [] }],
        querystring: Type.Object({
          currencies: Type.Optional(
            Type.String({ description: 'Currency codes. Comma-separated; unknown values are ignored.' }),
          ),
          ...PAGE_PARAMETERS,
          ...EXPORT_PARAMETERS,
        }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(EntrySchema), nextCursor: NextCursor })),
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const wanted = listOf(request.query.currencies)
      const currencies = CURRENCIES.map(({ code }) => code).filter((code) => wanted.includes(code))
      const list = { request, reply, gateway, caller: profile.merchantCode, item: EntrySchema }
      return answerList(list, BY_TIME, async ({ from, to, after, limit }) => {
        const [at, key, seq] = after ?? []
        const entries = await readEntries(gateway.database, {
          merchantId: profile.merchantCode,
          currencies,
          from,
          to,
          after:
            at === undefined || key === undefined || seq === undefined
              ? undefined
              : { at: Number(at), key, seq: Number(seq) },
          limit: limit + 1,
        })
        return pageOf(entries, limit, (last) => [String(last.at), last.key, String(last.seq)], entryBody)
      })
    },
  )
}
