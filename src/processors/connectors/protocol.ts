/**
 * The connector protocol: how the gateway and a provider's connector speak, in any language.
 *
 *   gateway → connector   GET  {baseUrl}/         what it serves
 *                         POST {baseUrl}/check    would it take this payment? (optional)
 *                         POST {baseUrl}/accept   take it on; the same payment again is no other payment
 *                         POST {baseUrl}/ask      what became of it?
 *                         POST {baseUrl}/cancel   take it back, if it is not too late (optional)
 *   connector → gateway   POST /connectors/{name}/status-updates   something became of a payment
 *
 * Every request and every answer is a JSON document, signed by Standard Webhooks with the connector's secret. An answer carries
 * the `webhook-id` of its request, so it can answer no other. An answer counts with status 200 and a valid signature;
 * everything else is no answer, and says nothing about the payment. The schemas here are what is checked, and what the document
 * `docs/connector-openapi.json` is made of.
 */

import { type Static, Type } from 'typebox'
import { ACCOUNT_PARTS } from '../../catalogue/response-fields.ts'
import { PAYMENT_KINDS } from '../../foundation/identifiers.ts'
import { REFUND_REASONS } from '../../payments/model.ts'
import { CUSTOMER_REFUSALS, DECLINE_REASONS } from '../../processing/port.ts'

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) })
const literals = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({
    type: 'string',
    enum: [...values],
    ...(description !== undefined && { description }),
  })
/** As the history and the merchant read it: a code, never a sentence about a person. */
const Code = (description: string) => Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$', description })

const Decimal = Type.String({
  pattern: '^[0-9]{1,15}(\\.[0-9]{1,6})?$',
  description: 'Decimal text in major units: "500.25".',
})
export const WireMoney = Type.Object({
  amount: Decimal,
  currencyCode: Type.String({ pattern: '^[A-Z]{3,5}$' }),
})
const Kind = literals(PAYMENT_KINDS)
const Iso = Type.String({ format: 'date-time', maxLength: 40 })

const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
export const WireHours = Type.Object(
  {
    timeZone: text(64, 'An IANA name: Asia/Bangkok.'),
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: 'ISO weekdays, Monday is 1; left out: every day.',
      }),
    ),
    from: Type.String({ pattern: TIME }),
    to: Type.String({
      pattern: TIME,
      description: 'Not after midnight: an earlier time than `from` is the next day.',
    }),
  },
  { description: 'When it takes payments on.' },
)
export type WireHours = Static<typeof WireHours>

export const WireService = Type.Object(
  {
    kind: literals(
      PAYMENT_KINDS,
      'refund: by a method of payins, those of its own payins whose money it gives back by their rail; by a method of payouts, refunds that it pays out.',
    ),
    paymentMethodCodes: Type.Array(text(64), { minItems: 1, maxItems: 200 }),
    currencyCodes: Type.Array(Type.String({ pattern: '^[A-Z]{3,5}$' }), { minItems: 1, maxItems: 50 }),
    paymentOperatorCodes: Type.Optional(
      Type.Array(text(64), { minItems: 1, maxItems: 500, description: 'Left out: all, and none.' }),
    ),
    min: Type.Optional(Decimal),
    max: Type.Optional(Decimal),
    hours: Type.Optional(WireHours),
    deadlineSecs: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        description:
          'A payment of which nothing is known by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts.',
      }),
    ),
  },
  { description: 'Payments that it serves: of all these methods in all these currencies.' },
)
export type WireService = Static<typeof WireService>
export const WireServices = Type.Array(WireService, { maxItems: 200 })

