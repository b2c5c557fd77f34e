/**
 * Refunds that operators create for a merchant, those that they send by hand, and cancelling refunds that wait for
 * their payee.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { REFUND_ROUTES } from '@sluice/core/catalogue/refund-rules.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Payment, REFUND_REASONS, type RefundPayee } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import { validationFailed } from '../../http/problems.ts'
import { mayMove } from '../../identity/operators/rights.ts'
import { createRefund } from '../../refunds/create.ts'
import { markFailed, markPaid } from '../../refunds/manual.ts'
import type { RefundRequest } from '../../refunds/reading.ts'
import { rehearseRefund } from '../../refunds/rehearsal.ts'
import { isHeld, isManual } from '../../refunds/stages.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { instant, MerchantCodeParam, MoneySchema, merchantOf, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice, named } from '../fields.ts'
import { PaymentLineSchema, paymentOf, paymentPath } from '../payments/endpoints.ts'
import { paymentLine } from '../payments/history.ts'
import { adminProblem } from '../problems.ts'

const PARAMS = {
  merchantCode: MerchantCodeParam,
  idRefund: Type.String({ description: "The merchant's ID of the refund." }),
}

interface RefundParams {
  readonly merchantCode: string
  readonly idRefund: string
}

const refundOf = ({
  backOffice,
  params,
}: Pick<Call<RefundParams, unknown, unknown>, 'backOffice' | 'params'>): Promise<Payment> =>
  paymentOf(backOffice, { merchantCode: params.merchantCode, kind: 'refund', id: params.idRefund })

/** IDs of operators' refunds, so that a merchant's own IDs stay free. */
const OWN_ID = 'operator-'

const ORDER = {
  idPayin: Type.String({ description: 'The payin to refund: a payin of this merchant with status SUCCESS.' }),
  money: Type.Optional(
    Type.Object(
      { amount: Type.Number(), currencyCode: Type.String() },
      { description: 'The amount. Default: the whole remaining amount.' },
    ),
  ),
}

const ORDERED = Type.Object({
  ...ORDER,
  reason: choice(REFUND_REASONS),
  note: Type.Optional(
    Type.String({ description: 'A note for the merchant, one line of up to 140 characters.' }),
  ),
})

/** With the operator's own rights and no token of a merchant: only the rail or the payer decides the payee. */
const inPlaceOf = async (
  { backOffice, operator, params, imprecise }: Call<Pick<RefundParams, 'merchantCode'>, unknown, unknown>,
  body: unknown,
): Promise<Omit<RefundRequest, 'id' | 'apiVersion'>> => ({
  profile: await merchantOf(backOffice.gateway, params.merchantCode),
  by: {
    type: 'OPERATOR',
    operator: {
      id: operator.id,
      name: operator.name,
      ...(operator.revision !== undefined && { revision: operator.revision }),
    },
    mayMove: (money) => mayMove(operator.rights, money),
  },
  body,
  impreciseNumbers: imprecise,
})

