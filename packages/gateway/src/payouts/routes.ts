/** The payouts' endpoints: create, read, list. Files of payouts are in `batch-routes.ts`. */
import { CALLBACK_ENDPOINTS } from '../api/callbacks.ts'
import { readOwnPayment } from '../api/caller.ts'
import { create } from '../api/create/create.ts'
import { createRequest } from '../api/create/kind.ts'
import { endpoint } from '../api/endpoint.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { GROUP_PARAMETERS, paymentPage, StatusParameter } from '../api/lists.ts'
import { CreatePayoutSchema, OrderId, PayoutSchema, paymentSheet } from '../api/schemas.ts'
import { orRefuse } from '../http/problems.ts'
import { EXPLAIN_PAYOUT } from '../timeline/routes.ts'
import { BATCH_ENDPOINTS } from './batch-routes.ts'
import { PAYOUT } from './create.ts'
import { payoutBody } from './view.ts'

const params = { idPayout: OrderId }

const list = endpoint({
  route: 'GET /payouts',
  tag: 'Payouts',
  summary: 'List outgoing payments, newest first',
  query: { status: StatusParameter, ...GROUP_PARAMETERS },
  pages: 'by time',
  exports: paymentSheet('payout'),
  answers: { 200: pageSchema(PayoutSchema) },
  handle: (call) => paymentPage(call, { kind: 'payout', body: payoutBody }),
})

const made = endpoint({
  route: 'POST /payouts/:idPayout',
  tag: 'Payouts',
  operationId: 'createPayout',
  summary: 'Create an outgoing payment',
  person: { puts: 'MONEY', proof: true, can: 'create payouts' },
  params,
  body: CreatePayoutSchema,
  answers: { 201: PayoutSchema },
  problems: [
    'NOT_FOUND',
    'ALREADY_EXISTS',
    'METHOD_UNAVAILABLE',
    'OPERATOR_UNAVAILABLE',
    'AMOUNT_OUT_OF_RANGE',
    'INSUFFICIENT_BALANCE',
    'STEP_UP_NEEDED',
  ],
  location: ({ idPayout }) => `/payouts/${idPayout}`,
  handle: async (call) =>
    payoutBody(orRefuse(await create(call.gateway, PAYOUT, createRequest(call, call.params.idPayout)))),
})

const read = endpoint({
  route: 'GET /payouts/:idPayout',
  tag: 'Payouts',
  operationId: 'readPayout',
  summary: 'Read an outgoing payment',
  params,
  answers: { 200: PayoutSchema },
  problems: ['NOT_FOUND'],
  handle: async ({ gateway, caller, params: { idPayout } }) =>
    payoutBody(await readOwnPayment(gateway, caller, 'payout', idPayout)),
})

export const PAYOUT_ENDPOINTS = [
  list,
  ...CALLBACK_ENDPOINTS.payout,
  EXPLAIN_PAYOUT,
  ...BATCH_ENDPOINTS,
  made,
  read,
] as const
