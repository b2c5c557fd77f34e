/** The refunds' endpoints: create, read, list. They are the gateway's own, beside the contract's. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { registerCallbackRoutes } from '../api/callbacks.ts'
import { readCaller, readOwnPayment } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { registerList } from '../api/lists.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import { isMerchantOrderId } from '../foundation/identifiers.ts'
import { API_VERSION } from '../http/first-checks.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import { findPayment } from '../payments/reading.ts'
import { refundsOf } from '../payments/refunds.ts'
import { registerExplanation } from '../timeline/routes.ts'
import { registerAmountApprovals } from './amount-approval.ts'
import { registerClaimApprovals } from './claim-approval.ts'
import { createRefund } from './create.ts'
import {
  CreateRefundSchema,
  REFUND_STATUSES,
  RefundIdSchema,
  RefundSchema,
  RefundSheetSchema,
} from './schemas.ts'
import { ownRefundBody } from './view.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS, ...PEOPLE_PROBLEMS })

const described = (operationId: string, summary: string) => ({
  tags: ['Refunds'],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

export function registerRefundRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  registerList(app, gateway, bearer, {
    kind: 'refund',
    tag: 'Refunds',
    what: 'refunds',
    schema: RefundSchema,
    sheet: RefundSheetSchema,
    statuses: REFUND_STATUSES,
    body: (refund, caller) => ownRefundBody(gateway, refund, caller),
    filters: { idPayin: Type.Optional(Type.String({ description: 'Of one payin.' })) },
    among: async ({ profile }, { idPayin }) => {
      if (idPayin === undefined) return undefined
      if (typeof idPayin !== 'string' || !isMerchantOrderId(idPayin)) return []
      const payin = await findPayment(gateway.database, profile.merchantCode, 'payin', idPayin)
      return payin ? refundsOf(gateway.database, payin) : []
    },
  })
  registerCallbackRoutes(app, gateway, bearer, 'refund')
  registerExplanation(app, gateway, bearer, 'refund')
  registerAmountApprovals(gateway)
  registerClaimApprovals(gateway)

  app.post<{ Params: { idRefund: string } }>(
    '/refunds/:idRefund',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('createRefund', 'Give money of a payin back'),
        params: RefundIdSchema,
        body: CreateRefundSchema,
        response: {
          201: RefundSchema,
          ...problems(
            ...WRITE_PROBLEMS,
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
          ),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const created = await createRefund(gateway, {
        profile: caller.profile,
        by: { type: 'MERCHANT', grant: caller.grant },
        id: request.params.idRefund,
        body: request.body,
        impreciseNumbers: request.impreciseNumbers,
        apiVersion: Number(API_VERSION),
      })
      if (!created.ok) throw new ProblemError(created.failure)
      reply.code(201).header('location', `/refunds/${encodeURIComponent(created.value.id)}`)
      return ownRefundBody(gateway, created.value, caller)
    },
  )

  app.get<{ Params: { idRefund: string } }>(
    '/refunds/:idRefund',
    {
      ...common,
      schema: {
        ...described('readRefund', 'Read a refund'),
        params: RefundIdSchema,
        response: { 200: RefundSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const refund = await readOwnPayment(gateway, caller, 'refund', request.params.idRefund)
      return ownRefundBody(gateway, refund, caller)
    },
  )
}
