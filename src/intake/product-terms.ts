/** What a merchant's product says of a payment: what it costs, and whether it is to be had. */
import type { Currency } from '../catalogue/currencies.ts'
import { amountRange } from '../catalogue/limits.ts'
import type { MethodRules, PaymentMethod } from '../catalogue/method.ts'
import { amountText, type Minor, type Money, minorFromText } from '../foundation/money.ts'
import { assert } from '../foundation/result.ts'
import type { Problem } from '../http/problems.ts'
import { chargesFor } from '../ledger/fees.ts'
import type { Charges } from '../ledger/postings.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { Product } from '../merchants/merchant.ts'
import type { Payment } from '../payments/model.ts'
import { paymentProblem } from './problems.ts'
import { isObject } from './requests.ts'

/** The product that a request asks for, before the request has been understood. */
export function productOf(
  profile: MerchantProfile,
  paymentMethod: unknown,
  of: Currency,
): Product | undefined {
  const code = isObject(paymentMethod) ? paymentMethod.paymentMethodCode : undefined
  return typeof code === 'string' ? profile.product(code, of.code) : undefined
}

export function rulesOf(method: PaymentMethod, money: Money): MethodRules {
  const rules = method.currencies.get(money.currency)
  assert(rules, 'a validated request is of a currency that its method has')
  return rules
}

/** Fee and VAT: the product's own, or the catalogue's typical ones. */
export function chargesOf(money: Money, product: Product, rules: MethodRules): Charges {
  const vatRate = product.vatRate ?? rules.currency.vatRate
  return chargesFor(
    money.amountMinor,
    { rule: product.fee ?? rules.fee, vatRate },
    rules.currency.ledgerDigits,
  )
}

/** Well-formed and known, but this merchant's product says no: to the operator, or to the amount. */
export function productProblem(
  profile: MerchantProfile,
  method: PaymentMethod,
  payment: Payment,
): Problem | undefined {
  const { money } = payment
  const rules = rulesOf(method, money)
  const product = profile.product(method.code, money.currency)
  if (!product) {
    const detail = `${payment.method} in ${money.currency} is not among the products of your account.`
    return paymentProblem('METHOD_UNAVAILABLE', detail)
  }
  const { ledgerDigits } = rules.currency
  const operator = payment.operator === undefined ? undefined : rules.operatorByCode.get(payment.operator)
  if (operator && product.operators && !product.operators.includes(operator.code)) {
    const detail = `${operator.code} is not among the operators of your product ${product.code} in ${product.currency}.`
    return paymentProblem('OPERATOR_UNAVAILABLE', detail)
  }
  const range = amountRange(rules, operator)
  const min = larger(range.minMinor, product.min, ledgerDigits)
  const max = smaller(range.maxMinor, product.max, ledgerDigits)
  if (money.amountMinor < min || money.amountMinor > max) {
    const text = (amount: Minor) => `${amountText(amount, ledgerDigits)} ${money.currency}`
    const who = operator ? `${product.code} by ${operator.name}` : product.code
    return paymentProblem('AMOUNT_OUT_OF_RANGE', `${who} takes amounts from ${text(min)} to ${text(max)}.`)
  }
  if (payment.feeMinor + payment.vatMinor >= money.amountMinor) {
    return paymentProblem('AMOUNT_OUT_OF_RANGE', 'Fee and VAT would reach the amount.')
  }
  return undefined
}

function larger(own: Minor, product: string | undefined, digits: number): Minor {
  const wanted = product === undefined ? own : minorFromText(product, digits)
  return wanted > own ? wanted : own
}

function smaller(own: Minor, product: string | undefined, digits: number): Minor {
  const wanted = product === undefined ? own : minorFromText(product, digits)
  return wanted < own ? wanted : own
}
