/**
 * Acting as the sandbox's payer and bank: what becomes of a test payment that waits.
 *
 * The act is a report of the sandbox, so it takes the same way as any processor's news. Live payments have no such door:
 * they read as if they did not exist.
 */
import { Type } from 'typebox'
import type { Payment } from '../../payments/model.ts'
import { SANDBOX } from '../../payments/processor-names.ts'
import { isOpen } from '../../payments/transitions.ts'
import type { Report, ReportAnswer } from '../../processors/port.ts'
import { sandboxReport, successNews } from '../../processors/sandbox/sandbox.ts'
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

type ActName = 'succeed' | 'refuse' | 'fail' | 'expire'

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
  summary: 'Sandbox: it could not be done',
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
  succeed: 'Sandbox: the money arrives, or the payout is delivered',
  refuse: 'Sandbox: the customer or the bank refuses',
  expire: "Sandbox: the payin's time is over",
} as const

const others = (['succeed', 'refuse', 'expire'] as const).map((act) =>
  endpoint({
    route: `POST /admin/sandbox/:merchantCode/:kind/:id/!${act}`,
    role: 'OPERATOR',
    summary: SUMMARIES[act],
    params: PAYMENT_PARAMS,
    answers: { 200: PaymentLineSchema },
    problems: ['NOT_FOUND', 'INVALID_STATE'],
    async handle(call) {
      const payment = await sandboxPayment(call)
      return take(call, payment, act, newsOf(act, payment))
    },
  }),
)

type SandboxCall = Pick<Call<PaymentParams, unknown, unknown>, 'office' | 'operator' | 'params' | 'alongside'>

/** @throws ProblemError 404 */
async function sandboxPayment({ office, params }: SandboxCall): Promise<Payment> {
  const payment = await paymentOf(office, params)
  if (!payment.isTest || payment.processor !== SANDBOX) throw notFound('payment in the sandbox')
  return payment
}

async function take(call: SandboxCall, payment: Payment, act: ActName, news: Report['news']) {
  if (!isPossible(act, payment)) throw notAllowed(act, payment)
  const { office, params, operator } = call
  const noted = call.alongside({
    action: `sandbox.${act}`,
    subject: `payment ${paymentPath(payment)}`,
    detail: news.type === 'failed' ? { failureReasonCode: news.failureReason } : {},
  })
  const { reports, deps } = office.gateway
  const report = {
    ...sandboxReport(payment, news, deps.clock.now()),
    actor: `operator:${operator.name}` as const,
  }
  const answer = await reports.take(report, noted)
  if (answer !== 'applied' && answer !== 'repeated') throw refused(act, payment, answer)
  return paymentLine(await paymentOf(office, params))
}

function newsOf(act: Exclude<ActName, 'fail'>, payment: Payment): Report['news'] {
  switch (act) {
    case 'succeed':
      return successNews(payment)
    case 'refuse':
      return { type: 'refused', reason: 'REFUSED_IN_SANDBOX' }
    case 'expire':
      return { type: 'expired' }
  }
}

/** Money for a payment that is over would open a case: an operator who clicks too late means no such thing. */
function isPossible(act: ActName, { kind, status }: Payment): boolean {
  if (act === 'expire') return kind === 'payin' && isOpen(status)
  return isOpen(status) || (act === 'succeed' && kind === 'payin' && status === 'EXPIRED')
}

const notAllowed = (act: ActName, { kind, status }: Payment) =>
  refuse(adminProblem('INVALID_STATE', `A ${kind} that is ${status} cannot ${act}.`))

function refused(act: ActName, payment: Payment, answer: ReportAnswer) {
  if (answer !== 'not-now') return notAllowed(act, payment)
  const detail =
    'This payin cannot complete without its external reference. Set it first: ' +
    `POST /payins/${encodeURIComponent(payment.id)}/!setExternalReference.`
  return refuse(adminProblem('INVALID_STATE', detail))
}

export const SANDBOX_ENDPOINTS = [...others, fail]
