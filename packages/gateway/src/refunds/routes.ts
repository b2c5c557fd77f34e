/** The refunds' endpoints: create, read, list. They extend the merchants' contract. */
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { Type } from 'typebox'
import { CALLBACK_ENDPOINTS } from '../api/callbacks.ts'
import { readOwnPayment } from '../api/caller.ts'
import { createRequest } from '../api/create/kind.ts'
import { type AnyCall, endpoint } from '../api/endpoint.ts'
import { statusFilter } from '../api/filters.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { GROUP_PARAMETERS, paymentPage } from '../api/lists.ts'
import { orRefuse } from '../http/problems.ts'
import { findPayment } from '../payments/reading.ts'
import { refundsOf } from '../payments/refunds.ts'
import { EXPLAIN_REFUND } from '../timeline/routes.ts'
import { createRefund } from './create.ts'
import { CreateRefundSchema, IdRefund, REFUND_STATUSES, RefundSchema, RefundSheetSchema } from './schemas.ts'
import { ownRefundBody } from './view.ts'

const params = { idRefund: IdRefund }

const list = endpoint({
  route: 'GET /refunds',
  tag: 'Refunds',
  summary: 'List refunds, newest first',
  query: {
    status: statusFilter(REFUND_STATUSES),
    ...GROUP_PARAMETERS,
    idPayin: Type.Optional(Type.String({ description: 'Only refunds of this payin.' })),
  },
  pages: 'by time',
  exports: RefundSheetSchema,
  answers: { 200: pageSchema(RefundSchema) },
  handle: async (call) =>
    paymentPage(call, {
      kind: 'refund',
      body: (refund) => ownRefundBody(call.gateway, refund, call.caller),
      among: await refundsOfPayin(call, call.query.idPayin),
    }),
})

/** Undefined: no payin was given, so refunds of all payins. */
async function refundsOfPayin(
  { gateway: { database }, caller: { profile } }: AnyCall,
  idPayin: unknown,
): Promise<readonly Payment[] | undefined> {
  if (idPayin === undefined) return undefined
  if (typeof idPayin !== 'string' || !isMerchantOrderId(idPayin)) return []
  const payin = await findPayment(database, profile.merchantCode, 'payin', idPayin)
  return payin ? refundsOf(database, payin) : []
}

const made = endpoint({
  route: 'POST /refunds/:idRefund',
  tag: 'Refunds',
  operationId: 'createRefund',
  summary: 'Refund a payin, whole or in part',
  person: { puts: 'MONEY', proof: true, can: 'create refunds' },
  params,
  body: CreateRefundSchema,
  answers: { 201: RefundSchema },
  problems: [
    'NOT_FOUND',
    'ALREADY_EXISTS',
    'PAYIN_NOT_REFUNDABLE',
    'REFUND_EXCEEDS_PAYIN',
    'REFUND_WINDOW_PASSED',
    'REFUND_TIMES_EXCEEDED',
    'METHOD_UNAVAILABLE',
    'OPERATOR_UNAVAILABLE',
    'AMOUNT_OUT_OF_RANGE',
    'INSUFFICIENT_BALANCE',
    'STEP_UP_NEEDED',
  ],
  location: ({ idRefund }) => `/refunds/${idRefund}`,
  async handle(call) {
    const { gateway, caller } = call
    const { grant, ...requested } = createRequest(call, call.params.idRefund)
    const created = await createRefund(gateway, { ...requested, by: { type: 'MERCHANT', grant } })
    return ownRefundBody(gateway, orRefuse(created), caller)
  },
})

const read = endpoint({
  route: 'GET /refunds/:idRefund',
  tag: 'Refunds',
  operationId: 'readRefund',
  summary: 'Read a refund',
  params,
  answers: { 200: RefundSchema },
  problems: ['NOT_FOUND'],
  handle: async ({ gateway, caller, params: { idRefund } }) =>
    ownRefundBody(gateway, await readOwnPayment(gateway, caller, 'refund', idRefund), caller),
})

export const REFUND_ENDPOINTS = [list, ...CALLBACK_ENDPOINTS.refund, EXPLAIN_REFUND, made, read] as const
