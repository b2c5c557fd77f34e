/** The processors that this node has, with their health, and a payment taken back from the one that has it. */
import { Type } from 'typebox'
import { changeId } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { undecidedProblem } from '../../intake/problems.ts'
import type { Payment } from '../../payments/model.ts'
import { ended } from '../../payments/plans.ts'
import { cancelInTime } from '../../processors/cancelling.ts'
import { openContradiction } from '../../processors/contradiction.ts'
import { operatorOfRequest } from '../authorize.ts'
import { type AdminContext, auditFirst, auditLine, described, instant, refuse } from '../context.ts'
import { paymentLine } from '../payments/history.ts'
import {
  PAYMENT_PARAMS,
  PaymentLineSchema,
  type PaymentParams,
  paymentOf,
  paymentPath,
} from '../payments/routes.ts'
import { adminProblem } from '../problems.ts'

const ProcessorSchema = Type.Object({
  name: Type.String(),
  forTests: Type.Boolean({ description: 'Serves test merchants and nobody else.' }),
  healthy: Type.Boolean({ description: 'As this node sees it.' }),
  since: instant('Of the present state.'),
  detail: Type.String(),
})

const CancellationSchema = Type.Object({
  ...PaymentLineSchema.properties,
  cancellation: Type.Union([Type.Literal('CANCELLED'), Type.Literal('LATER'), Type.Literal('UNKNOWN')], {
    description:
      'CANCELLED: the payment is REFUSED now. LATER: the processor will tell. UNKNOWN: it did not answer; it is still asked.',
  }),
})

export function registerProcessorRoutes(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Reply: unknown }>(
    '/admin/processors',
    described(context, {
      role: 'VIEWER',
      summary: 'List the processors with their health, in the order in which they are asked',
      answers: { 200: Type.Object({ data: Type.Array(ProcessorSchema) }) },
    }),
    async () => ({
      data: Array.from(gateway.processors.values(), (processor) => {
        const { healthy, since, detail } = processor.health()
        return { name: processor.name, forTests: processor.forTests, healthy, since: isoTime(since), detail }
      }),
    }),
  )

  app.post<{ Params: PaymentParams; Reply: unknown }>(
    '/admin/payments/:merchantCode/:kind/:id/!cancel',
    described(context, {
      role: 'OPERATOR',
      summary: 'Take an open payment back from its processor, if it is not too late',
      params: PAYMENT_PARAMS,
      answers: { 200: CancellationSchema, 202: CancellationSchema },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const payment = await paymentOf(context, request.params)
      const audit = auditLine(gateway, request, {
        action: 'payment.cancel',
        subject: `payment ${paymentPath(payment)}`,
        detail: { processor: payment.processor },
      })
      const answer = await cancel(context, payment, () => auditFirst(gateway, audit))
      if (answer === 'cancelled') await close(context, payment, operatorOfRequest(request).name)
      else reply.code(202)
      return {
        ...paymentLine(await paymentOf(context, request.params)),
        cancellation: answer === undefined ? 'UNKNOWN' : answer === 'later' ? 'LATER' : 'CANCELLED',
      }
    },
  )
}

/** @throws ProblemError 409 where it cannot be */
async function cancel({ gateway }: AdminContext, payment: Payment, note: () => Promise<void>) {
  const processor = gateway.processors.get(payment.processor)
  if (payment.status !== 'PENDING') {
    const why = payment.status === 'NEW' ? 'Its processor has not answered yet.' : 'It is over.'
    throw notPossible(`A ${payment.kind} that is ${payment.status} cannot be cancelled. ${why}`)
  }
  if (!processor?.cancel) throw notPossible(`The processor ${payment.processor} can take nothing back.`)
  await note()
  const answer = await cancelInTime(gateway.deps, processor, payment)
  if (answer === 'too-late') throw notPossible('It is too late: the money may have moved.')
  return answer
}

async function close({ gateway: { journal, deps } }: AdminContext, payment: Payment, operator: string) {
  const at = deps.clock.now()
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: payment.merchantId,
    at,
    actor: `operator:${operator}`,
    claims: [],
    claimKey: undefined,
    subject: {
      type: 'move',
      kind: payment.kind,
      id: payment.id,
      decide: (now) => ended(now, 'REFUSED', 'CANCELLED', at),
    },
  })
  if (outcome.type === 'refused' && outcome.refusal !== 'REPEATED') {
    // It has told of money in the meantime, and says now that none can move.
    await openContradiction(
      { journal, deps },
      {
        payment,
        processor: payment.processor,
        contradiction: { reason: 'REJECTED_AFTER_SUCCESS', detail: { said: 'cancelled' } },
      },
    )
    throw notPossible('News of it came first: it is over.')
  }
  if (outcome.type === 'shed' || outcome.type === 'unavailable' || outcome.type === 'unknown')
    throw refuse(undecidedProblem(outcome))
}

const notPossible = (detail: string) => refuse(adminProblem('INVALID_STATE', detail))
