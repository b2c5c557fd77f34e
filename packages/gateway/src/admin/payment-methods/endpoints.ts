/**
 * The catalogue's payment methods by currency, for setting up a merchant or an own account: which methods exist, and
 * what an account needs to receive payers' money. Reads only the catalogue.
 */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type {
  PayinMethod,
  PayinRules,
  PaymentMethod,
  ReceivingDetail,
} from '@sluice/core/catalogue/payment-method.ts'
import { Type } from 'typebox'
import { checkDigitOf, recognitionsOf } from '../../processors/own-account/rails.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'

const RECOGNITIONS = ['reference', 'amount', 'account', 'external-reference'] as const

const DetailSchema = Type.Object({
  name: Type.String({ description: 'Name of the field in `receiving`.' }),
  description: Type.String(),
  isNeeded: Type.Boolean({ description: 'Whether an account must have it.' }),
  rule: Type.Optional(Type.String({ description: 'Its format, if a rule for it is published.' })),
})

const OwnAccountSchema = Type.Object(
  {
    recognisedBy: Type.Array(choice(RECOGNITIONS), {
      description: 'How money can be recognised, the default first.',
    }),
    receiving: Type.Array(DetailSchema),
    atLeastOneOf: Type.Array(Type.String(), { description: 'Details of which at least one is mandatory.' }),
    referenceNeeds: Type.Optional(
      Type.String({ description: 'The detail that payments need to contain a reference.' }),
    ),
    numberLength: Type.Optional(
      Type.Integer({
        description: 'Number of digits of a complete virtual account number, if it ends with a check digit.',
      }),
    ),
  },
  { description: 'What an own account needs for it. Absent if own accounts cannot receive it.' },
)

const MethodSchema = Type.Object({
  code: Type.String({ description: '`paymentMethodCode`.' }),
  title: Type.String(),
  kind: choice(['payin', 'payout']),
  currencyCode: Type.String(),
  operators: Type.Array(Type.String(), {
    description: 'The operator codes. If two methods have the same code, they select one.',
  }),
  ownAccount: Type.Optional(OwnAccountSchema),
})

const list = endpoint({
  route: 'GET /admin/payment-methods',
  role: 'VIEWER',
  summary: 'List the payment methods by currency, with what an own account needs for each',
  guide: 'accounts.md',
  query: { currencyCode: Type.Optional(Type.String()) },
  answers: { 200: Type.Object({ data: Type.Array(MethodSchema) }) },
  handle: ({ query: { currencyCode } }) => ({
    data: ALL.filter((each) => currencyCode === undefined || each.currencyCode === currencyCode),
  }),
})

/** The catalogue never changes while the program runs. */
const ALL = [
  ...PAYIN_METHODS.flatMap((method) =>
    [...method.currencies].map(([currencyCode, rules]) => ({
      ...factsOf(method, currencyCode),
      kind: 'payin' as const,
      ownAccount: ownAccountOf(method, rules),
    })),
  ),
  ...PAYOUT_METHODS.flatMap((method) =>
    [...method.currencies.keys()].map((currencyCode) => ({
      ...factsOf(method, currencyCode),
      kind: 'payout' as const,
    })),
  ),
].sort((a, b) => a.currencyCode.localeCompare(b.currencyCode, 'en') || a.code.localeCompare(b.code, 'en'))

function factsOf({ code, title, currencies, ...method }: PaymentMethod, currencyCode: string) {
  const all = currencies.get(currencyCode)?.operators.map((operator) => operator.code) ?? []
  const { variant } = { variant: undefined, ...method }
  return { code, title, currencyCode, operators: variant ? [variant.operatorCode] : all }
}

function ownAccountOf(method: PayinMethod, rules: PayinRules) {
  const recognisedBy = recognitionsOf(method, rules)
  if (recognisedBy.length === 0) return undefined
  const { atLeastOneOf = [], referenceNeeds } = typeof method.ownAccount === 'string' ? {} : method.ownAccount
  return {
    recognisedBy,
    receiving: rules.receiving.map((detail) => detailOf(method, detail)),
    atLeastOneOf,
    referenceNeeds,
    numberLength: checkDigitOf(rules)?.numberLength,
  }
}

function detailOf({ receiving }: PayinMethod, { name, need, is }: ReceivingDetail) {
  const rule = is === 'text' ? undefined : is === 'page' ? 'a page: https, or an app of the method' : is.rule
  return { name, description: receiving[name]?.description ?? '', isNeeded: need !== 'optional', rule }
}

export const PAYMENT_METHOD_ENDPOINTS = [list]