const made = endpoint({
  route: 'POST /admin/refunds/:merchantCode/:idRefund',
  role: 'OPERATOR',
  stepUp: true,
  // Requested by the module that creates refunds, whoever requests one.
  operations: ['refund'],
  summary: "Refund a payin on the merchant's behalf",
  guide: 'refunds.md#refund-for-a-merchant',
  params: {
    merchantCode: MerchantCodeParam,
    idRefund: Type.String({
      description: `A new ID that begins with \`${OWN_ID}\`. A repeated ID is refused, so nothing is refunded twice.`,
    }),
  },
  body: ORDERED,
  example: {
    idPayin: 'order-4711',
    money: { amount: 100, currencyCode: 'THB' },
    reason: 'REQUESTED_BY_CUSTOMER',
  },
  answers: { 201: PaymentLineSchema },
  problems: [
    'NOT_FOUND',
    'ALREADY_EXISTS',
    'PAYIN_NOT_REFUNDABLE',
    'REFUND_EXCEEDS_PAYIN',
    'REFUND_WINDOW_PASSED',
    'REFUND_TIMES_EXCEEDED',
    'METHOD_UNAVAILABLE',
    'OPERATOR_UNAVAILABLE',
    'AMOUNT_OUT_OF_RANGE',
    'INSUFFICIENT_BALANCE',
  ],
  location: ({ merchantCode, id }) => `/admin/payments/${merchantCode}/refund/${id}`,
  async handle(call) {
    const { idRefund } = call.params
    const request = await inPlaceOf(call, call.sent)
    if (!idRefund.startsWith(OWN_ID)) throw refuse(validationFailed([NOT_OWN]))
    const { idPayin } = call.body()
    const alongside = call.alongside({
      action: 'refund.create',
      subject: `refund ${call.params.merchantCode}/refund/${idRefund}`,
      detail: { idPayin },
    })
    const requested = { ...request, id: idRefund, apiVersion: 2, alongside }
    const created = await createRefund(call.backOffice.gateway, requested)
    if (!created.ok) throw refuse(created.failure)
    return paymentLine(created.value)
  },
})

const NOT_OWN = {
  path: 'path:idRefund',
  code: 'INVALID_FORMAT',
  message: `must begin with ${OWN_ID}: all other IDs belong to the merchant`,
} as const

const FaultSchema = Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() })

const RehearsedSchema = Type.Object({
  money: Type.Optional(MoneySchema),
  refundable: Type.Optional(MoneySchema),
  route: Type.Optional(choice(REFUND_ROUTES)),
  processor: Type.Optional(Type.String({ description: 'The processor that would send it.' })),
  payee: Type.Optional(
    Type.Object(
      {
        paymentMethodCode: Type.String(),
        accountName: Type.Optional(Type.String()),
        account: Type.Optional(
          Type.String({ description: 'The last four characters of the account number.' }),
        ),
        bank: Type.Optional(Type.String()),
      },
      { description: 'The payee, if it is paid out.' },
    ),
  ),
  fee: Type.Optional(MoneySchema),
  vat: Type.Optional(MoneySchema),
  feeReversal: Type.Optional(MoneySchema),
  waitsFor: Type.Optional(choice(['APPROVAL', 'PAYEE', 'OPERATOR'])),
  waitsUntil: Type.Optional(instant('When it ends automatically.')),
  refusal: Type.Union(
    [
      Type.Object({ code: Type.String(), detail: Type.String(), errors: Type.Array(FaultSchema) }),
      Type.Null(),
    ],
    { description: 'Why it would be refused; null if it would be created.' },
  ),
})

const rehearsed = endpoint({
  route: 'POST /admin/refunds/:merchantCode/!rehearse',
  role: 'OPERATOR',
  summary: 'Preview a refund without storing it: route, payee and fees',
  guide: 'refunds.md#refund-for-a-merchant',
  params: { merchantCode: MerchantCodeParam },
  body: Type.Object(ORDER),
  example: { idPayin: 'order-4711', money: { amount: 100, currencyCode: 'THB' } },
  answers: { 200: RehearsedSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const request = await inPlaceOf(call, { ...call.sent, reason: 'OTHER' })
    call.body()
    const reported = await rehearseRefund(call.backOffice.gateway, request)
    if (!reported.ok) {
      const { code, detail, errors = [] } = reported.failure
      return { refusal: { code, detail, errors } }
    }
    const { money, refundable, route, processor, payee, fee, vat, feeReversal, waits } = reported.value
    return {
      money: moneyBody(money),
      refundable: moneyBody(refundable),
      route,
      processor,
      payee: payee && shownPayee(payee),
      fee: moneyBody(fee),
      vat: moneyBody(vat),
      feeReversal: moneyBody(feeReversal),
      waitsFor: waits?.for,
      waitsUntil: waits?.until === undefined ? undefined : isoTime(waits.until),
      refusal: null,
    }
  },
})

