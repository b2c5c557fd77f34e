/**
 * A complete, valid request for every method and currency, for the documentation, the simulation and the tests. Built from the
 * examples of the fields in the method files.
 */
import { PAYIN_METHODS, PAYOUT_METHODS } from './all-methods.ts'
import { TEXT_FIELDS } from './method-fields.ts'
import type { MethodRules, NamedFieldRule, PaymentMethod } from './payment-method.ts'
import type { MoneyView } from './response-fields.ts'

export interface MethodExample {
  readonly method: PaymentMethod
  readonly currencyCode: string
  /** As in `paymentRequested.money`. Makes the sandbox succeed. */
  readonly money: MoneyView
  /** As in `paymentMethod`. */
  readonly paymentMethod: Readonly<Record<string, unknown>>
}

/** The mandatory fields, and the ones that the method itself names. */
export function exampleOf(
  method: PaymentMethod,
  rules: MethodRules,
  fields: 'mandatory' | 'all',
): MethodExample {
  const [payee] = method.kind === 'payout' ? method.payeeBy : []
  const shown = rules.fields.filter(
    ({ need, name }) => fields === 'all' || need === 'mandatory' || name === payee,
  )
  const account = textsOf(shown, 'account')
  const operator = rules.operators[0]
  return {
    method,
    currencyCode: rules.currency.code,
    money: { amount: rules.exampleAmount, currencyCode: rules.currency.code },
    paymentMethod: {
      paymentMethodCode: method.code,
      ...(operator &&
        (fields === 'all' || rules.operator !== 'optional') && { paymentOperatorCode: operator.code }),
      ...((method.kind === 'payout' || Object.keys(account).length > 0) && { account }),
      ...textsOf(shown, 'method'),
      ...locationOf(shown),
    },
  }
}

function textsOf(rules: readonly NamedFieldRule[], stands: 'account' | 'method'): Record<string, unknown> {
  const texts = rules.filter(({ name }) => name !== 'paymentLocation' && TEXT_FIELDS[name].stands === stands)
  return Object.fromEntries(texts.map(({ name, example }) => [name, example]))
}

function locationOf(rules: readonly NamedFieldRule[]): Record<string, unknown> {
  const rule = rules.find(({ name }) => name === 'paymentLocation')
  return rule ? { paymentLocation: rule.example } : {}
}

/** One for each method and currency, with only the mandatory fields. */
export const EXAMPLES: readonly MethodExample[] = [...PAYIN_METHODS, ...PAYOUT_METHODS].flatMap((method) =>
  [...method.currencies.values()].map((rules) => exampleOf(method, rules, 'mandatory')),
)

/** The same with every field that the method has in that currency. */
export const FULL_EXAMPLES: readonly MethodExample[] = [...PAYIN_METHODS, ...PAYOUT_METHODS].flatMap(
  (method) => [...method.currencies.values()].map((rules) => exampleOf(method, rules, 'all')),
)
