/**
 * The schemas of payment links, as the OpenAPI document shows them.
 *
 * | Request | Answer |
 * |---|---|
 * | `POST /payment-links/{idLink}` | 201 the link; 409 if the ID exists |
 * | `GET /payment-links`, `GET /payment-links/{idLink}` | links, newest first; one link |
 * | `GET /payment-links/{idLink}/payins` | the payins begun and paid by it |
 * | `POST /payment-links/{idLink}/!close` | no payment begins by it any more |
 *
 * The API of the public page is in `hosted-pages/link-api.ts`.
 */
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { Type } from 'typebox'
import { choice } from '../http/choice.ts'

export const LINK_STATUSES = ['OPEN', 'USED_UP', 'EXPIRED', 'CLOSED'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]
/** The most payments of a link that is neither for one payment nor unlimited. */
export const MAX_LINK_USES = 1_000

const instant = (description: string) => Type.String({ format: 'date-time', description })
const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  choice(values, { description })

export const IdLink = Type.String({
  description: 'Your own ID of the link: 1 to 64 characters of A-Z a-z 0-9 . _ ~ -',
})

const OpenAmount = Type.Object(
  {
    currencyCode: Type.String({ description: 'The currency of the amount.' }),
    min: Type.Optional(Type.Number({ description: 'The minimum. Default: the minimum of the methods.' })),
    max: Type.Optional(Type.Number({ description: 'The maximum. Default: the maximum of the methods.' })),
  },
  { description: 'The payer chooses the amount, as for a donation or a printed bill.' },
)

const EXAMPLES = {
  invoice: {
    summary: 'One invoice, paid once',
    value: {
      title: 'Invoice 1042',
      reference: 'INV-1042',
      money: { amount: 1500, currencyCode: 'THB' },
      uses: 1,
      expireAt: '2099-12-31T17:00:00Z',
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  tickets: {
    summary: 'Forty tickets at the same price',
    value: {
      title: 'Saturday, 20:00',
      money: { amount: 250, currencyCode: 'THB' },
      uses: 40,
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  donation: {
    summary: 'Any amount, any number of payers',
    value: {
      title: 'Coffee for the band',
      openAmount: { currencyCode: 'THB', min: 20, max: 5000 },
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
}

const TITLE = { maxLength: 80, description: 'What the payment is for, on one line. Visible to the payer.' }
const REFERENCE = { maxLength: 64, description: 'Your own reference. Not visible to payers.' }
const URL_TEXT = { format: 'uri', maxLength: 2_048 }

export const CreateLinkSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, ...TITLE }),
    reference: Type.Optional(Type.String(REFERENCE)),
    money: Type.Optional(moneySchema('The amount of each payment. Send either this or openAmount.')),
    openAmount: Type.Optional(OpenAmount),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LINK_USES,
        description: 'Number of payments that the link accepts: 1 for a single payment. Default: any number.',
      }),
    ),
    expireAt: Type.Optional(instant('No payment can be started after this time. Default: no expiry.')),
    callbackUrl: Type.Optional(
      Type.String({ ...URL_TEXT, description: 'Callback URL of its payins. Default: that of your account.' }),
    ),
    returnUrl: Type.Optional(
      Type.String({ ...URL_TEXT, description: 'The URL to which the page leads back.' }),
    ),
  },
  { 'x-examples': EXAMPLES },
)

export const PaymentLinkSchema = Type.Object(
  {
    idLink: Type.String(),
    title: Type.String(),
    reference: Type.Optional(Type.String()),
    money: Type.Optional(moneySchema('The amount of each payment. Absent if the payer chooses it.')),
    openAmount: Type.Optional(
      Type.Object({
        currencyCode: Type.String(),
        fractionDigits: Type.Integer({ description: 'Number of decimals that an amount may have.' }),
        min: Type.Optional(moneySchema('The minimum.')),
        max: Type.Optional(moneySchema('The maximum.')),
      }),
    ),
    uses: Type.Optional(
      Type.Integer({ description: 'Number of payments that the link accepts. Absent: any number.' }),
    ),
    paid: Type.Integer({
      description:
        'Number of its payins with status SUCCESS. It includes late payments, so it can exceed uses.',
    }),
    open: Type.Integer({ description: 'Number of payments in progress.' }),
    status: oneOf(
      LINK_STATUSES,
      'OPEN: it accepts payments. USED_UP: it has reached its number of payments, completed or in progress. EXPIRED: it has expired. CLOSED: you closed it.',
    ),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'The URL to send to payers or to print as a QR code. Absent while the gateway lacks the key that decrypts it.',
      }),
    ),
    createdAt: instant('When it was created.'),
    expireAt: Type.Optional(instant('No payment can be started after this time.')),
    closedAt: Type.Optional(instant('When you closed it.')),
    isTest: Type.Boolean(),
    returnUrl: Type.Optional(Type.String()),
  },
  { description: 'The current link.' },
)
