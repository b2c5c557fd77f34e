/** The processors of this node with their health, and cancelling a payment at its processor. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { changeId, isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { undecidedProblem } from '../../api/problems.ts'
import { ended } from '../../payments/plans.ts'
import { cancelInTime } from '../../processing/cancelling.ts'
import { openContradiction } from '../../processing/contradiction.ts'
import { fingerprintOf } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { instant, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { PAYMENT_PARAMS, PaymentLineSchema, paymentOf, paymentPath } from '../payments/endpoints.ts'
import { paymentLine } from '../payments/history.ts'
import { adminProblem } from '../problems.ts'

const ProcessorSchema = Type.Object({
  name: Type.String(),
  forTests: Type.Boolean({ description: 'Whether it serves only test merchants.' }),
  healthy: Type.Boolean({ description: 'The health as seen by this node.' }),
  since: instant('Since when it has this state.'),
  detail: Type.String(),
})

const CancellationSchema = Type.Object({
  ...PaymentLineSchema.properties,
  cancellation: choice(['CANCELLED', 'LATER', 'UNKNOWN'], {
    description:
      'CANCELLED: the payment is now REFUSED. LATER: the processor will report the result. UNKNOWN: it did not answer; status inquiries continue.',
  }),
})

const list = endpoint({
  route: 'GET /admin/processors',
  role: 'VIEWER',
  summary: 'List the processors with their health, in routing order',
  answers: { 200: Type.Object({ data: Type.Array(ProcessorSchema) }) },
  async handle(call) {
    const { gateway } = call.backOffice
    return {
      data: Array.from(gateway.processors.values(), (processor) => {
        const { healthy, since, detail } = processor.health()
        return { name: processor.name, forTests: processor.forTests, healthy, since: isoTime(since), detail }
      }),
    }
  },
})

type Cancellation = 'CANCELLED' | 'LATER' | 'UNKNOWN'

const cancelPayment = endpoint({
  route: 'POST /admin/payments/:merchantCode/:kind/:id/!cancel',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: 'Cancel an open payment at its processor, if it is not too late',
  params: PAYMENT_PARAMS,
  answers: { 200: CancellationSchema, 202: CancellationSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  // A payin has received nothing yet, and money that arrives later becomes a case.
  operations: ['payment.cancel'],
  async operation({ backOffice, params }) {
    const payment = await paymentOf(backOffice, params)
    const { kind, id, isTest, merchantId, money, processor } = payment
    cancellable(backOffice, payment)
    if (isTest || !isOutgoing(kind)) return undefined
    const summary = `Cancel ${kind} ${id} of ${merchantId}, ${moneyWords(money)}, at ${processor}; the money returns to the merchant`
    return { operation: 'payment.cancel', money, summary, about: fingerprintOf(payment.key, processor) }
  },
  async handle(call) {
    const { backOffice, params, operator } = call
    const payment = await paymentOf(backOffice, params)
    const operation = {
      action: 'payment.cancel',
      subject: `payment ${paymentPath(payment)}`,
      detail: { processor: payment.processor },
    }
    const answer = await cancel(backOffice, payment)
    const isNoted =
      answer === 'cancelled' && (await close(backOffice, payment, operator.name, call.alongside(operation)))
    if (!isNoted) await call.note(operation)
    const cancellation: Cancellation =
      answer === undefined ? 'UNKNOWN' : answer === 'later' ? 'LATER' : 'CANCELLED'
    return { ...paymentLine(await paymentOf(backOffice, params)), cancellation }
  },
  status: ({ cancellation }) => (cancellation === 'CANCELLED' ? 200 : 202),
})

/** The processor that can cancel it. @throws ProblemError 409 if none can */
function cancellable({ gateway }: BackOffice, payment: Payment): Processor {
  const processor = gateway.processors.get(payment.processor)
  if (payment.status !== 'PENDING') {
    const why = payment.status === 'NEW' ? 'Its processor has not answered yet.' : 'It is final.'
    throw notPossible(`A ${payment.kind} that is ${payment.status} cannot be cancelled. ${why}`)
  }
  if (!processor?.cancel) throw notPossible(`The processor ${payment.processor} cannot cancel payments.`)
  return processor
}

/** @throws ProblemError 409 if it cannot be cancelled */
async function cancel(backOffice: BackOffice, payment: Payment) {
  const answer = await cancelInTime(backOffice.gateway.deps, cancellable(backOffice, payment), payment)
  if (answer === 'too-late') throw notPossible('It is too late: the money may have moved.')
  return answer
}

/**
 * @returns whether `alongside` was written in the same commit; not if the processor has reported it meanwhile
 * @throws ProblemError 409 if it has ended otherwise
 */
async function close(
  { gateway: { journal, deps } }: BackOffice,
  payment: Payment,
  operator: string,
  alongside: readonly SqlCall[],
): Promise<boolean> {
  const at = deps.clock.now()
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: payment.merchantId,
    at,
    actor: `operator:${operator}`,
    claims: [],
    claimKey: undefined,
    alongside,
    subject: {
      type: 'move',
      kind: payment.kind,
      id: payment.id,
      decide: (now) => ended(now, 'REFUSED', 'CANCELLED', at),
    },
  })
  if (outcome.type === 'refused' && outcome.refusal !== 'REPEATED') {
    // The processor has reported money meanwhile, and now says that none can move.
    await openContradiction(
      { journal, deps },
      {
        payment,
        processor: payment.processor,
        contradiction: { reason: 'REJECTED_AFTER_SUCCESS', detail: { said: 'cancelled' } },
      },
    )
    throw notPossible('A status update arrived first, and it is final.')
  }
  if (outcome.type === 'shed' || outcome.type === 'unavailable' || outcome.type === 'unknown')
    throw refuse(undecidedProblem(outcome))
  return outcome.type === 'done'
}

const notPossible = (detail: string) => refuse(adminProblem('INVALID_STATE', detail))

export const PROCESSOR_ENDPOINTS = [list, cancelPayment]
