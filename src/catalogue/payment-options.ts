/** Payment options: the methods and operators that a merchant can offer for an amount, with the form that each needs. Pure. */

import { type Operator, type OperatorView, operatorView } from './operators.ts'
import { formOf, type MethodForm, type Requirable } from './payment-form.ts'
import type { MethodRules, PayinMethod } from './payment-method.ts'
import { type RefundView, refundView } from './refund-rules.ts'

/** With what a form needs to know that lets a payer choose it. Variants of one code share the form of the default one. */
export interface PaymentOption extends MethodForm {
  readonly paymentMethodCode: string
  readonly paymentOperators: readonly OperatorView[]
  readonly refund: RefundView
}

/** A method, or one variant of it, that a merchant can have for an amount. */
export interface MethodOffer {
  readonly method: PayinMethod
  readonly rules: MethodRules
  /** Those that take it when they are named, in the merchant's order. */
  readonly operators: readonly Operator[]
}

/** What the merchant's product makes of a method, and of a create that names no operator. */
export interface OfferTerms {
  readonly require?: readonly Requirable[] | undefined
  /** What such a create comes to; undefined where it would be refused. */
  readonly unnamed: { readonly operator: Operator | undefined } | undefined
}

/** One line of the options: a method code with all that its variants offer; undefined where they offer nothing. */
export function optionOf(
  offers: readonly MethodOffer[],
  { require, unnamed }: OfferTerms,
): PaymentOption | undefined {
  // Of two variants the default one leads.
  const { method, rules } = offers.find((each) => each.method.variant?.isDefault) ?? offers[0] ?? {}
  if (!method || !rules) return undefined
  const paymentOperators = distinct(offers.flatMap(({ operators }) => operators.map(operatorView)))
  const form = formOf(method, rules, {
    defaultOperatorCode: unnamed?.operator?.code,
    needsOperator: unnamed === undefined,
    require,
  })
  return { paymentMethodCode: method.code, paymentOperators, ...form, refund: refundView(method.refund) }
}

/**
 * The operators that a product really has: those of the merchant that the catalogue knows, in the merchant's order.
 * The first of them stands in where a request leaves the operator out (`operator: 'first'`).
 */
export function operatorsOf(
  rules: MethodRules,
  product: { readonly operators?: readonly string[] },
): readonly Operator[] {
  if (!product.operators) return rules.operators
  return product.operators.flatMap((code) => rules.operatorByCode.get(code) ?? [])
}

function distinct(operators: readonly OperatorView[]): OperatorView[] {
  return [...new Map(operators.map((each) => [each.code, each])).values()]
}

export const byMethodCode = (
  a: Pick<PaymentOption, 'paymentMethodCode'>,
  b: Pick<PaymentOption, 'paymentMethodCode'>,
): number => compare(a.paymentMethodCode, b.paymentMethodCode)

/** By code unit, the same on every machine: a locale's order is not. */
export function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
