/** Refunds that an operator sends by hand, or takes back while they wait for their payee. */
import { Type } from 'typebox'
import type { Payment } from '../../payments/model.ts'
import { markFailed, markPaid } from '../../refunds/manual.ts'
import { MerchantCodeParam, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { named } from '../fields.ts'
import { PaymentLineSchema, paymentOf, paymentPath } from '../payments/endpoints.ts'
import { paymentLine } from '../payments/history.ts'
import { adminProblem } from '../problems.ts'

const PARAMS = {
  merchantCode: MerchantCodeParam,
  idRefund: Type.String({ description: "The merchant's own ID of the refund." }),
}

interface RefundParams {
  readonly merchantCode: string
  readonly idRefund: string
}

const refundOf = ({
  office,
  params,
}: Pick<Call<RefundParams, unknown, unknown>, 'office' | 'params'>): Promise<Payment> =>
  paymentOf(office, { merchantCode: params.merchantCode, kind: 'refund', id: params.idRefund })

const markedPaid = endpoint({
  route: 'POST /admin/refunds/:merchantCode/:idRefund/!markPaid',
  role: 'OPERATOR',
  summary: 'Say that a refund by hand was sent',
  params: PARAMS,
  body: Type.Object({
    reference: named(64, 'is mandatory: what the bank or the chain calls the transfer'),
  }),
  answers: { 200: PaymentLineSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const refund = await refundOf(call)
    const { reference } = call.body()
    await call.note({
      action: 'refund.mark-paid',
      subject: `refund ${paymentPath(refund)}`,
      detail: { reference },
    })
    const told = await markPaid(call.office.gateway, refund, reference, call.operator.name)
    if (!told.ok)
      throw refuse(
        adminProblem('INVALID_STATE', `Only an open refund by the route MANUAL: ${stands(refund)}.`),
      )
    return paymentLine(await refundOf(call))
  },
})

const markedFailed = endpoint({
  route: 'POST /admin/refunds/:merchantCode/:idRefund/!markFailed',
  role: 'OPERATOR',
  summary: 'Give a refund up that nobody has sent: the money is the merchant’s again',
  params: PARAMS,
  body: Type.Object({ note: named(140, 'is mandatory: why') }),
  answers: { 200: PaymentLineSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const refund = await refundOf(call)
    const { note } = call.body()
    await call.note({
      action: 'refund.mark-failed',
      subject: `refund ${paymentPath(refund)}`,
      detail: { note },
    })
    const told = await markFailed(call.office.gateway, refund, call.operator.name)
    if (!told.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          `Only one by hand, or one that waits for its payee or for an approval: ${stands(refund)}.`,
        ),
      )
    return paymentLine(await refundOf(call))
  },
})

const stands = ({ status, processor }: Payment): string => `it is ${status}, with ${processor}`

export const REFUND_ENDPOINTS = [markedPaid, markedFailed]
