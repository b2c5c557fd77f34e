/**
 * The schemas of creates and their responses in the OpenAPI document. The method objects come from the catalogue's
 * field declarations, which also validate.
 */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { PayoutMethodResponse } from '@sluice/core/catalogue/build-response.ts'
import { EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { methodRequestSchemas, methodResponseSchemas } from '@sluice/core/catalogue/request-schemas.ts'
import type { PaymentMethodResponse } from '@sluice/core/catalogue/response-fields.ts'
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { METHOD_STATUSES, type Status } from '@sluice/core/payment/transitions.ts'
import { type TSchema, Type } from 'typebox'

const pointer = (name: string): string => `#/components/schemas/${name}`
const reference = (name: string): TSchema => Type.Unsafe({ $ref: pointer(name) })

let components: Readonly<Record<string, object>> | undefined

/** Every method's request and response object, by name, and the unions of them. Made once, because it takes milliseconds. */
export function methodComponents(): Readonly<Record<string, object>> {
  components ??= makeComponents()
  return components
}

const makeComponents = (): Record<string, object> => ({
  ...methodRequestSchemas(),
  ...methodResponseSchemas(),
  ...methodChoices('Payin', PAYIN_METHODS, ''),
  ...methodChoices('Payout', PAYOUT_METHODS, ''),
  ...methodChoices('Payin', PAYIN_METHODS, 'Response'),
  ...methodChoices('Payout', PAYOUT_METHODS, 'Response'),
})

/**
 * `PayinMethod`, `PayinMethodResponse` and so on: a union of the methods' objects, with the discriminator
 * `paymentMethodCode`. If objects share a code (`P2A_V2`) the code leads to another union, because a discriminator's
 * value can lead to one schema only.
 */
function methodChoices(
  kind: 'Payin' | 'Payout',
  methods: readonly PaymentMethod[],
  suffix: '' | 'Response',
): Record<string, object> {
  const byCode = Map.groupBy(methods, ({ code }) => code)
  const shared: Record<string, object> = {}
  const mapping: Record<string, string> = {}
  for (const [code, [first, ...others]] of byCode) {
    if (!first) continue
    const name = others.length === 0 ? `${first.object}${suffix}` : `${code}${suffix}`
    mapping[code] = pointer(name)
    if (others.length > 0) {
      shared[name] = {
        description: `The variants of ${code}: paymentOperatorCode selects one.`,
        anyOf: [first, ...others].map(({ object }) => ({ $ref: pointer(`${object}${suffix}`) })),
      }
    }
  }
  const choice = {
    description: `One of the ${kind.toLowerCase()} methods. paymentMethodCode selects it.`,
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'paymentMethodCode', mapping },
  }
  return { ...shared, [`${kind}Method${suffix}`]: choice }
}

const instant = (description: string) => Type.String({ format: 'date-time', description })

const ProcessSchema = Type.Object({
  status: Type.Unsafe<Status>(
    Type.Union(
      METHOD_STATUSES.map((status) => Type.Literal(status)),
      {
        description:
          'SUCCESS, REFUSED and FAILED are final. EXPIRED can still become SUCCESS if the money arrives late.',
      },
    ),
  ),
  createdAt: instant('When the payment was accepted.'),
  processedAt: Type.Optional(instant('When it became SUCCESS, REFUSED or FAILED.')),
  expireAt: Type.Optional(instant('Payins: when the payment period ends.')),
  isTest: Type.Boolean(),
  processorStatus: Type.Optional(Type.String({ description: "The processor's own status code." })),
})

const choiceOf = (kind: MethodKind, suffix: '' | 'Response'): TSchema =>
  reference(`${kind === 'payin' ? 'Payin' : 'Payout'}Method${suffix}`)

/** A whole request for every method and currency, from the catalogue's examples. */
function createExamples(kind: MethodKind): Record<string, object> {
  const own = EXAMPLES.filter(({ method }) => method.kind === kind)
  return Object.fromEntries(
    own.map(({ method, currencyCode, money, paymentMethod }) => [
      `${method.object}-${currencyCode}`,
      {
        summary: `${method.title} in ${currencyCode}`,
        value: {
          paymentRequested: { money },
          paymentMethod,
          callbackUrl: 'https://shop.example.com/callbacks',
          ...(kind === 'payin' && { returnUrl: 'https://shop.example.com/thanks' }),
        },
      },
    ]),
  )
}

