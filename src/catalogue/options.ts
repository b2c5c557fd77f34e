/** What a merchant can offer, and the code lists: pure views of the catalogue. */
import type { CurrencyCode, Minor, Money } from '../foundation/money.ts'
import { formOf, type MethodForm, type Requirable } from './forms.ts'
import { amountRange } from './limits.ts'
import type { MethodRules, PayinMethod, PaymentMethod } from './method.ts'
import { PAYIN_METHODS, PAYOUT_METHODS, payinMethods } from './methods.ts'
import { type Operator, type OperatorView, operatorView } from './operators.ts'

/** One method in one currency that a merchant has. */
export interface Product {
  readonly code: string
  readonly currency: CurrencyCode
  /** Operator codes, in the order the merchant prefers; absent: all that the catalogue has. */
  readonly operators?: readonly string[]
  /** Narrow the catalogue's range. */
  readonly minMinor?: Minor
  readonly maxMinor?: Minor
  /** Fields that the merchant's rail needs beyond the contract. */
  readonly require?: readonly Requirable[]
}

/** With what a form needs to know that lets a payer choose it. Variants of one code share the form of the default one. */
export interface PaymentOption extends MethodForm {
  readonly paymentMethodCode: string
  readonly paymentOperators: readonly OperatorView[]
}

/** @returns the payin options for this money, sorted by code; an operator only where it takes the amount */
export function availableOptions(
  products: readonly Product[],
  { currency, amountMinor }: Money,
): PaymentOption[] {
  const options = new Map<string, PaymentOption>()
  for (const product of products) {
    if (product.currency !== currency || !withinProduct(product, amountMinor)) continue
    const offers = offersOf(product, amountMinor)
    const [first] = offers
    if (!first) continue
    const before = options.get(product.code)
    const paymentOperators = distinct([
      ...(before?.paymentOperators ?? []),
      ...offers.flatMap(({ operators }) => operators.map(operatorView)),
    ])
    // Of two variants the default one leads.
    const { method, rules, operators } = offers.find((each) => each.method.variant?.isDefault) ?? first
    const form = formOf(method, rules, {
      defaultOperatorCode: operators[0]?.code,
      require: product.require,
    })
    options.set(product.code, { paymentMethodCode: product.code, paymentOperators, ...form })
  }
  return [...options.values()].sort(byMethodCode)
}

interface Offer {
  readonly method: PayinMethod
  readonly rules: MethodRules
  readonly operators: readonly Operator[]
}

/** The method of a product, or its two variants, where an operator takes the amount. */
function offersOf(product: Product, amountMinor: Minor): Offer[] {
  return payinMethods(product.code).flatMap((method) => {
    const rules = method.currencies.get(product.currency)
    if (!rules) return []
    const operators = operatorsOf(rules, product).filter((each) => isWithin(rules, each, amountMinor))
    return operators.length > 0 ? [{ method, rules, operators }] : []
  })
}

/**
 * The operators that a product really has: those of the merchant that the catalogue knows, in the merchant's order.
 * The first of them stands in where a request leaves the operator out (`operator: 'first'`).
 */
export function operatorsOf(rules: MethodRules, product: Pick<Product, 'operators'>): readonly Operator[] {
  if (!product.operators) return rules.operators
  return product.operators.flatMap((code) => rules.operatorByCode.get(code) ?? [])
}

function withinProduct({ minMinor, maxMinor }: Product, amountMinor: Minor): boolean {
  return (
    (minMinor === undefined || amountMinor >= minMinor) && (maxMinor === undefined || amountMinor <= maxMinor)
  )
}

function isWithin(rules: MethodRules, operator: Operator | undefined, amountMinor: Minor): boolean {
  const { minMinor, maxMinor } = amountRange(rules, operator)
  return amountMinor >= minMinor && amountMinor <= maxMinor
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

/** The code list `/topup-options`, filtered likewise. There is one payment type only, so a filter by it changes nothing. */
export function topupOptions(filter: TopupFilter = {}): readonly TopupOption[] {
  const currencies = knownOf(filter.currencies, CURRENCY_CODES)
  return TOPUP_OPTIONS.filter(({ currencyCode }) => !currencies || currencies.has(currencyCode))
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

const TOPUP_OPTIONS: readonly TopupOption[] = PAYIN_METHODS.filter(toppable)
  .flatMap(({ code, currencies }) =>
    [...currencies].map(([currencyCode, { operators }]) => ({
      paymentTypeCode: 'TOPUP_WALLET' as const,
      paymentMethodCode: code,
      currencyCode,
      paymentOperators: operators.map(operatorView),
    })),
  )
  .sort(
    (a, b) => compare(a.paymentMethodCode, b.paymentMethodCode) || compare(a.currencyCode, b.currencyCode),
  )

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

const byMethodCode = (a: PaymentOption, b: PaymentOption): number =>
  compare(a.paymentMethodCode, b.paymentMethodCode)

/** By code unit, the same on every machine: a locale's order is not. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
