/** The merchants' explanation of their own payment, the same for every kind. */
import { Type } from 'typebox'
import { readOwnPayment } from '../api/caller.ts'
import { type AnyCall, endpoint } from '../api/endpoint.ts'
import { explain } from './explain.ts'
import { readSnapshot } from './read-snapshot.ts'
import { explanationBody, OwnExplanationSchema } from './views.ts'

const explaining = <Kind extends 'payin' | 'payout' | 'refund'>(kind: Kind) =>
  ({
    summary: `Explain the status of a ${kind}`,
    description: 'What happened, why, who has to act, and what comes next: in sentences and as data.',
    answers: { 200: OwnExplanationSchema },
    problems: ['NOT_FOUND'],
  }) as const

const OwnId = Type.String({ description: 'Merchant Order ID.' })

async function explained({ gateway, caller }: AnyCall, kind: 'payin' | 'payout' | 'refund', id: string) {
  const payment = await readOwnPayment(gateway, caller, kind, id)
  const snapshot = await readSnapshot(gateway.database, payment)
  return explanationBody(payment, explain(snapshot, 'merchant'))
}

export const EXPLAIN_PAYIN = endpoint({
  ...explaining('payin'),
  route: 'GET /payins/:idPayin/explanation',
  tag: 'Payins',
  operationId: 'explainPayin',
  params: { idPayin: OwnId },
  handle: (call) => explained(call, 'payin', call.params.idPayin),
})

export const EXPLAIN_PAYOUT = endpoint({
  ...explaining('payout'),
  route: 'GET /payouts/:idPayout/explanation',
  tag: 'Payouts',
  operationId: 'explainPayout',
  params: { idPayout: OwnId },
  handle: (call) => explained(call, 'payout', call.params.idPayout),
})

export const EXPLAIN_REFUND = endpoint({
  ...explaining('refund'),
  route: 'GET /refunds/:idRefund/explanation',
  tag: 'Refunds',
  operationId: 'explainRefund',
  params: { idRefund: OwnId },
  handle: (call) => explained(call, 'refund', call.params.idRefund),
})
