/** A merchant's list of its payments, newest first. The same for payins and payouts. */
import type { onRequestHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type PaymentKind, paymentKey } from '../foundation/identifiers.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import type { Payment } from '../payments/model.ts'
import { readPage } from '../payments/reading.ts'
import { METHOD_STATUSES, STATUSES, type Status } from '../payments/transitions.ts'
import { listOf, readCaller } from './caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from './exports.ts'
import type { Gateway } from './gateway.ts'
import { BY_KEY, NextCursor, PAGE_PARAMETERS, pageOf, type Query } from './pages.ts'
import { READ_PROBLEMS } from './schemas.ts'

export interface ListedKind {
  readonly kind: PaymentKind
  /** Of one payment, as a read shows it. */
  readonly schema: TSchema
  readonly body: (payment: Payment) => object
  /** What of it makes a column of an export; left out: all of it. */
  readonly sheet?: TSchema
}

const isStatus = (text: string): text is Status => STATUSES.some((status) => status === text)

/** A status that there is not is ignored; where none is left, nothing is filtered. */
export const statusesOf = (value: unknown): readonly Status[] => listOf(value).filter(isStatus)

export const StatusParameter = Type.Optional(
  Type.String({
    description: `Comma-separated: ${METHOD_STATUSES.join(', ')}. Unknown values are ignored.`,
  }),
)

export function registerList(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  { kind, schema, body, sheet = schema }: ListedKind,
): void {
  app.get<{ Querystring: Query; Reply: unknown }>(
    `/${kind}s`,
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: [kind === 'payin' ? 'Payins' : 'Payouts'],
        summary: `List ${kind === 'payin' ? 'incoming' : 'outgoing'} payments, newest first`,
        security: [{ bearer: [] }],
        querystring: Type.Object({ status: StatusParameter, ...PAGE_PARAMETERS, ...EXPORT_PARAMETERS }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(schema), nextCursor: NextCursor })),
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const statuses = statusesOf(request.query.status)
      return answerList(
        { request, reply, gateway, caller: profile.merchantCode, item: sheet },
        BY_KEY,
        async (asked) => {
          const { from, to, after, limit } = asked
          const payments = await readPage(gateway.database, {
            merchantId: profile.merchantCode,
            kind,
            statuses,
            from,
            to,
            after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
            limit: limit + 1,
          })
          return pageOf(payments, limit, ({ key }) => [key], body)
        },
      )
    },
  )
}