export const ConnectorManifest = Type.Object({
  name: text(140, 'Of the provider, for operators.'),
  protocol: Type.Literal(1),
  services: WireServices,
  calls: Type.Optional(
    Type.Array(literals(['check', 'cancel'] as const), {
      maxItems: 10,
      description: 'Which optional calls it has.',
    }),
  ),
  reportsAttempts: Type.Optional(
    Type.Boolean({
      description:
        'It keeps the attempts of a refund apart, and its reports name theirs. Only then is a refund that came to nothing offered to it once more, by another way or for another payee.',
    }),
  ),
  returnsMovements: Type.Optional(
    Type.Boolean({
      description:
        'It gives back just that payment of the payer that `refund.movement` names, and never more than that one brought. Only then is it asked to return money that came late, beyond the order or once more.',
    }),
  ),
})
export type ConnectorManifest = Static<typeof ConnectorManifest>

const WireRefund = Type.Object(
  {
    route: literals(
      ['NATIVE', 'PAYOUT'] as const,
      'NATIVE: the rail returns the money to where it came from. PAYOUT: it is paid out to the payee in `request`.',
    ),
    reason: Type.Optional(literals(REFUND_REASONS, 'NATIVE alone.')),
    payin: Type.Optional(
      Type.Object(
        {
          key: text(36),
          id: text(64),
          processorRef: Type.Optional(text(256, 'What the connector called the payin when it took it on.')),
          money: Type.Optional(WireMoney),
        },
        {
          description:
            'NATIVE alone: the payin whose money goes back. `money`, in `check` and `accept`: what was ordered; the refund may be a part of it.',
        },
      ),
    ),
    movement: Type.Optional(
      Type.Object(
        {
          ref: text(200, 'The `statusUpdateId` under which you told of it.'),
          isCredited: Type.Boolean({
            description:
              'true: it is what made the payin a SUCCESS, and goes back as far as the merchant says. false: money that was not credited, since it came late, beyond the order or once more.',
          }),
        },
        {
          description:
            'NATIVE alone: the one payment of the payer that goes back, in whole or in part. Give back this one and no other of the payin. Left out where the gateway does not know it by a name of yours.',
        },
      ),
    ),
  },
  { description: 'Of refunds.' },
)

const Attempt = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description }))

export const WirePayment = Type.Object({
  key: text(
    36,
    'A UUID: the same payment, the same key, for ever. The idempotency key of all calls; of a refund together with `attempt`.',
  ),
  kind: Kind,
  attempt: Attempt(
    'Of refunds: another number is another order for the same money, and the one before has certainly come to nothing. Not every number comes to you.',
  ),
  refund: Type.Optional(WireRefund),
  merchantCode: text(64),
  merchantName: Type.Optional(text(140)),
  id: text(64, "The merchant's own ID; unique together with merchantCode and kind."),
  isTest: Type.Boolean(),
  status: text(16, 'As the gateway knows it.'),
  money: WireMoney,
  paymentMethodCode: text(64),
  paymentOperatorCode: Type.Optional(text(64)),
  reference: text(14, 'The 14 characters A-Z 0-9 that the payer is shown.'),
  createdAt: Iso,
  expireAt: Type.Optional(Iso),
  processorRef: Type.Optional(text(256, 'What the connector called it when it took it on.')),
  request: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'What the merchant sent for the method: accountName, accountNumber, phoneNumber, returnUrl, …',
    },
  ),
})
export type WirePayment = Static<typeof WirePayment>

const Declined = Type.Object(
  {
    type: Type.Literal('declined'),
    reason: literals(DECLINE_REASONS),
    detail: Type.String({ maxLength: 500, description: 'For operators, without personal data.' }),
  },
  {
    description:
      'Not taken on, and it never will be. The payment passes to the next processor: say it only if you are sure.',
  },
)

export const CheckResult = Type.Union([
  Type.Object({ type: Type.Literal('fine') }),
  Type.Object({ type: Type.Literal('customer'), refusal: literals(CUSTOMER_REFUSALS) }),
  Declined,
])

