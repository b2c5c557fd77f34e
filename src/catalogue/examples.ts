/**
 * A complete, valid request for every method and currency: for the documents, the simulation and the tests.
 * Made of the examples that the method files give with each field.
 */

import { PAYIN_METHODS, PAYOUT_METHODS } from './all-methods.ts'
import { TEXT_FIELDS } from './method-fields.ts'
import type { MethodRules, NamedFieldRule, PaymentMethod } from './payment-method.ts'
import type { MoneyView } from './response-fields.ts'

export interface MethodExample {
  readonly method: PaymentMethod
  readonly currencyCode: string
  /** As it stands in `paymentRequested.money`. Steers the sandbox to plain success. */
  readonly money: MoneyView
  /** As it stands in `paymentMethod`. */
  readonly paymentMethod: Readonly<Record<string, unknown>>
}

/** What is mandatory, and the fields that a method names for itself: enough to be useful, nothing for show. */
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

/** One for each method and currency, with the mandatory fields only. */
export const EXAMPLES: readonly MethodExample[] = [...PAYIN_METHODS, ...PAYOUT_METHODS].flatMap((method) =>
  [...method.currencies.values()].map((rules) => exampleOf(method, rules, 'mandatory')),
)

/** The same with every field that the method takes there. */
export const FULL_EXAMPLES: readonly MethodExample[] = [...PAYIN_METHODS, ...PAYOUT_METHODS].flatMap(
  (method) => [...method.currencies.values()].map((rules) => exampleOf(method, rules, 'all')),
)