/** A payment's ID in a path. */
export const OrderId = Type.String({
  description:
    'Merchant Order ID: your own ID for this payment, which you choose. 1 to 64 characters of A-Z a-z 0-9 . _ ~ -, not starting with a dot.',
})

const CALLBACK_URL =
  'The URL that receives a callback when the status changes. Mandatory unless your account has a default address.'
const RETURN_URL =
  'The page of yours to which the customer is sent after paying. The gateway adds the parameter idPayin to it.'

const url = (description: string) =>
  Type.Optional(Type.String({ format: 'uri', maxLength: 2048, description }))

const created = (kind: MethodKind) => ({
  paymentRequested: Type.Object({ money: moneySchema('The amount of the order.') }),
  paymentMethod: choiceOf(kind, ''),
  callbackUrl: url(CALLBACK_URL),
})

export const CreatePayinSchema = Type.Object(
  { ...created('payin'), returnUrl: url(RETURN_URL) },
  { 'x-examples': createExamples('payin') },
)
export const CreatePayoutSchema = Type.Object(created('payout'), { 'x-examples': createExamples('payout') })

const ReferenceNeeded = Type.Optional(
  Type.Literal(true, {
    description: 'Present while the payin still needs an external reference (UTR) to complete.',
  }),
)
const SandboxUrl = Type.Optional(
  Type.String({
    format: 'uri',
    description: 'Sandbox payins only: the page on which a tester simulates bank, wallet and payer.',
  }),
)

const RefundsOfPayin = Type.Optional(
  Type.Object(
    {
      refunded: moneySchema('The amount refunded so far.'),
      refundable: moneySchema('The amount that can still be refunded, after refunds in progress.'),
    },
    { description: 'Present once the payin has a refund.' },
  ),
)

const PaymentRequested = Type.Object({ money: moneySchema('The amount of the order.') })
const FailureReason = Type.Optional(Type.String({ description: 'Why a FAILED payment failed.' }))
const Fee = moneySchema('The fee that the merchant is charged at SUCCESS, without VAT.')

export const PayinSchema = Type.Object(
  {
    paymentRequested: PaymentRequested,
    process: ProcessSchema,
    failureReasonCode: FailureReason,
    externalReferenceNeeded: ReferenceNeeded,
    sandboxUrl: SandboxUrl,
    idLink: Type.Optional(
      Type.String({ description: 'Your ID of the payment link, if the payin was created by one.' }),
    ),
    refunds: RefundsOfPayin,
    fee: Fee,
    paymentMethodResponse: Type.Unsafe<PaymentMethodResponse>(choiceOf('payin', 'Response')),
  },
  { description: 'The current payin.' },
)

export const PayoutSchema = Type.Object(
  {
    paymentRequested: PaymentRequested,
    process: ProcessSchema,
    failureReasonCode: FailureReason,
    fee: Fee,
    paymentMethodResponse: Type.Unsafe<PayoutMethodResponse>(choiceOf('payout', 'Response')),
  },
  { description: 'The current payout.' },
)

/** The columns of an export of payments: what all methods have, its IDs first. The payer's instructions are left out. */
export function paymentSheet(kind: MethodKind): TSchema {
  const { properties } = kind === 'payin' ? Type.Omit(PayinSchema, ['refunds']) : PayoutSchema
  const { paymentMethodResponse: _instructions, ...members } = properties
  const text = () => Type.Optional(Type.String())
  const named = kind === 'payin' ? { idPayin: text() } : { idPayout: text() }
  const ofPayins = {
    reference: text(),
    externalReference: Type.Optional(Type.Object({ reference: text() })),
    paymentOperator: Type.Optional(Type.Object({ code: text() })),
  }
  return Type.Object({
    paymentMethodResponse: Type.Object({
      ...named,
      paymentMethodCode: text(),
      ...(kind === 'payin' && ofPayins),
      vat: Type.Optional(moneySchema('')),
    }),
    ...members,
  })
}
