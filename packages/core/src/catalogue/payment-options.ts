/** Payment options: the methods and operators that a merchant can offer for an amount, each with its form. Pure. */
import { type Operator, type OperatorView, operatorView } from './operators.ts'
import { formOf, type MethodForm, type Requirable } from './payment-form.ts'
import type { MethodRules, PayinMethod } from './payment-method.ts'
import { type RefundView, refundView } from './refund-rules.ts'

/** With what a form needs to let a payer choose it. Variants of a code share the form of the default variant. */
export interface PaymentOption extends MethodForm {
  readonly paymentMethodCode: string
  readonly paymentOperators: readonly OperatorView[]
  readonly refund: RefundView
}

/** A method, or a variant of it, that a merchant can offer for an amount. */
export interface MethodOffer {
  readonly method: PayinMethod
  readonly rules: MethodRules
  /** Operators that accept this amount, in the merchant's order. */
  readonly operators: readonly Operator[]
}

/** The merchant product's settings for a method, and for a create that names no operator. */
export interface OfferTerms {
  readonly require?: readonly Requirable[] | undefined
  /** The result of such a create; undefined if it would be rejected. */
  readonly unnamed: { readonly operator: Operator | undefined } | undefined
}

/** One line of the options: a method code with the offers of all its variants; undefined if there are none. */
export function optionOf(
  offers: readonly MethodOffer[],
  { require, unnamed }: OfferTerms,
): PaymentOption | undefined {
  // Of two variants, the default one comes first.
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
 * The operators that a product really has: the merchant's operators that are in the catalogue, in the merchant's order. The first
 * one is used if a request names none (`operator: 'first'`).
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

/** By code unit, which is the same on every machine, unlike a locale's order. */
export function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
