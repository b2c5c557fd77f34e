/** A merchant reads its settlements: a list, and one by its ID. Only runs create them. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { ExactNumber } from '@sluice/core/foundation/json.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { METHOD_STATUSES, type Status } from '@sluice/core/payment/transitions.ts'
import { Type } from 'typebox'
import { readOwnPayment } from '../api/caller.ts'
import { endpoint } from '../api/endpoint.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { GROUP_PARAMETERS, paymentPage, StatusParameter } from '../api/lists.ts'
import { moneyBody } from '../api/views.ts'

const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })

const SettlementSchema = Type.Object(
  {
    idSettlement: Type.String({ description: 'Currency and day of the settlement.' }),
    day: Type.String({ description: 'The settlement day, in the zone of your terms: YYYY-MM-DD.' }),
    money: Type.Object(
      { amount: Type.Unsafe<ExactNumber>(Type.Number()), currencyCode: Type.String() },
      {
        description:
          'The amount paid out to you. It was deducted from your available balance when the settlement was created.',
      },
    ),
    paymentMethodCode: Type.String({ description: 'The payout method.' }),
    process: Type.Object({
      status: Type.Unsafe<Status>(
        Type.Union(
          METHOD_STATUSES.filter((status) => status !== 'EXPIRED').map((status) => Type.Literal(status)),
        ),
      ),
      createdAt: time(),
      processedAt: Type.Optional(time('When it became final.')),
      isTest: Type.Boolean(),
    }),
    failureReasonCode: Type.Optional(
      Type.String({
        description: 'Why it failed. The money is available again and a later run settles it.',
      }),
    ),
  },
  {
    examples: [
      {
        idSettlement: 'THB-2026-11-23',
        day: '2026-11-23',
        money: { amount: 125000.5, currencyCode: 'THB' },
        paymentMethodCode: 'BANK_TRANSFER',
        process: {
          status: 'SUCCESS',
          createdAt: '2026-11-23T10:05:00.000Z',
          processedAt: '2026-11-24T03:00:00.000Z',
          isTest: false,
        },
      },
    ],
  },
)

export const settlementBody = (payment: Payment) => ({
  idSettlement: payment.id,
  day: payment.request.settlement?.day ?? '',
  money: moneyBody(payment.money),
  paymentMethodCode: payment.method,
  process: {
    status: payment.status,
    createdAt: isoTime(payment.createdAt),
    ...(payment.processedAt !== undefined && { processedAt: isoTime(payment.processedAt) }),
    isTest: payment.isTest,
  },
  ...(payment.failureReason !== undefined && { failureReasonCode: payment.failureReason }),
})

const list = endpoint({
  route: 'GET /settlements',
  tag: 'Settlements',
  summary: 'List your settlements, newest first',
  query: { status: StatusParameter, ...GROUP_PARAMETERS },
  pages: 'by time',
  exports: SettlementSchema,
  answers: { 200: pageSchema(SettlementSchema) },
  handle: (call) => paymentPage(call, { kind: 'settlement', body: settlementBody }),
})

const read = endpoint({
  route: 'GET /settlements/:idSettlement',
  tag: 'Settlements',
  operationId: 'readSettlement',
  summary: 'Read a settlement',
  params: { idSettlement: Type.String({ description: 'Such as THB-2026-11-23.' }) },
  answers: { 200: SettlementSchema },
  problems: ['NOT_FOUND'],
  handle: async ({ gateway, caller, params: { idSettlement } }) =>
    settlementBody(await readOwnPayment(gateway, caller, 'settlement', idSettlement)),
})

export const SETTLEMENT_ENDPOINTS = [list, read] as const
