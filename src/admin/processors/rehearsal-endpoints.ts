/** Which processor would accept a payment, with every processor's reason; see `api/rehearsal.ts`. */

import { Type } from 'typebox'
import { rehearse } from '../../api/rehearsal.ts'
import { PAYIN } from '../../payins/create.ts'
import { PAYOUT } from '../../payouts/create.ts'
import { DECLINE_REASONS } from '../../processing/port.ts'
import { merchantOf, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { anyObject } from '../fields.ts'
import { PAYMENT_PARAMS } from '../payments/endpoints.ts'

const { merchantCode, kind } = PAYMENT_PARAMS

const FaultSchema = Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() })

const RehearsalSchema = Type.Object({
  takers: Type.Array(Type.String(), { description: 'Who would be asked to take it on, in this order.' }),
  declined: Type.Array(
    Type.Object({
      processor: Type.String(),
      reason: Type.Unsafe<string>({ type: 'string', enum: [...DECLINE_REASONS] }),
      detail: Type.String({ description: 'In its own words.' }),
      errors: Type.Array(FaultSchema, { description: 'What of it the merchant can mend.' }),
    }),
  ),
  refusal: Type.Union(
    [
      Type.Object({ code: Type.String(), detail: Type.String(), errors: Type.Array(FaultSchema) }),
      Type.Null(),
    ],
    { description: 'What the merchant would read; null where its create would go on.' },
  ),
})

const rehearsal = endpoint({
  route: 'POST /admin/payments/:merchantCode/:kind/!rehearse',
  role: 'OPERATOR',
  summary:
    'Preview routing: which processor would accept a payment, and why others would not; nothing is stored',
  guide: 'processors.md',
  params: { merchantCode, kind },
  body: anyObject("As the create's body. Addresses are not looked at."),
  example: {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  },
  answers: { 200: RehearsalSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { params, imprecise } = call
    const { gateway } = call.office
    const profile = await merchantOf(gateway, params.merchantCode)
    const request = { profile, body: call.body(), impreciseNumbers: imprecise }
    const rehearsed =
      params.kind === 'payin'
        ? await rehearse(gateway, PAYIN, request)
        : await rehearse(gateway, PAYOUT, request)
    if (!rehearsed.ok) throw refuse(rehearsed.failure)
    const { takers, declined, problem } = rehearsed.value
    return {
      takers,
      declined: declined.map(({ processor, reason, detail, faults = [] }) => ({
        processor,
        reason,
        detail,
        errors: faults,
      })),
      refusal: problem ? { code: problem.code, detail: problem.detail, errors: problem.errors ?? [] } : null,
    }
  },
})

export const REHEARSAL_ENDPOINTS = [rehearsal]
