/** The schemas of refunds, as the OpenAPI document shows them. */
import { REFUND_ROUTES } from '@sluice/core/catalogue/refund-rules.ts'
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { REFUND_REASONS } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import { Type } from 'typebox'
import { choice } from '../http/choice.ts'

export const REFUND_STATUSES = [
  'NEW',
  'PENDING',
  'AWAITING_PAYEE',
  'SUCCESS',
  'FAILED',
  'EXPIRED',
] as const satisfies readonly Status[]

const literals = <const Value extends string>(values: readonly Value[], description: string) =>
  choice(values, { description })
const instant = (description: string) => Type.String({ format: 'date-time', description })
const reason = () => literals(REFUND_REASONS, 'The reason for the refund.')

export const IdRefund = Type.String({
  description: 'Your own ID of the refund: 1 to 64 characters of A-Z a-z 0-9 . _ ~ -',
})

const EXAMPLES = {
  whole: {
    summary: 'The whole remaining amount',
    value: {
      idPayin: 'order-1',
      reason: 'REQUESTED_BY_CUSTOMER',
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  part: {
    summary: 'A partial refund',
    value: {
      idPayin: 'order-1',
      money: { amount: 50, currencyCode: 'THB' },
      reason: 'DUPLICATE',
      note: 'Paid twice at the till',
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  payee: {
    summary: 'To an account you know',
    value: {
      idPayin: 'order-1',
      money: { amount: 50, currencyCode: 'THB' },
      reason: 'OTHER',
      payee: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'Somchai Jaidee', accountNumber: '1234567890', bankCode: '004' },
      },
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
}

export const CreateRefundSchema = Type.Object(
  {
    idPayin: Type.String({ description: 'Your payin to refund, with status SUCCESS.' }),
    money: Type.Optional(moneySchema('The amount. Default: the whole remaining amount.')),
    reason: reason(),
    note: Type.Optional(Type.String({ maxLength: 140, description: 'Your own note, on one line.' })),
    payee: Type.Optional(
      Type.Unsafe<object>({
        $ref: '#/components/schemas/PayoutMethod',
        description:
          'The payee if the rail cannot return the money, in the same form as `paymentMethod` of a payout.',
      }),
    ),
    callbackUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        description:
          'The URL that receives a callback when the status changes. Mandatory unless your account has a default address.',
      }),
    ),
  },
  {
    description: 'Unknown properties are refused: a misspelled `money` would refund the whole payin.',
    'x-examples': EXAMPLES,
  },
)

export const RefundSchema = Type.Object(
  {
    idRefund: Type.String(),
    idPayin: Type.String(),
    money: moneySchema('The amount of the refund.'),
    reason: reason(),
    note: Type.Optional(Type.String()),
    route: literals(
      REFUND_ROUTES,
      'The current refund route. NATIVE: the rail returns the payment. PAYOUT: a payout. CLAIM: the payer chooses the account. MANUAL: the operator sends it.',
    ),
    madeBy: Type.Optional(
      literals(
        ['OPERATOR', 'GATEWAY'],
        'Who created it. Absent: you. OPERATOR: your operator, on your behalf. GATEWAY: the gateway, for money that does not match its payin.',
      ),
    ),
    claimUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'While the status is AWAITING_PAYEE: the page for the payer. Give it only to the payer, because anyone with the link can choose where the money goes. ' +
          'Only tokens that may create this refund see it.',
      }),
    ),
    process: Type.Object({
      status: Type.Unsafe<Status>(
        literals(
          REFUND_STATUSES,
          'SUCCESS, FAILED and EXPIRED are final. EXPIRED: it was not claimed, and the money is back on your balance.',
        ),
      ),
      createdAt: instant('When the refund was accepted.'),
      processedAt: Type.Optional(instant('When it became SUCCESS, FAILED or EXPIRED.')),
      expireAt: Type.Optional(instant('When the time to claim it ends.')),
      isTest: Type.Boolean(),
      processorStatus: Type.Optional(Type.String({ description: "The processor's own status code." })),
    }),
    failureReasonCode: Type.Optional(Type.String({ description: 'Why a FAILED refund failed.' })),
    fee: moneySchema('The fee for the refund itself, charged at SUCCESS, without VAT.'),
    vat: Type.Optional(moneySchema('The VAT on the fee, if any.')),
  },
  {
    description: 'The current refund.',
    examples: [
      {
        ...{ idRefund: 'refund-1', idPayin: 'order-1', money: { amount: 50, currencyCode: 'THB' } },
        ...{ reason: 'DUPLICATE', note: 'Paid twice at the till', route: 'CLAIM' },
        process: {
          ...{ status: 'AWAITING_PAYEE', createdAt: '2026-11-21T08:00:00.000Z' },
          ...{ expireAt: '2026-12-21T08:00:00.000Z', isTest: false },
        },
        fee: { amount: 0, currencyCode: 'THB' },
      },
    ],
  },
)

/**
 * The columns of an export. Without the claim link, because files are passed on, and the holder of the link decides
 * where the money goes.
 */
export const RefundSheetSchema = Type.Omit(RefundSchema, ['claimUrl'])
