/** Which processor would accept a payment, with every processor's reason; see `api/rehearsal.ts`. */
import { DECLINE_REASONS } from '@sluice/core/processor/port.ts'
import { Type } from 'typebox'
import { rehearse } from '../../api/rehearsal.ts'
import { PAYIN } from '../../payins/create.ts'
import { PAYOUT } from '../../payouts/create.ts'
import { merchantOf, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { anyObject } from '../fields.ts'
import { PAYMENT_PARAMS } from '../payments/endpoints.ts'

const { merchantCode, kind } = PAYMENT_PARAMS

const FaultSchema = Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() })

const RehearsalSchema = Type.Object({
  takers: Type.Array(Type.String(), { description: 'The processors that would be tried, in this order.' }),
  declined: Type.Array(
    Type.Object({
      processor: Type.String(),
      reason: Type.Unsafe<string>({ type: 'string', enum: [...DECLINE_REASONS] }),
      detail: Type.String({ description: "The processor's own explanation." }),
      errors: Type.Array(FaultSchema, { description: 'The faults that the merchant can fix.' }),
    }),
  ),
  refusal: Type.Union(
    [
      Type.Object({ code: Type.String(), detail: Type.String(), errors: Type.Array(FaultSchema) }),
      Type.Null(),
    ],
    { description: 'The error that the merchant would get; null if the create would be accepted.' },
  ),
})

const rehearsal = endpoint({
  route: 'POST /admin/payments/:merchantCode/:kind/!rehearse',
  role: 'OPERATOR',
  summary:
    'Preview routing: which processor would accept a payment and why others would not; nothing is stored',
  guide: 'processors.md',
  params: { merchantCode, kind },
  body: anyObject('The body of the create. URLs are not checked.'),
  example: {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'OFFLINE' },
  },
  answers: { 200: RehearsalSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { params, imprecise } = call
    const { gateway } = call.backOffice
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
