/** What a merchant can offer, and the code lists: pure views of the catalogue. */
import { formOf, type MethodForm, type Requirable } from './forms.ts'
import type { MethodRules, PayinMethod, PaymentMethod } from './method.ts'
import { PAYIN_METHODS, PAYOUT_METHODS } from './methods.ts'
import { type Operator, type OperatorView, operatorView } from './operators.ts'

/** With what a form needs to know that lets a payer choose it. Variants of one code share the form of the default one. */
export interface PaymentOption extends MethodForm {
  readonly paymentMethodCode: string
  readonly paymentOperators: readonly OperatorView[]
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
  return { paymentMethodCode: method.code, paymentOperators, ...form }
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

export interface OperatorRow extends OperatorView {
  readonly paymentMethodCode: string
  readonly currencyCode: string
}

export interface OperatorFilter {
  readonly paymentMethodCodes?: readonly string[]
  readonly currencies?: readonly string[]
}

/** The code list `/payment-operators`. Unknown values of a filter are ignored; one without known values filters nothing. */
export function operatorRows(filter: OperatorFilter = {}): readonly OperatorRow[] {
  const codes = knownOf(filter.paymentMethodCodes, CODES)
  const currencies = knownOf(filter.currencies, CURRENCY_CODES)
  return OPERATOR_ROWS.filter(
    ({ paymentMethodCode, currencyCode }) =>
      (!codes || codes.has(paymentMethodCode)) && (!currencies || currencies.has(currencyCode)),
  )
}

export interface TopupOption {
  readonly paymentTypeCode: 'TOPUP_WALLET'
  readonly paymentMethodCode: string
  readonly currencyCode: string
  readonly paymentOperators: readonly OperatorView[]
}

export interface TopupFilter {
  readonly currencies?: readonly string[]
}

/** The operators of a merchant's product, where it has it; all of the catalogue's where the product names none. */
export type ProductOf = (
  code: string,
  currency: string,
) => { readonly operators?: readonly string[] } | undefined

/** The code list `/topup-options` of one merchant, filtered likewise. There is one payment type only, so a filter by it changes nothing. */
export function topupOptions(product: ProductOf, filter: TopupFilter = {}): readonly TopupOption[] {
  const currencies = knownOf(filter.currencies, CURRENCY_CODES)
  return TOPPABLE.filter(({ currencyCode }) => !currencies || currencies.has(currencyCode)).flatMap(
    ({ code, currencyCode, rules }) => {
      const own = product(code, currencyCode)
      if (!own) return []
      const paymentOperators = operatorsOf(rules, own).map(operatorView)
      return [{ paymentTypeCode: 'TOPUP_WALLET', paymentMethodCode: code, currencyCode, paymentOperators }]
    },
  )
}

/** A wallet can be topped up by what completes without a reference that the customer must bring. */
const toppable = ({ externalReference }: PayinMethod): boolean => externalReference === 'never'

const METHODS: readonly PaymentMethod[] = [...PAYIN_METHODS, ...PAYOUT_METHODS]
const CODES: ReadonlySet<string> = new Set(METHODS.map(({ code }) => code))
const CURRENCY_CODES: ReadonlySet<string> = new Set(
  METHODS.flatMap(({ currencies }) => [...currencies.keys()]),
)

const OPERATOR_ROWS: readonly OperatorRow[] = METHODS.flatMap(({ code, currencies }) =>
  [...currencies].flatMap(([currencyCode, { operators }]) =>
    operators.map((operator) => ({ ...operatorView(operator), paymentMethodCode: code, currencyCode })),
  ),
).sort(
  (a, b) =>
    compare(a.code, b.code) ||
    compare(a.paymentMethodCode, b.paymentMethodCode) ||
    compare(a.currencyCode, b.currencyCode),
)

const TOPPABLE = PAYIN_METHODS.filter(toppable)
  .flatMap(({ code, currencies }) =>
    [...currencies].map(([currencyCode, rules]) => ({ code, currencyCode, rules })),
  )
  .sort((a, b) => compare(a.code, b.code) || compare(a.currencyCode, b.currencyCode))

function knownOf(
  values: readonly string[] | undefined,
  known: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const valid = new Set((values ?? []).filter((value) => known.has(value)))
  return valid.size > 0 ? valid : undefined
}

function distinct(operators: readonly OperatorView[]): OperatorView[] {
  return [...new Map(operators.map((each) => [each.code, each])).values()]
}

export const byMethodCode = (
  a: Pick<PaymentOption, 'paymentMethodCode'>,
  b: Pick<PaymentOption, 'paymentMethodCode'>,
): number => compare(a.paymentMethodCode, b.paymentMethodCode)

/** By code unit, the same on every machine: a locale's order is not. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
