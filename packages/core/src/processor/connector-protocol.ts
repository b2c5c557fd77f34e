/**
 * The connector protocol between the gateway and a provider's connector, in any language.
 *
 *   gateway → connector   GET  {baseUrl}/         what it serves
 *                         POST {baseUrl}/check    would it accept this payment? (optional)
 *                         POST {baseUrl}/accept   accept it; the same payment again is not another payment
 *                         POST {baseUrl}/ask      a status inquiry
 *                         POST {baseUrl}/cancel   cancel it, if it is not too late (optional)
 *   connector → gateway   POST /connectors/{name}/status-updates   a status update of a payment
 *
 * Every request and every answer is a JSON document, signed by Standard Webhooks with the connector's secret. An answer
 * contains the `webhook-id` of its request, so it cannot answer another. An answer counts with status 200 and a valid
 * signature; everything else is no answer, and says nothing about the payment. Messages are checked against these
 * schemas, and the document `docs/connector-openapi.json` is made of them.
 */
import { type Static, Type } from 'typebox'
import { ACCOUNT_PARTS } from '../catalogue/response-fields.ts'
import { PAYMENT_KINDS } from '../foundation/identifiers.ts'
import { REFUND_REASONS } from '../payment/model.ts'
import { CUSTOMER_REFUSALS, DECLINE_REASONS } from './port.ts'

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) })
const literals = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({
    type: 'string',
    enum: [...values],
    ...(description !== undefined && { description }),
  })
/** For the history and the merchant: a code, never a sentence about a person. */
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
    timeZone: text(64, 'The time zone by its IANA name, such as Asia/Bangkok.'),
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: 'ISO weekdays, Monday is 1. Default: every day.',
      }),
    ),
    from: Type.String({ pattern: TIME }),
    to: Type.String({
      pattern: TIME,
      description: 'The end. A time earlier than `from` is on the next day.',
    }),
  },
  { description: 'When it accepts payments.' },
)
export type WireHours = Static<typeof WireHours>

export const WireService = Type.Object(
  {
    kind: literals(
      PAYMENT_KINDS,
      'refund with a payin method: it refunds its own payins through their rail. refund with a payout method: it pays refunds out.',
    ),
    paymentMethodCodes: Type.Array(text(64), { minItems: 1, maxItems: 200 }),
    currencyCodes: Type.Array(Type.String({ pattern: '^[A-Z]{3,5}$' }), { minItems: 1, maxItems: 50 }),
    paymentOperatorCodes: Type.Optional(
      Type.Array(text(64), {
        minItems: 1,
        maxItems: 500,
        description: 'Default: all operators, or none if the method has none.',
      }),
    ),
    min: Type.Optional(Decimal),
    max: Type.Optional(Decimal),
    hours: Type.Optional(WireHours),
    deadlineSecs: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        description:
          'The time without any status update after which a payment becomes a case. Default: half an hour after its expiry for payins, a day for payouts.',
      }),
    ),
  },
  { description: 'The payments it serves: all these methods in all these currencies.' },
)
export type WireService = Static<typeof WireService>
export const WireServices = Type.Array(WireService, { maxItems: 200 })

export const ConnectorManifest = Type.Object({
  name: text(140, 'Name of the provider, for operators.'),
  protocol: Type.Literal(1),
  services: WireServices,
  calls: Type.Optional(
    Type.Array(literals(['check', 'cancel'] as const), {
      maxItems: 10,
      description: 'The optional calls that it supports.',
    }),
  ),
  reportsAttempts: Type.Optional(
    Type.Boolean({
      description:
        'It distinguishes the attempts of a refund, and its reports name the attempt. Only then is a failed refund offered to it again with another refund route or payee.',
    }),
  ),
  returnsMovements: Type.Optional(
    Type.Boolean({
      description:
        "It refunds exactly the payer's payment that `refund.movement` names, and never more than its amount. Only then is it used to return late payments, overpayments and duplicate payments.",
    }),
  ),
})
export type ConnectorManifest = Static<typeof ConnectorManifest>

const WireRefund = Type.Object(
  {
    route: literals(
      ['NATIVE', 'PAYOUT'] as const,
      'NATIVE: the rail returns the money to the payer. PAYOUT: the money is paid out to the payee in `request`.',
    ),
    reason: Type.Optional(literals(REFUND_REASONS, 'Only with NATIVE.')),
    payin: Type.Optional(
      Type.Object(
        {
          key: text(36),
          id: text(64),
          processorRef: Type.Optional(
            text(256, "The connector's reference of the payin from its acceptance."),
          ),
          money: Type.Optional(WireMoney),
        },
        {
          description:
            'Only with NATIVE: the payin to refund. `money`, in `check` and `accept`, is the amount of the order; the refund can be a part of it.',
        },
      ),
    ),
    movement: Type.Optional(
      Type.Object(
        {
          ref: text(200, 'The `statusUpdateId` with which you reported it.'),
          isCredited: Type.Boolean({
            description:
              'true: the payment that made the payin a SUCCESS, refunded up to the amount that the merchant requests. false: money that was not credited because it was late, an overpayment or a duplicate.',
          }),
        },
        {
          description:
            "Only with NATIVE: the payer's payment to refund, fully or partially. Refund this one and no other payment of the payin. Absent if the gateway does not know your reference of it.",
        },
      ),
    ),
  },
  { description: 'Refunds only.' },
)

