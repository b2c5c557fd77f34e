/** Payments of all merchants, their whole history, their callbacks sent again. */
import { Type } from 'typebox'
import {
  isMerchantCode,
  isMerchantOrderId,
  type MerchantCode,
  paymentKey,
} from '../../foundation/identifiers.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { CallbackSchema, RedeliveredSchema, redeliverLatest } from '../../intake/callbacks.ts'
import { StatusParameter, statusesOf } from '../../intake/lists.ts'
import {
  BY_KEY,
  NextCursor,
  PAGE_PARAMETERS,
  pageOf,
  type Query,
  readPageRequest,
} from '../../intake/pages.ts'
import type { Payment } from '../../payments/model.ts'
import { findPayment, readPage } from '../../payments/reading.ts'
import { CaseSchema } from '../cases/routes.ts'
import {
  type AdminContext,
  auditFirst,
  auditLine,
  described,
  instant,
  MerchantCodeParam,
  MoneySchema,
  notFound,
} from '../context.ts'
import { paymentHistory, paymentLine } from './history.ts'

export interface PaymentParams {
  readonly merchantCode: string
  readonly kind: string
  readonly id: string
}

export const PAYMENT_PARAMS = {
  merchantCode: MerchantCodeParam,
  kind: Type.Union([Type.Literal('payin'), Type.Literal('payout')]),
  id: Type.String({ description: "The merchant's own ID." }),
}

const LINE = {
  merchantCode: Type.String(),
  kind: Type.String(),
  id: Type.String(),
  status: Type.String(),
  isTest: Type.Boolean(),
  money: MoneySchema,
  paymentMethodCode: Type.String(),
  paymentOperatorCode: Type.Optional(Type.String()),
  processor: Type.String(),
  failureReasonCode: Type.Optional(Type.String()),
  createdAt: instant(),
  processedAt: Type.Optional(instant()),
}
export const PaymentLineSchema = Type.Object(LINE, { description: 'The payment as it is now.' })

const orNull = Type.Union([Type.String(), Type.Null()])
const HistorySchema = Type.Object({
  ...LINE,
  key: Type.String({ description: "The gateway's own key of the payment." }),
  payment: Type.Object({}, { description: 'As the merchant reads it.' }),
  request: Type.Object({}),
  response: Type.Union([Type.Object({}), Type.Null()]),
  payerAccount: Type.Union([Type.Object({}), Type.Null()]),
  processorRef: orNull,
  processorStatus: orNull,
  confirmation: orNull,
  externalReference: orNull,
  externalReferenceChanges: Type.Integer(),
  callbackUrl: Type.String(),
  states: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      from: orNull,
      to: orNull,
      at: instant(),
      actor: Type.String(),
      reason: orNull,
      callbackSequence: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  postings: Type.Array(
    Type.Object({ seq: Type.Integer(), account: Type.String(), money: MoneySchema, at: instant() }),
  ),
  callbacks: Type.Array(CallbackSchema),
  steps: Type.Array(Type.Object({ purpose: Type.String(), dueAt: instant(), tries: Type.Integer() })),
  cases: Type.Array(CaseSchema),
})

/** @throws ProblemError 404 */
export async function paymentOf(
  context: AdminContext,
  { merchantCode, kind, id }: PaymentParams,
): Promise<Payment> {
  const isKind = kind === 'payin' || kind === 'payout'
  const payment =
    isKind && isMerchantCode(merchantCode) && isMerchantOrderId(id)
      ? await findPayment(context.gateway.database, merchantCode, kind, id)
      : undefined
  if (!payment) throw notFound('payment')
  return payment
}

/** The merchant that a list is filtered by, if it is. A code that no merchant can have fails: nothing is to be listed then. */
function merchantIn({ merchantCode }: Query): Result<MerchantCode | undefined, 'NOBODY'> {
  if (merchantCode === undefined) return succeed(undefined)
  return typeof merchantCode === 'string' && isMerchantCode(merchantCode)
    ? succeed(merchantCode)
    : fail('NOBODY')
}

export const paymentPath = ({ merchantId, kind, id }: Payment): string => `${merchantId}/${kind}/${id}`

export function registerPaymentRoutes(context: AdminContext): void {
  const { app, gateway } = context
  const { database } = gateway

  app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/payments',
    described(context, {
      role: 'VIEWER',
      summary: 'List payments, newest first',
      query: {
        merchantCode: Type.Optional(Type.String()),
        kind: Type.Optional(PAYMENT_PARAMS.kind),
        status: StatusParameter,
        ...PAGE_PARAMETERS,
      },
      answers: { 200: Type.Object({ data: Type.Array(PaymentLineSchema), nextCursor: NextCursor }) },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query }) => {
      const { from, to, after, limit } = readPageRequest(query, BY_KEY)
      const { kind } = query
      const merchant = merchantIn(query)
      if (!merchant.ok) return { data: [] }
      const payments = await readPage(database, {
        merchantId: merchant.value,
        kind: kind === 'payin' || kind === 'payout' ? kind : undefined,
        statuses: statusesOf(query.status),
        from,
        to,
        after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
        limit: limit + 1,
      })
      return pageOf(payments, limit, ({ key }) => [key], paymentLine)
    },
  )

  app.get<{ Params: PaymentParams; Reply: unknown }>(
    '/admin/payments/:merchantCode/:kind/:id',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a payment with its whole history',
      params: PAYMENT_PARAMS,
      answers: { 200: HistorySchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => paymentHistory(gateway, await paymentOf(context, request.params)),
  )

  app.post<{ Params: PaymentParams; Reply: unknown }>(
    '/admin/payments/:merchantCode/:kind/:id/!redeliver',
    described(context, {
      role: 'OPERATOR',
      summary: 'Send the latest callback of a payment again',
      params: PAYMENT_PARAMS,
      answers: { 202: RedeliveredSchema },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const payment = await paymentOf(context, request.params)
      const audit = auditLine(gateway, request, {
        action: 'callback.redeliver',
        subject: `payment ${paymentPath(payment)}`,
        detail: { sequence: payment.announced },
      })
      await auditFirst(gateway, audit)
      reply.code(202)
      return redeliverLatest(gateway, payment)
    },
  )
}
