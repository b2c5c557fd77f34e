/**
 * What a merchant's product says of a payment: what it costs, and whether it is available.
 *
 * Creates and options use the same function. So what is offered can be created with the same amount, currency and
 * operator, and what can be created is offered.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import { type AmountRange, amountRange } from '@sluice/core/catalogue/limits.ts'
import type { Operator } from '@sluice/core/catalogue/operators.ts'
import type { MethodRules, PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { operatorsOf } from '@sluice/core/catalogue/payment-options.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { type Minor, type Money, minorFromText } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { WantedPayment } from '@sluice/core/processor/port.ts'
import type { Problem } from '../http/problems.ts'
import { chargesFor } from '../ledger/fees.ts'
import type { Charges } from '../ledger/postings.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { Product } from '../merchants/merchant.ts'
import { type ProcessorRoute, routeOf } from '../processing/route.ts'
import type { Gateway } from './gateway.ts'
import { paymentProblem } from './problems.ts'
import { isObject } from './requests.ts'

/** The part of a merchant that decides what it may have. */
export type ProductHolder = Pick<MerchantProfile, 'merchantCode' | 'isTest' | 'product'>

/** The product that a request is for, before the whole request has been read. */
export function productOf(profile: ProductHolder, paymentMethod: unknown, of: Currency): Product | undefined {
  const code = isObject(paymentMethod) ? paymentMethod.paymentMethodCode : undefined
  return typeof code === 'string' ? profile.product(code, of.code) : undefined
}

function rulesOf(method: PaymentMethod, money: Money): MethodRules {
  const rules = method.currencies.get(money.currency)
  assert(rules, 'a validated request is of a currency that its method has')
  return rules
}

/** The product's own, or the currency's. */
const vatRateOf = (product: Pick<Product, 'vatRate'>, rules: MethodRules): string | undefined =>
  product.vatRate ?? rules.currency.vatRate

/** Fee and VAT: the product's own, or the catalogue's typical ones. */
function chargesOf(money: Money, product: Pick<Product, 'fee' | 'vatRate'>, rules: MethodRules): Charges {
  const vatRate = vatRateOf(product, rules)
  return chargesFor(
    money.amountMinor,
    { rule: product.fee ?? rules.fee, vatRate },
    rules.currency.ledgerDigits,
  )
}

/** A requested payment: the request has been checked, nothing has been promised. */
export interface RequestedTerms {
  readonly kind: MethodKind
  readonly method: PaymentMethod
  /** Set if the request names one, or the method's variant is one. */
  readonly operator: Operator | undefined
  readonly money: Money
  /** See `payer.ts`. */
  readonly payer?: string
}

export interface ProductTerms {
  readonly rules: MethodRules
  /** The requested one; otherwise, if the response always names one, the merchant's first that accepts the payment. */
  readonly operator: Operator | undefined
  readonly charges: Charges
  /** Of the fee: for later invoices, whatever has become of the product by then. */
  readonly vatRate: string
  readonly wanted: WantedPayment & { readonly isTest: boolean }
  readonly route: ProcessorRoute
  /** Well-formed and known, but this merchant's product does not allow the operator or the amount. */
  readonly unavailable: Problem | undefined
}

/** The one answer to whether a merchant may have this payment now: creates obey it, and options show it. */
export function termsOf(
  gateway: Pick<Gateway, 'processors' | 'deps'>,
  profile: ProductHolder,
  requested: RequestedTerms,
): ProductTerms {
  const rules = rulesOf(requested.method, requested.money)
  const product = profile.product(requested.method.code, requested.money.currency)
  const of = (operator: Operator | undefined) =>
    termsBy(gateway, profile, requested, { rules, product, operator })
  if (requested.operator || rules.operator !== 'first') return of(requested.operator)
  const [first, ...others] = operatorsOf(rules, product ?? {})
  const terms = of(first)
  if (isAvailable(terms)) return terms
  for (const operator of others) {
    const next = of(operator)
    if (isAvailable(next)) return next
  }
  return terms
}