const Attempt = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description }))

export const WirePayment = Type.Object({
  key: text(
    36,
    'A UUID that never changes for a payment. The idempotency key of all calls; for a refund together with `attempt`.',
  ),
  kind: Kind,
  attempt: Attempt(
    'Refunds only: a new number is a new order for the same money, after the previous one has certainly failed. You do not receive every number.',
  ),
  refund: Type.Optional(WireRefund),
  merchantCode: text(64),
  merchantName: Type.Optional(text(140)),
  id: text(64, "The merchant's ID, unique together with merchantCode and kind."),
  isTest: Type.Boolean(),
  status: text(16, 'The current status at the gateway.'),
  money: WireMoney,
  paymentMethodCode: text(64),
  paymentOperatorCode: Type.Optional(text(64)),
  reference: text(14, 'The reference shown to the payer: 14 characters A-Z 0-9.'),
  createdAt: Iso,
  expireAt: Type.Optional(Iso),
  processorRef: Type.Optional(text(256, "The connector's reference from its acceptance.")),
  request: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'The fields that the merchant sent for the method: accountName, accountNumber, phoneNumber, returnUrl, …',
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
      'It was not accepted and never will be. The payment goes to the next processor, so return this only if you are certain.',
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
        description:
          'Payins: the details to show to the payer. The request lists those that the method needs.',
      }),
    ),
    processorRef: Type.Optional(text(256)),
    processorStatus: Type.Optional(text(64)),
    moneyRequired: Type.Optional(WireMoney),
    expireAt: Type.Optional(Iso),
  }),
  Type.Object({
    type: Type.Literal('refused'),
    reason: Code('Why the customer, bank or provider refused it.'),
  }),
  Type.Object({ type: Type.Literal('failed'), failureReasonCode: Code('ACCOUNT_INVALID, …') }),
  Declined,
  Type.Object(
    { type: Type.Literal('later') },
    { description: 'Not known yet: the gateway repeats the inquiry or waits for a report.' },
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
    { description: 'Money has arrived for a payin, even after its expiry.' },
  ),
  Type.Object(
    { type: Type.Literal('delivered') },
    { description: 'A payout has been delivered to its account.' },
  ),
  Type.Object({ type: Type.Literal('refused'), reason: Code('The reason.') }),
  Type.Object({
    type: Type.Literal('failed'),
    failureReasonCode: Code('The reason.'),
    noMoneyLeft: Type.Optional(
      Type.Literal(true, {
        description:
          'Refunds only: it is certain that no money has left or will leave for this attempt. The refund then continues by another refund route, if there is one, so report this only if you are certain.',
      }),
    ),
  }),
  Type.Object(
    { type: Type.Literal('returned'), received: WireMoney },
    { description: 'A payout was returned.' },
  ),
  Type.Object({ type: Type.Literal('expired') }, { description: 'A payin has expired.' }),
])

export const WireStatusUpdate = Type.Object({
  statusUpdateId: text(
    200,
    "Identifies the status update: use the same ID whenever you report it. Use the provider's reference of the money movement.",
  ),
  kind: Kind,
  attempt: Attempt(
    'Refunds only: the attempt of the payment. Without it, the report does not settle a refund that you received before.',
  ),
  merchantCode: text(64),
  id: text(64),
  processorStatus: Type.Optional(text(64)),
  statusChange: StatusChange,
})
export type WireStatusUpdate = Static<typeof WireStatusUpdate>

export const InquiryResult = Type.Union([
  Type.Object({ type: Type.Literal('open') }, { description: 'It is known, and there is no result yet.' }),
  Type.Object(
    { type: Type.Literal('unknown') },
    { description: 'It is unknown, and no money can move for it.' },
  ),
  Type.Object({
    type: Type.Literal('known'),
    statusUpdates: Type.Array(WireStatusUpdate, { minItems: 1, maxItems: 20 }),
  }),
])

export const CancelResult = Type.Object({
  type: literals(
    ['cancelled', 'too-late', 'later'] as const,
    'cancelled: no money can move any more. too-late: money may have moved. later: a report will follow.',
  ),
})

export const StatusUpdateAnswerBody = Type.Object({
  answer: literals(
    ['applied', 'sent-back', 'repeated', 'suspended', 'contradicts', 'kept', 'not-allowed'] as const,
    'applied; sent-back: nothing was credited, and the money is refunded to its sender; repeated: it was reported before; suspended: no rule settles the money, and a case was opened; contradicts: it contradicts your earlier report or does not fit this kind of payment (a payout paid or expired, a payin delivered or returned): a case was opened and nothing changed; kept: the payment does not exist yet; not-allowed: nothing changed.',
  ),
})

/** A message's body around the payload: its `type` keeps it from being taken for another message. */
export const message = <Data extends Parameters<typeof Type.Object>[0]>(type: string, data: Data) =>
  Type.Object({ type: Type.Literal(type), timestamp: Iso, data: Type.Object(data) })

export const StatusUpdateMessage = message('payment.status_updated', { statusUpdate: WireStatusUpdate })
