/**
 * Acting as the sandbox's payer and bank: what becomes of a test payment that waits.
 *
 * The act is a report of the sandbox, so it takes the same way as any processor's news. Live payments have no such door:
 * they read as if they did not exist.
 */
import { Type } from 'typebox'
import { isObject } from '../../intake/requests.ts'
import type { Payment } from '../../payments/model.ts'
import { isOpen } from '../../payments/transitions.ts'
import type { Report, ReportAnswer } from '../../processors/port.ts'
import { SANDBOX, sandboxReport, successNews } from '../../processors/sandbox/sandbox.ts'
import { operatorOfRequest } from '../authorize.ts'
import { type AdminContext, auditFirst, auditLine, described, invalid, notFound, refuse } from '../context.ts'
import { paymentLine } from '../payments/history.ts'
import {
  PAYMENT_PARAMS,
  PaymentLineSchema,
  type PaymentParams,
  paymentOf,
  paymentPath,
} from '../payments/routes.ts'
import { adminProblem } from '../problems.ts'

const ACTS = ['succeed', 'refuse', 'fail', 'expire'] as const
type ActName = (typeof ACTS)[number]

const SUMMARIES: Readonly<Record<ActName, string>> = {
  succeed: 'Sandbox: the money arrives, or the payout is delivered',
  refuse: 'Sandbox: the customer or the bank refuses',
  fail: 'Sandbox: it could not be done',
  expire: "Sandbox: the payin's time is over",
}

const REASON_CODE = /^[A-Z][A-Z0-9_]{0,63}$/
const DEFAULT_REASON = 'PROCESSOR_ERROR'

export function registerSandboxRoutes(context: AdminContext): void {
  for (const act of ACTS) registerAct(context, act)
}

function registerAct(context: AdminContext, act: ActName): void {
  const { gateway } = context
  const takesReason = act === 'fail'
  const options = described(context, {
    role: 'OPERATOR',
    summary: SUMMARIES[act],
    params: PAYMENT_PARAMS,
    ...(takesReason && {
      body: Type.Object({ failureReasonCode: Type.Optional(Type.String({ default: DEFAULT_REASON })) }),
    }),
    answers: { 200: PaymentLineSchema },
    problems: ['NOT_FOUND', 'INVALID_STATE'],
  })
  context.app.post<{ Params: PaymentParams; Body: unknown; Reply: unknown }>(
    `/admin/sandbox/:merchantCode/:kind/:id/!${act}`,
    { ...options, config: { ...options.config, bodyRequired: false } },
    async (request) => {
      const payment = await paymentOf(context, request.params)
      if (!payment.isTest || payment.processor !== SANDBOX) throw notFound('payment in the sandbox')
      const news = newsOf(act, payment, takesReason ? request.body : undefined)
      if (!isPossible(act, payment)) throw notAllowed(act, payment)
      const audit = auditLine(gateway, request, {
        action: `sandbox.${act}`,
        subject: `payment ${paymentPath(payment)}`,
        detail: news.type === 'failed' ? { failureReasonCode: news.failureReason } : {},
      })
      await auditFirst(gateway, audit)
      const answer = await gateway.reports.take({
        ...sandboxReport(payment, news, gateway.deps.clock.now()),
        actor: `operator:${operatorOfRequest(request).name}`,
      })
      if (answer !== 'applied' && answer !== 'repeated') throw refused(act, payment, answer)
      return paymentLine(await paymentOf(context, request.params))
    },
  )
}

function newsOf(act: ActName, payment: Payment, body: unknown): Report['news'] {
  switch (act) {
    case 'succeed':
      return successNews(payment)
    case 'refuse':
      return { type: 'refused', reason: 'REFUSED_IN_SANDBOX' }
    case 'fail':
      return { type: 'failed', failureReason: reasonOf(body) }
    case 'expire':
      return { type: 'expired' }
  }
}

function reasonOf(body: unknown): string {
  if (body === undefined) return DEFAULT_REASON
  if (!isObject(body)) throw invalid('', 'WRONG_TYPE', 'must be a JSON object')
  const { failureReasonCode = DEFAULT_REASON } = body
  if (typeof failureReasonCode === 'string' && REASON_CODE.test(failureReasonCode)) return failureReasonCode
  throw invalid(
    '/failureReasonCode',
    'INVALID_FORMAT',
    'must be 1 to 64 of A-Z, 0-9 and _, such as ACCOUNT_INVALID',
  )
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