const LAST_SHOWN = 4

/** Enough to recognise the payee, and too little to pay or be paid with. */
function shownPayee({ method, operator, fields }: RefundPayee) {
  const { accountName, accountNumber, phoneNumber, bankCode } = fields
  const account = accountNumber ?? phoneNumber
  return {
    paymentMethodCode: method,
    accountName,
    account: account && `…${account.slice(-LAST_SHOWN)}`,
    bank: operator ?? bankCode,
  }
}

/**
 * Marking a refund as paid or failed, if only an operator can say so. A refund that waits for approval cannot be paid;
 * cancelling it is a rejection and needs no approval. Undefined also for an ended refund, or one that a processor has:
 * the handler refuses it.
 */
function approvalRequestOfDeciding(refund: Payment, words: string): ApprovalRequest | undefined {
  const { status, money, isTest, merchantId, id, key, processor } = refund
  if (isTest || isHeld(refund) || !isOpen(status)) return undefined
  if (!isManual(processor) && status !== 'AWAITING_PAYEE') return undefined
  const summary = `${words}: ${moneyWords(money)}, refund ${id} of ${merchantId}`
  return { operation: 'refund.decide', money, summary, about: fingerprintOf(key, status, processor) }
}

const markedPaid = endpoint({
  route: 'POST /admin/refunds/:merchantCode/:idRefund/!markPaid',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: 'Mark a manual refund as paid',
  params: PARAMS,
  body: Type.Object({
    reference: named(64, "is mandatory: the bank's or chain's reference of the transfer"),
  }),
  example: { reference: 'BR-20261122-18' },
  answers: { 200: PaymentLineSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['refund.decide'],
  async operation(call) {
    const refund = await refundOf(call)
    const { reference } = call.body()
    if (!isManual(refund.processor)) return undefined
    return approvalRequestOfDeciding(refund, `Record that it was sent as ${reference}`)
  },
  async handle(call) {
    const refund = await refundOf(call)
    const { reference } = call.body()
    const subject = `refund ${paymentPath(refund)}`
    const audit = call.audit({ action: 'refund.mark-paid', subject, detail: { reference } })
    const reported = await markPaid(call.backOffice.gateway, refund, reference, audit)
    if (!reported.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          `Only possible for an open refund with the route MANUAL: ${stands(refund)}.`,
        ),
      )
    return paymentLine(await refundOf(call))
  },
})

const markedFailed = endpoint({
  route: 'POST /admin/refunds/:merchantCode/:idRefund/!markFailed',
  role: 'OPERATOR',
  stepUp: 'WITH_ITS_OPERATION',
  summary: "Mark a manual refund as failed; the money returns to the merchant's balance",
  params: PARAMS,
  body: Type.Object({ note: named(140, 'is mandatory: the reason') }),
  example: { note: 'the bank refused the account' },
  answers: { 200: PaymentLineSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['refund.decide'],
  async operation(call) {
    const refund = await refundOf(call)
    const { note } = call.body()
    return approvalRequestOfDeciding(
      refund,
      `Record that it was not and will not be sent (${note}), so that the money returns to the merchant`,
    )
  },
  async handle(call) {
    const refund = await refundOf(call)
    const { note } = call.body()
    const subject = `refund ${paymentPath(refund)}`
    const audit = call.audit({ action: 'refund.mark-failed', subject, detail: { note } })
    const reported = await markFailed(call.backOffice.gateway, refund, audit)
    if (!reported.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          `Only possible for a manual refund, or one that waits for its payee or for an approval: ${stands(refund)}.`,
        ),
      )
    return paymentLine(await refundOf(call))
  },
})

const stands = ({ status, processor }: Payment): string => `it is ${status}, with ${processor}`

export const REFUND_ENDPOINTS = [made, rehearsed, markedPaid, markedFailed]
