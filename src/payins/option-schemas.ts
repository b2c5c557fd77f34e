/** The shape of `POST /payins/!availablePaymentOptions`, as the OpenAPI document shows it. */
import { Type } from 'typebox'

const oneOf = (description: string, ...values: readonly string[]) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { description },
  )

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
    }),
  ),
  externalProviders: Type.Optional(
    Type.Array(CodeAndName, { description: 'Further providers, where your account has some.' }),
  ),
})