export const AcceptResult = Type.Union([
  Type.Object({
    type: Type.Literal('accepted'),
    receiving: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 2048 }), {
        description: 'Payins: what the payer must be told. The request names what this method needs.',
      }),
    ),
    processorRef: Type.Optional(text(256)),
    processorStatus: Type.Optional(text(64)),
    moneyRequired: Type.Optional(WireMoney),
    expireAt: Type.Optional(Iso),
  }),
  Type.Object({ type: Type.Literal('refused'), reason: Code('Why customer, bank or provider refused.') }),
  Type.Object({ type: Type.Literal('failed'), failureReasonCode: Code('ACCOUNT_INVALID, …') }),
  Declined,
  Type.Object(
    { type: Type.Literal('later') },
    { description: 'Not known yet: ask again, or wait for a report.' },
  ),
])
export type AcceptResult = Static<typeof AcceptResult>

const Account = Type.Object(
  Object.fromEntries(ACCOUNT_PARTS.map((part) => [part, Type.Optional(text(140))])) as {
    [Part in (typeof ACCOUNT_PARTS)[number]]: ReturnType<typeof Type.Optional<ReturnType<typeof text>>>
  },
)

export const StatusChange = Type.Union([
  Type.Object(
    { type: Type.Literal('paid'), received: WireMoney, customerAccount: Type.Optional(Account) },
    { description: 'Money has arrived for a payin, also after its expiry.' },
  ),
  Type.Object({ type: Type.Literal('delivered') }, { description: 'A payout has reached its account.' }),
  Type.Object({ type: Type.Literal('refused'), reason: Code('Why.') }),
  Type.Object({
    type: Type.Literal('failed'),
    failureReasonCode: Code('Why.'),
    noMoneyLeft: Type.Optional(
      Type.Literal(true, {
        description:
          'Of refunds: it is certain, for ever, that no money has left for this attempt. Then the refund goes another way, where there is one: say it only if you are sure.',
      }),
    ),
  }),
  Type.Object(
    { type: Type.Literal('returned'), received: WireMoney },
    { description: 'A payout came back.' },
  ),
  Type.Object({ type: Type.Literal('expired') }, { description: "A payin's time is over." }),
])

export const WireStatusUpdate = Type.Object({
  statusUpdateId: text(
    200,
    'Names the fact: the same fact, the same name. Take what the provider calls the movement of money.',
  ),
  kind: Kind,
  attempt: Attempt(
    'Of refunds: as in the payment that it is about. Left out, it settles nothing of a refund that you have had before.',
  ),
  merchantCode: text(64),
  id: text(64),
  processorStatus: Type.Optional(text(64)),
  statusChange: StatusChange,
})
export type WireStatusUpdate = Static<typeof WireStatusUpdate>

export const InquiryResult = Type.Union([
  Type.Object(
    { type: Type.Literal('open') },
    { description: 'It is known, and nothing has become of it yet.' },
  ),
  Type.Object(
    { type: Type.Literal('unknown') },
    { description: 'It was never heard of, and no money can move for it.' },
  ),
  Type.Object({
    type: Type.Literal('known'),
    statusUpdates: Type.Array(WireStatusUpdate, { minItems: 1, maxItems: 20 }),
  }),
])

export const CancelResult = Type.Object({
  type: literals(
    ['cancelled', 'too-late', 'later'] as const,
    'cancelled: no money can move any more. too-late: it may have. later: a report will tell.',
  ),
})

export const StatusUpdateAnswerBody = Type.Object({
  answer: literals(
    ['applied', 'sent-back', 'repeated', 'suspended', 'contradicts', 'kept', 'not-allowed'] as const,
    'applied; sent-back: nothing of it was credited, it goes back to its sender; repeated: told before; suspended: money that no rule settles, an operator has a case; contradicts: it denies what you reported before, or is no news of this kind of payment (a payout paid or expired, a payin delivered or returned); an operator has a case and nothing changed; kept: no such payment yet; not-allowed: it changed nothing.',
  ),
})

/** What is in a message's body besides the payload: its `type` keeps a message from being taken for another. */
export const message = <Data extends Parameters<typeof Type.Object>[0]>(type: string, data: Data) =>
  Type.Object({ type: Type.Literal(type), timestamp: Iso, data: Type.Object(data) })

export const StatusUpdateMessage = message('payment.status_updated', { statusUpdate: WireStatusUpdate })
