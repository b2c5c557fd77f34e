/** The payouts' endpoints: create and read. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { registerCallbackRoutes } from '../api/callbacks.ts'
import { readCaller, readOwnPayment } from '../api/caller.ts'
import { create } from '../api/create/create.ts'
import type { Gateway } from '../api/gateway.ts'
import { registerList } from '../api/lists.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { createSchema, PayoutSchema, paymentSheet, READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import { API_VERSION } from '../http/first-checks.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import { registerExplanation } from '../timeline/routes.ts'
import { registerBatchRoutes } from './batch-routes.ts'
import { PAYOUT } from './create.ts'
import { payoutBody } from './view.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS, ...PEOPLE_PROBLEMS })
const IdSchema = Type.Object({
  idPayout: Type.String({ description: 'Merchant Order ID: 1 to 64 characters of A-Z a-z 0-9 . _ ~ -' }),
})

const described = (operationId: string, summary: string) => ({
  tags: ['Payouts'],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

export function registerPayoutRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  registerList(app, gateway, bearer, {
    kind: 'payout',
    tag: 'Payouts',
    what: 'outgoing payments',
    schema: PayoutSchema,
    sheet: paymentSheet('payout'),
    body: payoutBody,
  })
  registerCallbackRoutes(app, gateway, bearer, 'payout')
  registerExplanation(app, gateway, bearer, 'payout')
  registerBatchRoutes(app, gateway, bearer)

  app.post<{ Params: { idPayout: string } }>(
    '/payouts/:idPayout',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('createPayout', 'Create an outgoing payment'),
        params: IdSchema,
        body: createSchema('payout'),
        response: {
          201: PayoutSchema,
          ...problems(
            ...WRITE_PROBLEMS,
            'ALREADY_EXISTS',
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
      const created = await create(gateway, PAYOUT, {
        ...caller,
        id: request.params.idPayout,
        body: request.body,
        impreciseNumbers: request.impreciseNumbers,
        apiVersion: Number(API_VERSION),
      })
      if (!created.ok) throw new ProblemError(created.failure)
      reply.code(201).header('location', `/payouts/${encodeURIComponent(created.value.id)}`)
      return payoutBody(created.value)
    },
  )

  app.get<{ Params: { idPayout: string } }>(
    '/payouts/:idPayout',
    {
      ...common,
      schema: {
        ...described('readPayout', 'Read an outgoing payment'),
        params: IdSchema,
        response: { 200: PayoutSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      return payoutBody(await readOwnPayment(gateway, caller, 'payout', request.params.idPayout))
    },
  )
}
