/**
 * What a merchant sees of its payments' callbacks, and sending the latest again. The same for payins and payouts.
 * Operators also see the beginning of each response; a merchant never does (`callbacks/reading.ts` says why).
 */
import { PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { type TOptional, type TString, Type } from 'typebox'
import {
  CALLBACK_STATES,
  type CallbackState,
  ownAttempt,
  readCallbacks,
  redeliver,
} from '../callbacks/reading.ts'
import { choice } from '../http/choice.ts'
import { ProblemError } from '../http/problems.ts'
import type { PersonRule } from '../merchants/person-rules.ts'
import { readOwnPayment } from './caller.ts'
import { type AnyCall, endpoint } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import { paymentProblem } from './problems.ts'

const instant = () => Type.String({ format: 'date-time' })

/** What a waiting callback waits for. */
export const WAIT = {
  nextAttemptAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When the next attempt is due. Absent while it waits for another callback.',
    }),
  ),
  waitsFor: Type.Optional(
    Type.Object(
      {
        kind: choice(PAYMENT_KINDS),
        id: Type.String({ description: 'Merchant Order ID of its payment.' }),
        sequence: Type.Integer({ description: 'Its sequence number.' }),
      },
      {
        description:
          'The callback that must be delivered or given up first: an earlier one of the same payment or, for a refund, one of its payin.',
      },
    ),
  ),
}

const callbackWith = <More extends Readonly<Record<string, TOptional<TString>>>>(more: More) =>
  Type.Object({
    sequence: Type.Integer({ description: 'Sequence number of the callback within the payment, from 1.' }),
    status: Type.String({ description: 'The status of the payment that it reports.' }),
    at: instant(),
    state: Type.Unsafe<CallbackState>(
      Type.Union(
        CALLBACK_STATES.map((state) => Type.Literal(state)),
        { description: 'SUPERSEDED: a newer callback replaced it. ENDED: the receiver answered 410.' },
      ),
    ),
    ...WAIT,
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer(),
        at: instant(),
        outcome: Type.String(),
        httpStatus: Type.Optional(
          Type.Integer({
            description: 'The HTTP status that the receiver answered; absent without a response.',
          }),
        ),
        durationMs: Type.Optional(Type.Integer()),
        ...more,
      }),
    ),
  })

/** For operators. */
export const CallbackSchema = callbackWith({
  answer: Type.Optional(
    Type.String({ description: 'The first 1 KiB of the response, or the reason why there was none.' }),
  ),
})
const OwnCallbackSchema = callbackWith({
  problem: Type.Optional(Type.String({ description: 'Why there was no response.' })),
})
export const RedeliveredSchema = Type.Object(
  {
    sequence: Type.Integer({ description: 'Sequence number of the callback that is resent.' }),
  },
  { description: 'The callback will be resent.' },
)

/** What a merchant's people need in order to have callbacks sent again. */
export const SEND_AGAIN: PersonRule = {
  why: 'AGAIN',
  can: 'resend callbacks',
  worst: "The merchant's server receives the same callback twice.",
}

type OwnKind = 'payin' | 'payout' | 'refund'

/** @throws ProblemError 409 if nothing was announced yet. @param notes written if there is something to send */
export async function redeliverLatest(
  gateway: Gateway,
  payment: Payment,
  notes: readonly SqlCall[] = [],
): Promise<{ sequence: number }> {
  const sequence = await redeliver(gateway.database, payment, gateway.deps.clock.now(), notes)
  if (sequence === undefined) {
    throw new ProblemError(paymentProblem('INVALID_STATE', `This ${payment.kind} has no callback yet.`))
  }
  gateway.wakeDelivery()
  return { sequence }
}

const list = <Kind extends OwnKind>(kind: Kind) =>
  ({
    tag: 'Callbacks',
    summary: `List the callbacks of a ${kind} with their attempts`,
    answers: { 200: Type.Object({ data: Type.Array(OwnCallbackSchema) }) },
    problems: ['NOT_FOUND'],
  }) as const

async function callbacksOf(call: AnyCall, kind: OwnKind, id: string) {
  const { database } = call.gateway
  const payment = await readOwnPayment(call.gateway, call.caller, kind, id)
  const callbacks = await readCallbacks(database, payment.merchantId, payment.key)
  return { data: callbacks.map((each) => ({ ...each, attempts: each.attempts.map(ownAttempt) })) }
}

const again = <Kind extends OwnKind>(kind: Kind) =>
  ({
    tag: 'Callbacks',
    summary: `Resend the latest callback of a ${kind}`,
    person: SEND_AGAIN,
    answers: { 202: RedeliveredSchema },
    problems: ['NOT_FOUND', 'INVALID_STATE'],
  }) as const

const sendAgain = async (call: AnyCall, kind: OwnKind, id: string) =>
  redeliverLatest(call.gateway, await readOwnPayment(call.gateway, call.caller, kind, id))

const OwnId = Type.String({ description: 'Merchant Order ID.' })

export const CALLBACK_ENDPOINTS = {
  payin: [
    endpoint({
      ...list('payin'),
      route: 'GET /payins/:idPayin/callbacks',
      params: { idPayin: OwnId },
      handle: (call) => callbacksOf(call, 'payin', call.params.idPayin),
    }),
    endpoint({
      ...again('payin'),
      route: 'POST /payins/:idPayin/callbacks/!redeliver',
      params: { idPayin: OwnId },
      handle: (call) => sendAgain(call, 'payin', call.params.idPayin),
    }),
  ],
  payout: [
    endpoint({
      ...list('payout'),
      route: 'GET /payouts/:idPayout/callbacks',
      params: { idPayout: OwnId },
      handle: (call) => callbacksOf(call, 'payout', call.params.idPayout),
    }),
    endpoint({
      ...again('payout'),
      route: 'POST /payouts/:idPayout/callbacks/!redeliver',
      params: { idPayout: OwnId },
      handle: (call) => sendAgain(call, 'payout', call.params.idPayout),
    }),
  ],
  refund: [
    endpoint({
      ...list('refund'),
      route: 'GET /refunds/:idRefund/callbacks',
      params: { idRefund: OwnId },
      handle: (call) => callbacksOf(call, 'refund', call.params.idRefund),
    }),
    endpoint({
      ...again('refund'),
      route: 'POST /refunds/:idRefund/callbacks/!redeliver',
      params: { idRefund: OwnId },
      handle: (call) => sendAgain(call, 'refund', call.params.idRefund),
    }),
  ],
} as const
