/** The shape of `POST /payins/!availablePaymentOptions`, as the OpenAPI document shows it. */
import { Type } from 'typebox'
import { REFUND_ROUTES } from '../catalogue/refund-rules.ts'
import { choice } from '../http/choice.ts'

const oneOf = <const Value extends string>(description: string, ...values: readonly Value[]) =>
  choice(values, { description })

const CodeAndName = Type.Object({ code: Type.String(), name: Type.String() })

const FieldSchema = Type.Object({
  name: Type.String(),
  path: Type.String({ description: 'JSON Pointer into paymentMethod: where the value stands.' }),
  need: oneOf('OPTIONAL ones may be left empty.', 'MANDATORY', 'OPTIONAL'),
  label: Type.String({ description: 'English.' }),
  maxLength: Type.Integer(),
  format: Type.Optional(oneOf('What the server checks.', 'accountName', 'emailAddress', 'phoneNumber')),
  countryCode: Type.Optional(
    Type.String({ description: 'Whose national form of a phone number is understood (ISO 3166-1).' }),
  ),
  values: Type.Optional(Type.Array(Type.String(), { description: 'The choices, where there are some.' })),
})

const RefundSchema = Type.Object(
  {
    routes: Type.Array(choice(REFUND_ROUTES), {
      description:
        'The first choice first; each is followed by the next where it is certain that no money left.',
    }),
    windowDays: Type.Optional(
      Type.Integer({ description: 'NATIVE: so many days after its SUCCESS the rail returns a payin.' }),
    ),
    partial: Type.Optional(
      Type.Boolean({ description: 'NATIVE: whether the rail returns less than the whole.' }),
    ),
    times: Type.Optional(oneOf('NATIVE: how often the rail returns money of one payin.', 'ONCE', 'SEVERAL')),
  },
  { description: 'How such a payin can be given back.' },
)

export const OptionsSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      paymentMethodCode: Type.String(),
      paymentOperators: Type.Array(CodeAndName),
      name: Type.String({ description: "The method's usual name, English." }),
      flow: oneOf('How the payer gets on.', 'QR', 'REDIRECT', 'PUSH', 'INSTRUCTIONS'),
      paymentOperatorNeed: oneOf(
        'MANDATORY: one of the operators must be named. OPTIONAL: worth asking. UNNEEDED: not worth asking.',
        'MANDATORY',
        'OPTIONAL',
        'UNNEEDED',
      ),
      defaultOperatorCode: Type.Optional(
        Type.String({ description: 'The operator that is taken where the create names none.' }),
      ),
      externalReference: oneOf(
        'Whether the payer must bring an external reference (UTR).',
        'REQUIRED',
        'UNLESS_CUSTOMER_KNOWN',
        'NEVER',
      ),
      fields: Type.Array(FieldSchema, {
        description: 'What a form should ask the payer. A create may hold more.',
      }),
      refund: RefundSchema,
    }),
  ),
  externalProviders: Type.Optional(
    Type.Array(CodeAndName, { description: 'Further providers, where your account has some.' }),
  ),
})
