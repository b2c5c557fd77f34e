/** The schemas of refunds, as the OpenAPI document shows them. */
import { Type } from 'typebox'
import { REFUND_ROUTES } from '../catalogue/refund-rules.ts'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { choice } from '../http/choice.ts'
import { REFUND_REASONS } from '../payments/model.ts'
import type { Status } from '../payments/transitions.ts'

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
const reason = () => literals(REFUND_REASONS, 'Why it is given back.')

export const IdRefund = Type.String({
  description: 'Your own ID of the refund: 1 to 64 characters of A-Z a-z 0-9 . _ ~ -',
})

const EXAMPLES = {
  whole: {
    summary: 'All that is left of a payin',
    value: {
      idPayin: 'order-1',
      reason: 'REQUESTED_BY_CUSTOMER',
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  part: {
    summary: 'A part of it',
    value: {
      idPayin: 'order-1',
      money: { amount: 50, currencyCode: 'THB' },
      reason: 'DUPLICATE',
      note: 'Paid twice at the till',
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  payee: {
    summary: 'To an account that you know',
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
    idPayin: Type.String({ description: 'The payin that is given back: one of yours that is a SUCCESS.' }),
    money: Type.Optional(moneySchema('How much; left out: all that is left.')),
    reason: reason(),
    note: Type.Optional(Type.String({ maxLength: 140, description: 'For yourself, on one line.' })),
    payee: Type.Optional(
      Type.Unsafe<object>({
        $ref: '#/components/schemas/PayoutMethod',
      }),
    ),
    callbackUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        description:
          'Where changes of the status are announced. Mandatory unless your account has a default address.',
      }),
    ),
  },
  {
    description:
      '`payee`: who gets the money where the rail does not return it by itself; as `paymentMethod` of a payout.',
    'x-examples': EXAMPLES,
  },
)

export const RefundSchema = Type.Object(
  {
    idRefund: Type.String(),
    idPayin: Type.String(),
    money: moneySchema('How much is given back.'),
    reason: reason(),
    note: Type.Optional(Type.String()),
    route: literals(
      REFUND_ROUTES,
      'How it goes now. NATIVE: the rail returns the payment. PAYOUT: by a payout. CLAIM: the payer says where to. MANUAL: the operator sends it.',
    ),
    madeBy: Type.Optional(
      literals(
        ['OPERATOR', 'GATEWAY'],
        'Left out: you have made it. OPERATOR: your operator, in your place. GATEWAY: by itself, of money that does not fit its payin.',
      ),
    ),
    claimUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'While the status is AWAITING_PAYEE: the page for the payer, and for nobody else. Whoever has the link says where the money goes. ' +
          'Shown to tokens that may create this refund.',
      }),
    ),
    process: Type.Object({
      status: Type.Unsafe<Status>(
        literals(
          REFUND_STATUSES,
          'SUCCESS, FAILED and EXPIRED are final. EXPIRED: nobody claimed it, and the money is yours again.',
        ),
      ),
      createdAt: instant('When the refund was accepted.'),
      processedAt: Type.Optional(instant('When it became SUCCESS, FAILED or EXPIRED.')),
      expireAt: Type.Optional(instant('Until when the payer can claim it.')),
      isTest: Type.Boolean(),
      processorStatus: Type.Optional(Type.String({ description: "The processor's own word for the state." })),
    }),
    failureReasonCode: Type.Optional(Type.String({ description: 'Why a FAILED refund failed.' })),
    fee: moneySchema('What the refund itself costs you at SUCCESS, without VAT.'),
    vat: Type.Optional(moneySchema('Where VAT is levied on the fee.')),
  },
  {
    description: 'The refund as it is now.',
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
