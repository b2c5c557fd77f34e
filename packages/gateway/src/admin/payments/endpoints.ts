/** Payments of all merchants, with their complete history, and redelivery of their callbacks. */
import {
  isMerchantCode,
  isMerchantOrderId,
  type MerchantCode,
  PAYMENT_KINDS,
  type PaymentKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { Type } from 'typebox'
import { CallbackSchema, RedeliveredSchema, redeliverLatest } from '../../api/callbacks.ts'
import { GROUP_PARAMETERS, groupIn, StatusParameter, statusesOf } from '../../api/lists.ts'
import { BY_KEY, NextCursor, pageOf, pageThatStopped } from '../../api/pages.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import { GATEWAY } from '../../payments/cases.ts'
import { readPage } from '../../payments/paging.ts'
import { findPayment } from '../../payments/reading.ts'
import { explain } from '../../timeline/explain.ts'
import { readSnapshot } from '../../timeline/read-snapshot.ts'
import { ExplanationSchema, explanationBody } from '../../timeline/views.ts'
import type { BackOffice } from '../back-office.ts'
import { CaseSchema } from '../cases/views.ts'
import { instant, MerchantCodeParam, MoneySchema, notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { paymentHistory, paymentLine } from './history.ts'

export interface PaymentParams {
  readonly merchantCode: string
  readonly kind: PaymentKind
  readonly id: string
}

export const PAYMENT_PARAMS = {
  merchantCode: MerchantCodeParam,
  kind: choice(PAYMENT_KINDS),
  id: Type.String({ description: "The merchant's ID of the payment." }),
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
export const PaymentLineSchema = Type.Object(LINE, { description: 'The current payment.' })

const orNull = Type.Union([Type.String(), Type.Null()])
const HistorySchema = Type.Object({
  ...LINE,
  key: Type.String({ description: "The gateway's internal key of the payment." }),
  payment: Type.Object({}, { description: 'The payment as the merchant sees it.' }),
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

/** The owner of payments: a merchant, or the gateway itself, which returns cases' money. */
const isBook = (code: string): code is MerchantCode => code === GATEWAY || isMerchantCode(code)

/** @throws ProblemError 404 */
export async function paymentOf(
  backOffice: BackOffice,
  { merchantCode, kind, id }: PaymentParams,
): Promise<Payment> {
  const payment =
    isBook(merchantCode) && isMerchantOrderId(id)
      ? await findPayment(backOffice.gateway.database, merchantCode, kind, id)
      : undefined
  if (!payment) throw notFound('payment')
  return payment
}

/** The merchant that filters a list, if any. A code that no merchant can have fails: the list is empty then. */
function merchantIn(merchantCode: string | undefined): Result<MerchantCode | undefined, 'NOBODY'> {
  if (merchantCode === undefined) return succeed(undefined)
  return isBook(merchantCode) ? succeed(merchantCode) : fail('NOBODY')
}

export const paymentPath = ({ merchantId, kind, id }: Payment): string => `${merchantId}/${kind}/${id}`

const list = endpoint({
  route: 'GET /admin/payments',
  role: 'VIEWER',
  summary: 'List payments, newest first',
  query: {
    merchantCode: Type.Optional(Type.String()),
    kind: Type.Optional(PAYMENT_PARAMS.kind),
    status: StatusParameter,
    ...GROUP_PARAMETERS,
    isTest: Type.Optional(Type.Boolean({ description: 'Default: both test and live merchants.' })),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(PaymentLineSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { query } = call
    const { database } = call.backOffice.gateway
    const { from, to, after, limit } = call.page(BY_KEY)
    const { kind } = query
    const merchant = merchantIn(query.merchantCode)
    if (!merchant.ok) return { data: [] }
    const { payments, stoppedAt } = await readPage(database, {
      merchantId: merchant.value,
      kind: kind,
      statuses: statusesOf(query.status),
      ...groupIn(query),
      isTest: query.isTest,
      from,
      to,
      after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
      limit: limit + 1,
    })
    const page = pageOf(payments, limit, ({ key }) => [key], paymentLine)
    return pageThatStopped(page, stoppedAt && [stoppedAt])
  },
})

const show = endpoint({
  route: 'GET /admin/payments/:merchantCode/:kind/:id',
  role: 'VIEWER',
  summary: 'Read a payment with its full history',
  params: PAYMENT_PARAMS,
  answers: { 200: HistorySchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { backOffice, params } = call
    return paymentHistory(backOffice.gateway, await paymentOf(backOffice, params))
  },
})

const explained = endpoint({
  route: 'GET /admin/payments/:merchantCode/:kind/:id/!explain',
  role: 'VIEWER',
  summary: 'Explain a payment: what happened, why, who has to act, what comes next',
  guide: 'explanation.md',
  params: PAYMENT_PARAMS,
  answers: { 200: ExplanationSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { backOffice, params } = call
    const payment = await paymentOf(backOffice, params)
    const snapshot = await readSnapshot(backOffice.gateway.database, payment)
    return explanationBody(payment, explain(snapshot, 'operator'))
  },
})

const redeliver = endpoint({
  route: 'POST /admin/payments/:merchantCode/:kind/:id/!redeliver',
  role: 'OPERATOR',
  summary: 'Resend the latest callback of a payment',
  params: PAYMENT_PARAMS,
  answers: { 202: RedeliveredSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const payment = await paymentOf(call.backOffice, call.params)
    const line = call.audit({
      action: 'callback.redeliver',
      subject: `payment ${paymentPath(payment)}`,
      detail: { sequence: payment.announced },
    })
    return redeliverLatest(call.backOffice.gateway, payment, [auditCall(line)])
  },
})

export const PAYMENT_ENDPOINTS = [list, show, explained, redeliver]
