/** The schemas of `paymentMethodResponse`: exactly the fields of each method's response. */
import { type TObject, type TSchema, Type } from 'typebox'
import type { ExactNumber } from '../foundation/json.ts'
import type { PayinMethod, PaymentMethod } from './payment-method.ts'
import {
  ACCOUNT_PARTS,
  type AccountRule,
  type MethodResponseField,
  type Presence,
  partsOf,
} from './response-fields.ts'

export const moneySchema = (description: string) =>
  Type.Object(
    { amount: Type.Unsafe<ExactNumber>(Type.Number()), currencyCode: Type.String() },
    { description },
  )

const text = (description: string): TSchema => Type.String({ description })
const uri = (description: string): TSchema => Type.String({ format: 'uri', description })

const VAT = () => Type.Optional(moneySchema('The VAT on the fee, if it is charged for this payment.'))

export function responseSchema(method: PaymentMethod): TObject {
  const options = { title: `${method.title}: response` }
  if (method.kind === 'payout') {
    const core = { idPayout: text('Merchant Order ID'), paymentMethodCode: Type.Literal(method.code) }
    return Type.Object({ ...core, vat: VAT() }, options)
  }
  return Type.Object({ ...coreSchemas(method), ...ownSchemas(method) }, options)
}

const coreSchemas = (method: PayinMethod): Record<string, TSchema> => ({
  idPayin: text('Merchant Order ID'),
  paymentMethodCode: Type.Literal(method.code),
  money: moneySchema('The amount of the order'),
  reference: method.railMakesReference
    ? Type.Optional(text('The code that the customer shows at the till; present once it is final'))
    : text('Payment reference'),
  expireAt: Type.String({ format: 'date-time', description: 'When the payment expires if it is not paid' }),
  returnUrl: Type.Optional(uri('The URL to which the customer returns')),
  vat: VAT(),
})

function ownSchemas(method: PayinMethod): Record<string, TSchema> {
  const rows = Object.entries(method.responds) as [MethodResponseField, Presence | AccountRule][]
  return Object.fromEntries(
    rows.map(([field, rule]) => {
      const schema = typeof rule === 'object' ? accountSchema(field, rule) : SCHEMAS[field]
      const presence = typeof rule === 'object' ? rule.is : rule
      // A payin that no processor has accepted yet has no instructions, so only the other fields are present in every state.
      const promised = presence === 'always' && !KNOWN_WITH_ACCEPTANCE.has(field)
      return [field, promised ? schema : Type.Optional(schema)]
    }),
  )
}

const KNOWN_WITH_ACCEPTANCE: ReadonlySet<MethodResponseField> = new Set<MethodResponseField>([
  'moneyRequired',
  'account',
  'paymentAddress',
  'redirectUrl',
  'qrCode',
  'qrName',
  'upiQrDeepLink',
  'paymentInstructionList',
])

const ACCOUNT_WORDS: { readonly [Field in MethodResponseField]?: string } = {
  account: 'The account to which the customer sends the money',
  accountCustomer: 'The customer account from which funds are expected',
  accountCustomerUsedForPayment: 'The account the customer used. On reads only.',
}

function accountSchema(field: MethodResponseField, rule: AccountRule): TSchema {
  const parts = ACCOUNT_PARTS.filter((part) => partsOf(rule).includes(part)).map((part) => {
    const schema = Type.String()
    return [part, rule.parts.includes(part) ? schema : Type.Optional(schema)] as const
  })
  return Type.Object(Object.fromEntries(parts), { description: ACCOUNT_WORDS[field] ?? field })
}

const part = () => Type.Optional(Type.String())

const SCHEMAS: Readonly<Record<MethodResponseField, TSchema>> = {
  account: Type.Object({}),
  accountCustomer: Type.Object({}),
  accountCustomerUsedForPayment: Type.Object({}),
  paymentAddress: Type.Object(
    { name: Type.String(), idAddress: Type.String() },
    {
      description:
        'The payment address (UPI address, crypto address) to which the customer sends the payment',
    },
  ),
  redirectUrl: uri('The URL to which to redirect the customer'),
  qrCode: text('The content of the QR code'),
  qrName: text('Name of the QR code: the scheme, or the network'),
  upiQrDeepLink: text('Opens a UPI app with everything filled in'),
  paymentInstructionList: Type.Array(
    Type.Object({ title: Type.String(), steps: Type.Array(Type.String()) }),
    {
      description: 'Payment instructions for the customer, for each way to pay',
    },
  ),
  moneyRequired: moneySchema(
    'When present, the customer must pay this amount, while the full order amount is credited to the merchant balance',
  ),
  paymentOperator: Type.Object(
    { code: Type.String(), name: Type.String() },
    { description: 'The payment operator: bank, wallet, network or store' },
  ),
  taxId: text('As in the request'),
  productId: text('As in the request'),
  phoneNumber: text('As in the request'),
  emailAddress: text('As in the request'),
  paymentLocationCustomer: Type.Object(
    { code: part(), name: part(), address: part(), city: part() },
    { description: 'The place where the customer pays' },
  ),
  externalReference: Type.Object(
    { reference: Type.String() },
    { description: 'Present when the customer supplied an external reference' },
  ),
}
