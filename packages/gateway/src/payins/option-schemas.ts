/** The shape of `POST /payins/!availablePaymentOptions`, as the OpenAPI document shows it. */
import { REFUND_ROUTES } from '@sluice/core/catalogue/refund-rules.ts'
import { Type } from 'typebox'
import { choice } from '../http/choice.ts'

const oneOf = <const Value extends string>(description: string, ...values: readonly Value[]) =>
  choice(values, { description })

const CodeAndName = Type.Object({ code: Type.String(), name: Type.String() })

const FieldSchema = Type.Object({
  name: Type.String(),
  path: Type.String({ description: 'JSON Pointer into paymentMethod to the value.' }),
  need: oneOf('OPTIONAL fields may be left empty.', 'MANDATORY', 'OPTIONAL'),
  label: Type.String({ description: 'In English.' }),
  maxLength: Type.Integer(),
  format: Type.Optional(
    oneOf('The pattern that the server checks.', 'accountName', 'emailAddress', 'phoneNumber'),
  ),
  countryCode: Type.Optional(
    Type.String({ description: 'The country whose national phone number format is accepted (ISO 3166-1).' }),
  ),
  values: Type.Optional(Type.Array(Type.String(), { description: 'The choices, if the field has a list.' })),
})

const RefundSchema = Type.Object(
  {
    routes: Type.Array(choice(REFUND_ROUTES), {
      description: 'In order of preference. The next is used only if it is certain that no money has left.',
    }),
    windowDays: Type.Optional(
      Type.Integer({
        description: 'NATIVE: the number of days after SUCCESS in which the rail can return a payin.',
      }),
    ),
    partial: Type.Optional(
      Type.Boolean({ description: 'NATIVE: whether the rail supports partial refunds.' }),
    ),
    times: Type.Optional(oneOf('NATIVE: how many refunds of one payin the rail allows.', 'ONCE', 'SEVERAL')),
  },
  { description: 'How a payin by this method can be refunded.' },
)

export const OptionsSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      paymentMethodCode: Type.String(),
      paymentOperators: Type.Array(CodeAndName),
      name: Type.String({ description: 'The usual name of the method, in English.' }),
      flow: oneOf('What the payer does next.', 'QR', 'REDIRECT', 'PUSH', 'INSTRUCTIONS'),
      paymentOperatorNeed: oneOf(
        'MANDATORY: an operator must be set. OPTIONAL: let the payer choose. UNNEEDED: do not ask the payer.',
        'MANDATORY',
        'OPTIONAL',
        'UNNEEDED',
      ),
      defaultOperatorCode: Type.Optional(
        Type.String({ description: 'The operator that is used if the create names none.' }),
      ),
      externalReference: oneOf(
        'Whether the payer must supply an external reference (UTR).',
        'REQUIRED',
        'UNLESS_CUSTOMER_KNOWN',
        'NEVER',
      ),
      fields: Type.Array(FieldSchema, {
        description: 'The fields that a form should ask the payer for. A create accepts more.',
      }),
      refund: RefundSchema,
    }),
  ),
  externalProviders: Type.Optional(
    Type.Array(CodeAndName, { description: 'Further providers, if your account has any.' }),
  ),
})
