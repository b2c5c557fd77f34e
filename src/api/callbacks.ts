/**
 * What a merchant sees of the callbacks of its payments, and sending the latest again. The same for payins and payouts. Operators
 * see the beginning of each answer besides; a merchant never does (`callbacks/reading.ts` says why).
 */

import type { onRequestHookHandler } from 'fastify'
import { type TOptional, type TString, Type } from 'typebox'
import {
  CALLBACK_STATES,
  type CallbackState,
  ownAttempt,
  readCallbacks,
  redeliver,
} from '../callbacks/reading.ts'
import type { SqlCall } from '../database/port.ts'
import { ID_NAMES, type PaymentKind } from '../foundation/identifiers.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import type { Payment } from '../payments/model.ts'
import type { AnswerOf } from './answers.ts'
import { readCaller, readOwnPayment } from './caller.ts'
import type { Gateway } from './gateway.ts'
import { PAYMENT_PROBLEMS, paymentProblem } from './problems.ts'
import { READ_PROBLEMS } from './schemas.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS })
const instant = () => Type.String({ format: 'date-time' })

const callbackWith = (more: Readonly<Record<string, TOptional<TString>>>) =>
  Type.Object({
    sequence: Type.Integer({ description: "Counts the payment's callbacks from 1." }),
    status: Type.String({ description: 'What the payment had become.' }),
    at: instant(),
    state: Type.Unsafe<CallbackState>(
      Type.Union(
        CALLBACK_STATES.map((state) => Type.Literal(state)),
        { description: 'SUPERSEDED: a newer one took its place. ENDED: the receiver answered 410.' },
      ),
    ),
    nextAttemptAt: Type.Optional(instant()),
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer(),
        at: instant(),
        outcome: Type.String(),
        httpStatus: Type.Optional(
          Type.Integer({ description: 'What the receiver answered; left out where there was no answer.' }),
        ),
        durationMs: Type.Optional(Type.Integer()),
        ...more,
      }),
    ),
  })

/** For operators. */
export const CallbackSchema = callbackWith({
  answer: Type.Optional(Type.String({ description: 'The first 1 KiB, or why there was none.' })),
})
const OwnCallbackSchema = callbackWith({
  problem: Type.Optional(Type.String({ description: 'Why there was no answer.' })),
})
export const RedeliveredSchema = Type.Object(
  {
    sequence: Type.Integer({ description: 'Of the callback that is sent again.' }),
  },
  { description: 'It will be sent again.' },
)

/** @throws ProblemError 409 where nothing was announced yet */
/** @param notes written where there is something to send */
export async function redeliverLatest(
  gateway: Gateway,
  payment: Payment,
  notes: readonly SqlCall[] = [],
): Promise<{ sequence: number }> {
  const sequence = await redeliver(gateway.database, payment, gateway.deps.clock.now(), notes)
  if (sequence === undefined) {
    throw new ProblemError(
      paymentProblem('INVALID_STATE', `Nothing was announced of this ${payment.kind} yet.`),
    )
  }
  gateway.wakeDelivery()
  return { sequence }
}

export function registerCallbackRoutes(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  kind: PaymentKind,
): void {
  const idName = ID_NAMES[kind]
  const path = `/${kind}s/:${idName}/callbacks`
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const described = (summary: string) => ({
    tags: ['Callbacks'],
    summary,
    security: [{ bearer: [] }],
    params: Type.Object({ [idName]: Type.String({ description: 'Merchant Order ID.' }) }),
  })
  const own = async (request: Parameters<typeof readCaller>[1], params: Readonly<Record<string, string>>) =>
    readOwnPayment(gateway, await readCaller(gateway, request), kind, params[idName] ?? '')

  app.get<{
    Params: Readonly<Record<string, string>>
    Reply: { readonly data: readonly AnswerOf<typeof OwnCallbackSchema>[] }
  }>(
    path,
    {
      ...common,
      schema: {
        ...described(`List the callbacks of a ${kind} with their attempts`),
        response: {
          200: Type.Object({ data: Type.Array(OwnCallbackSchema) }),
          ...problems(...READ_PROBLEMS),
        },
      },
    },
    async (request) => {
      const payment = await own(request, request.params)
      const callbacks = await readCallbacks(gateway.database, payment.merchantId, payment.key)
      return { data: callbacks.map((each) => ({ ...each, attempts: each.attempts.map(ownAttempt) })) }
    },
  )

  app.post<{ Params: Readonly<Record<string, string>>; Reply: AnswerOf<typeof RedeliveredSchema> }>(
    `${path}/!redeliver`,
    {
      ...common,
      schema: {
        ...described(`Send the latest callback of a ${kind} again`),
        response: { 202: RedeliveredSchema, ...problems(...READ_PROBLEMS, 'INVALID_STATE') },
      },
    },
    async (request, reply) => {
      const payment = await own(request, request.params)
      reply.code(202)
      return redeliverLatest(gateway, payment)
    },
  )
}
