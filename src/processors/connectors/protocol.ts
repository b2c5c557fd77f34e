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
  { description: 'When it accepts payments.' },
)
export type WireHours = Static<typeof WireHours>

export const WireService = Type.Object(
  {
    kind: literals(
      PAYMENT_KINDS,
      'refund: with a payin method, refunds of its own payins by their rail; with a payout method, refunds that it pays out.',
    ),
    paymentMethodCodes: Type.Array(text(64), { minItems: 1, maxItems: 200 }),
    currencyCodes: Type.Array(Type.String({ pattern: '^[A-Z]{3,5}$' }), { minItems: 1, maxItems: 50 }),
    paymentOperatorCodes: Type.Optional(
      Type.Array(text(64), {
        minItems: 1,
        maxItems: 500,
        description: 'Left out: payments with any operator or none.',
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
          'A payment without a status update by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts.',
      }),
    ),
  },
  { description: 'Payments that it serves: all these methods in all these currencies.' },
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
      description: 'The optional calls that it has.',
    }),
  ),
  reportsAttempts: Type.Optional(
    Type.Boolean({
      description:
        'It keeps the attempts of a refund apart, and its status updates name theirs. Only then does it get a failed refund again, by another route or for another payee.',
    }),
  ),
  returnsMovements: Type.Optional(
    Type.Boolean({
      description:
        'It can refund exactly the payment that `refund.movement` names, and never more than that payment brought. Only then does it get refunds of money that came late, beyond the order or twice.',
    }),
  ),
})
export type ConnectorManifest = Static<typeof ConnectorManifest>

const WireRefund = Type.Object(
  {
    route: literals(
      ['NATIVE', 'PAYOUT'] as const,
      'NATIVE: the rail returns the money to its sender. PAYOUT: it is paid out to the payee in `request`.',
    ),
    reason: Type.Optional(literals(REFUND_REASONS, 'NATIVE only.')),
    payin: Type.Optional(
      Type.Object(
        {
          key: text(36),
          id: text(64),
          processorRef: Type.Optional(
            text(256, 'The reference that the connector gave the payin when it accepted it.'),
          ),
          money: Type.Optional(WireMoney),
        },
        {
          description:
            'NATIVE only: the payin that is refunded. `money`, in `check` and `accept`: the ordered amount; the refund may be a part of it.',
        },
      ),
    ),
    movement: Type.Optional(
      Type.Object(
        {
          ref: text(200, 'The `statusUpdateId` under which you reported it.'),
          isCredited: Type.Boolean({
            description:
              'true: it made the payin a SUCCESS, and the merchant decides how much of it is refunded. false: it was not credited, because it came late, beyond the order or twice.',
          }),
        },
        {
          description:
            'NATIVE only: the payment of the payer that is refunded, in whole or in part. Refund this one and no other payment of the payin. Left out if the gateway does not know your name for it.',
        },
      ),
    ),
  },
  { description: 'Only for refunds.' },
)

const Attempt = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description }))

export const WirePayment = Type.Object({
  key: text(
    36,
    'A UUID that never changes for a payment. The idempotency key of all calls; for a refund, together with `attempt`.',
  ),
  kind: Kind,
  attempt: Attempt(
    'For refunds: another number is another order for the same money, and the one before has certainly failed. You may not get every number.',
  ),
  refund: Type.Optional(WireRefund),
  merchantCode: text(64),
  merchantName: Type.Optional(text(140)),
  id: text(64, "The merchant's own ID; unique together with merchantCode and kind."),
  isTest: Type.Boolean(),
  status: text(16, 'The status in the gateway.'),
  money: WireMoney,
  paymentMethodCode: text(64),
  paymentOperatorCode: Type.Optional(text(64)),
  reference: text(14, 'The 14 characters A-Z 0-9 that the payer sees.'),
  createdAt: Iso,
  expireAt: Type.Optional(Iso),
  processorRef: Type.Optional(text(256, 'The reference that the connector gave it when it accepted it.')),
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
      'Not accepted, and it never will be. The payment passes to the next processor, so answer this only if you are sure.',
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
          'Payins: the details that the payer needs. The request names those that this method needs.',
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
    { description: 'Not known yet: the gateway asks again, or waits for a status update.' },
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
          'For refunds: it is certain that no money has left for this attempt and none ever will. The refund then goes on by another route, if there is one, so report this only if you are sure.',
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
    'Names the fact: use the same name for the same fact, for example the ID that the provider gives the movement of money.',
  ),
  kind: Kind,
  attempt: Attempt(
    'For refunds: as in the payment. If left out, it does not settle a refund that you have had before.',
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
    { description: 'The payment is known and has no outcome yet.' },
  ),
  Type.Object(
    { type: Type.Literal('unknown') },
    { description: 'The payment is not known, and no money can move for it.' },
  ),
  Type.Object({
    type: Type.Literal('known'),
    statusUpdates: Type.Array(WireStatusUpdate, { minItems: 1, maxItems: 20 }),
  }),
])

export const CancelResult = Type.Object({
  type: literals(
    ['cancelled', 'too-late', 'later'] as const,
    'cancelled: no money can move any more. too-late: it may have moved. later: a status update follows.',
  ),
})

export const StatusUpdateAnswerBody = Type.Object({
  answer: literals(
    ['applied', 'sent-back', 'repeated', 'suspended', 'contradicts', 'kept', 'not-allowed'] as const,
    'applied; sent-back: nothing of it was credited, it is returned to its sender; repeated: reported before; suspended: money that no rule settles, an operator has a case; contradicts: it denies what you reported before, or does not fit this kind of payment (a payout paid or expired, a payin delivered or returned), an operator has a case and nothing changed; kept: there is no such payment yet; not-allowed: it changed nothing.',
  ),
})

/** A message's body around the payload: its `type` keeps it from being taken for another message. */
export const message = <Data extends Parameters<typeof Type.Object>[0]>(type: string, data: Data) =>
  Type.Object({ type: Type.Literal(type), timestamp: Iso, data: Type.Object(data) })

export const StatusUpdateMessage = message('payment.status_updated', { statusUpdate: WireStatusUpdate })
