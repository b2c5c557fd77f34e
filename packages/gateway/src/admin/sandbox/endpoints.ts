/**
 * Acts as the sandbox's payer and bank: decides what becomes of a test payment that waits.
 *
 * Each operation is a status update of the sandbox, processed like any processor's. For live payments the answer is the
 * same as for unknown ones.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import type { StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import { Type } from 'typebox'
import { SANDBOX } from '../../payments/processor-names.ts'
import { sandboxStatusUpdate, successStatusChange } from '../../processors/sandbox/sandbox.ts'
import { notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { formed } from '../fields.ts'
import {
  PAYMENT_PARAMS,
  PaymentLineSchema,
  type PaymentParams,
  paymentOf,
  paymentPath,
} from '../payments/endpoints.ts'
import { paymentLine } from '../payments/history.ts'
import { adminProblem } from '../problems.ts'

type ActionName = 'succeed' | 'refuse' | 'fail' | 'expire'

const DEFAULT_REASON = 'PROCESSOR_ERROR'

const Failure = Type.Object({
  failureReasonCode: Type.Optional(
    formed(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be 1 to 64 of A-Z, 0-9 and _, such as ACCOUNT_INVALID', {
      default: DEFAULT_REASON,
    }),
  ),
})

const fail = endpoint({
  route: 'POST /admin/sandbox/:merchantCode/:kind/:id/!fail',
  role: 'OPERATOR',
  summary: 'Sandbox: the payment fails',
  params: PAYMENT_PARAMS,
  body: Failure,
  example: { failureReasonCode: 'ACCOUNT_INVALID' },
  bodyOptional: true,
  answers: { 200: PaymentLineSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const payment = await sandboxPayment(call)
    const { failureReasonCode: failureReason = DEFAULT_REASON } = call.body()
    return take(call, payment, 'fail', { type: 'failed', failureReason })
  },
})

const SUMMARIES = {
  succeed: 'Sandbox: the money arrives or the payout is delivered',
  refuse: 'Sandbox: the customer or the bank refuses the payment',
  expire: 'Sandbox: the payin expires',
} as const

const others = (['succeed', 'refuse', 'expire'] as const).map((action) =>
  endpoint({
    route: `POST /admin/sandbox/:merchantCode/:kind/:id/!${action}`,
    role: 'OPERATOR',
    summary: SUMMARIES[action],
    params: PAYMENT_PARAMS,
    answers: { 200: PaymentLineSchema },
    problems: ['NOT_FOUND', 'INVALID_STATE'],
    async handle(call) {
      const payment = await sandboxPayment(call)
      return take(call, payment, action, statusChangeOf(action, payment))
    },
  }),
)

type SandboxCall = Pick<
  Call<PaymentParams, unknown, unknown>,
  'backOffice' | 'operator' | 'params' | 'alongside'
>

/** @throws ProblemError 404 */
async function sandboxPayment({ backOffice, params }: SandboxCall): Promise<Payment> {
  const payment = await paymentOf(backOffice, params)
  if (!payment.isTest || payment.processor !== SANDBOX) throw notFound('payment in the sandbox')
  return payment
}

async function take(
  call: SandboxCall,
  payment: Payment,
  action: ActionName,
  statusChange: StatusUpdate['statusChange'],
) {
  if (!isPossible(action, payment)) throw notAllowed(action, payment)
  const { backOffice, params, operator } = call
  const noted = call.alongside({
    action: `sandbox.${action}`,
    subject: `payment ${paymentPath(payment)}`,
    detail: statusChange.type === 'failed' ? { failureReasonCode: statusChange.failureReason } : {},
  })
  const { statusUpdates, deps } = backOffice.gateway
  const statusUpdate = {
    ...sandboxStatusUpdate(payment, statusChange, deps.clock.now()),
    actor: `operator:${operator.name}` as const,
  }
  const answer = await statusUpdates.take(statusUpdate, noted)
  if (answer !== 'applied' && answer !== 'repeated') throw refused(action, payment, answer)
  return paymentLine(await paymentOf(backOffice, params))
}

function statusChangeOf(action: Exclude<ActionName, 'fail'>, payment: Payment): StatusUpdate['statusChange'] {
  switch (action) {
    case 'succeed':
      return successStatusChange(payment)
    case 'refuse':
      return { type: 'refused', reason: 'REFUSED_IN_SANDBOX' }
    case 'expire':
      return { type: 'expired' }
  }
}

/** Money for an ended payment would open a case, which an operator who clicks too late does not want. */
function isPossible(action: ActionName, { kind, status }: Payment): boolean {
  if (action === 'expire') return kind === 'payin' && isOpen(status)
  return isOpen(status) || (action === 'succeed' && kind === 'payin' && status === 'EXPIRED')
}

const notAllowed = (action: ActionName, { kind, status }: Payment) =>
  refuse(adminProblem('INVALID_STATE', `A ${kind} that is ${status} cannot ${action}.`))

function refused(action: ActionName, payment: Payment, answer: StatusUpdateAnswer) {
  if (answer !== 'not-now') return notAllowed(action, payment)
  const detail =
    'This payin cannot complete without its external reference. Set it first: ' +
    `POST /payins/${encodeURIComponent(payment.id)}/!setExternalReference.`
  return refuse(adminProblem('INVALID_STATE', detail))
}

export const SANDBOX_ENDPOINTS = [...others, fail]
