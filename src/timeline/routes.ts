/** The merchants' explanation of a payment of their own. The same for every kind. */

import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { AnswerOf } from '../api/answers.ts'
import { readCaller, readOwnPayment } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { ID_NAMES, type PaymentKind } from '../foundation/identifiers.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import { explain } from './explain.ts'
import { readSnapshot } from './read-snapshot.ts'
import { explanationBody, OwnExplanationSchema } from './views.ts'

/** Those that merchants make. */
type OwnKind = Exclude<PaymentKind, 'settlement'>
const ABOUT: Readonly<Record<OwnKind, { readonly tag: string; readonly operationId: string }>> = {
  payin: { tag: 'Payins', operationId: 'explainPayin' },
  payout: { tag: 'Payouts', operationId: 'explainPayout' },
  refund: { tag: 'Refunds', operationId: 'explainRefund' },
}

export function registerExplanation(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  kind: OwnKind,
): void {
  const { tag, operationId } = ABOUT[kind]
  const idName = ID_NAMES[kind]
  app.get<{ Params: Readonly<Record<string, string>>; Reply: AnswerOf<typeof OwnExplanationSchema> }>(
    `/${kind}s/:${idName}/explanation`,
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: [tag],
        operationId,
        summary: `Explain where a ${kind} stands`,
        description: 'What happened, why, who has to act, and what comes next: in sentences and as data.',
        security: [{ bearer: [] }],
        params: Type.Object({ [idName]: Type.String({ description: 'Merchant Order ID.' }) }),
        response: { 200: OwnExplanationSchema, ...problemResponses(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const payment = await readOwnPayment(gateway, caller, kind, request.params[idName] ?? '')
      const snapshot = await readSnapshot(gateway.database, payment)
      return explanationBody(payment, explain(snapshot, 'merchant'))
    },
  )
}