/** A create with these terms can be refused only for its customer, its fields, or by a processor that declines. */
export const isAvailable = ({ unavailable, route }: Pick<ProductTerms, 'unavailable' | 'route'>): boolean =>
  unavailable === undefined && route.candidates.length > 0

interface Chosen {
  readonly rules: MethodRules
  readonly product: Product | undefined
  readonly operator: Operator | undefined
}

function termsBy(
  { processors, deps }: Pick<Gateway, 'processors' | 'deps'>,
  profile: ProductHolder,
  { kind, method, money, payer }: RequestedTerms,
  chosen: Chosen,
): ProductTerms {
  const { rules, product, operator } = chosen
  const charges = chargesOf(money, product ?? {}, rules)
  const wanted = {
    kind,
    merchantId: profile.merchantCode,
    isTest: profile.isTest,
    method: method.code,
    operator: operator?.code,
    money,
    ...(payer !== undefined && { payer }),
  }
  return {
    rules,
    operator,
    charges,
    vatRate: vatRateOf(product ?? {}, rules) ?? '0',
    wanted,
    route: routeOf(processors, wanted, product?.processors, deps.clock.now()),
    unavailable: productProblem(profile, method, money, charges, chosen),
  }
}

function productProblem(
  profile: ProductHolder,
  { code, currencies }: PaymentMethod,
  { amountMinor, currency }: Money,
  { feeMinor, vatMinor }: Charges,
  { rules, product, operator }: Chosen,
): Problem | undefined {
  if (!product) {
    const others = [...currencies.keys()].filter((other) => profile.product(code, other)).join(', ')
    const instead = others === '' ? '' : ` Your account has ${code} in ${others}.`
    const detail = `${code} in ${currency} is not one of your account's products.${instead}`
    return paymentProblem('METHOD_UNAVAILABLE', detail)
  }
  if (operator && product.operators && !product.operators.includes(operator.code)) {
    const detail = `${operator.code} is not one of the operators of your product ${code} in ${currency}.`
    return paymentProblem('OPERATOR_UNAVAILABLE', detail)
  }
  const { ledgerDigits } = rules.currency
  const { minMinor, maxMinor } = operator ? amountRange(rules, operator) : widestRange(rules, product)
  const min = larger(minMinor, product.min, ledgerDigits)
  const max = smaller(maxMinor, product.max, ledgerDigits)
  if (amountMinor < min || amountMinor > max) {
    const text = (amount: Minor) => moneyWords({ currency, amountMinor: amount })
    const who = operator ? `${code} by ${operator.name}` : code
    return paymentProblem('AMOUNT_OUT_OF_RANGE', `${who} accepts amounts from ${text(min)} to ${text(max)}.`)
  }
  if (feeMinor + vatMinor >= amountMinor) {
    return paymentProblem('AMOUNT_OUT_OF_RANGE', 'Fee and VAT would use up the whole amount.')
  }
  return undefined
}

/** Over all operators: the same for every merchant that has chosen none. */
const widestOf = new WeakMap<MethodRules, AmountRange>()

/** If no operator is named: what at least one of the merchant's operators allows. All have the method's own minimum. */
function widestRange(rules: MethodRules, product: Pick<Product, 'operators'>): AmountRange {
  if (product.operators) return widestOfThese(rules, product)
  let widest = widestOf.get(rules)
  if (widest === undefined) {
    widest = widestOfThese(rules, product)
    widestOf.set(rules, widest)
  }
  return widest
}

function widestOfThese(rules: MethodRules, product: Pick<Product, 'operators'>): AmountRange {
  const maxima = operatorsOf(rules, product).map((operator) => amountRange(rules, operator).maxMinor)
  const [maxMinor = rules.maxMinor] = maxima.sort((a, b) => (a < b ? 1 : -1))
  return { minMinor: rules.minMinor, maxMinor }
}

function larger(own: Minor, product: string | undefined, digits: number): Minor {
  const wanted = product === undefined ? own : minorFromText(product, digits)
  return wanted > own ? wanted : own
}

function smaller(own: Minor, product: string | undefined, digits: number): Minor {
  const wanted = product === undefined ? own : minorFromText(product, digits)
  return wanted < own ? wanted : own
}
