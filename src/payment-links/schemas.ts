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
import { Type } from 'typebox'
import { moneySchema } from '../catalogue/response-schemas.ts'
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
    currencyCode: Type.String({ description: 'In which the payer names an amount.' }),
    min: Type.Optional(Type.Number({ description: 'The least; left out: what the methods take.' })),
    max: Type.Optional(Type.Number({ description: 'The most; left out: what the methods take.' })),
  },
  { description: 'The payer says how much: a donation, a bill that is typed off.' },
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
    summary: 'Forty tickets at one price',
    value: {
      title: 'Saturday, 20:00',
      money: { amount: 250, currencyCode: 'THB' },
      uses: 40,
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
  donation: {
    summary: 'Any amount, by anybody',
    value: {
      title: 'Coffee for the band',
      openAmount: { currencyCode: 'THB', min: 20, max: 5000 },
      callbackUrl: 'https://shop.example.com/callbacks',
    },
  },
}

const TITLE = { maxLength: 80, description: 'What is paid for, on one line: the payer sees it.' }
const REFERENCE = { maxLength: 64, description: 'Your own, for yourself: payers do not see it.' }
const URL_TEXT = { format: 'uri', maxLength: 2_048 }

export const CreateLinkSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, ...TITLE }),
    reference: Type.Optional(Type.String(REFERENCE)),
    money: Type.Optional(moneySchema('What each payment is of. Either this or openAmount.')),
    openAmount: Type.Optional(OpenAmount),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LINK_USES,
        description: 'How many payments it takes: 1 is a link for one. Left out: any number.',
      }),
    ),
    expireAt: Type.Optional(instant('From then on no payment begins by it; left out: never.')),
    callbackUrl: Type.Optional(
      Type.String({ ...URL_TEXT, description: 'As of a payin; left out: your account’s default.' }),
    ),
    returnUrl: Type.Optional(Type.String({ ...URL_TEXT, description: 'Where the page leads back to.' })),
  },
  { 'x-examples': EXAMPLES },
)

export const PaymentLinkSchema = Type.Object(
  {
    idLink: Type.String(),
    title: Type.String(),
    reference: Type.Optional(Type.String()),
    money: Type.Optional(moneySchema('What each payment is of; left out: the payer says.')),
    openAmount: Type.Optional(
      Type.Object({
        currencyCode: Type.String(),
        fractionDigits: Type.Integer({ description: 'How many decimals an amount of it may have.' }),
        min: Type.Optional(moneySchema('The least.')),
        max: Type.Optional(moneySchema('The most.')),
      }),
    ),
    uses: Type.Optional(Type.Integer({ description: 'How many payments it takes; left out: any number.' })),
    paid: Type.Integer({
      description:
        'How many payins by it are a SUCCESS. Money that came after its time counts: so it may be more than uses.',
    }),
    open: Type.Integer({ description: 'How many are on their way.' }),
    status: oneOf(
      LINK_STATUSES,
      'OPEN: it takes payments. USED_UP: it has as many as it takes, paid or on their way. EXPIRED, CLOSED: its time is over, or you closed it.',
    ),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'What you give to payers, or print as a QR code. Left out while the gateway lacks the key that opens it.',
      }),
    ),
    createdAt: instant('When it was made.'),
    expireAt: Type.Optional(instant('From then on no payment begins by it.')),
    closedAt: Type.Optional(instant('When you closed it.')),
    isTest: Type.Boolean(),
    returnUrl: Type.Optional(Type.String()),
  },
  { description: 'The link as it is now.' },
)
