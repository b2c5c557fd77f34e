/** The code lists that merchants read: payment operators, and ways to top up. Pure views of the catalogue. */
import { PAYIN_METHODS, PAYOUT_METHODS } from './all-methods.ts'
import { type OperatorView, operatorView } from './operators.ts'
import type { PayinMethod, PaymentMethod } from './payment-method.ts'
import { compare, operatorsOf } from './payment-options.ts'

export interface OperatorRow extends OperatorView {
  readonly paymentMethodCode: string
  readonly currencyCode: string
}

export interface OperatorFilter {
  readonly paymentMethodCodes?: readonly string[]
  readonly currencies?: readonly string[]
}

/** The code list `/payment-operators`. Unknown filter values are ignored; a filter without known values filters nothing. */
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

/**
 * The operators of a merchant's product, or all of the catalogue's if the product names none. Undefined if the merchant does not
 * have the product.
 */
export type ProductOf = (
  code: string,
  currency: string,
) => { readonly operators?: readonly string[] } | undefined

/**
 * The code list `/topup-options` of a merchant, filtered in the same way. There is only one payment type, so filtering by it
 * changes nothing.
 */
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

/** A wallet can be topped up by methods that complete without a reference supplied by the customer. */
const toppable = ({ externalReference }: PayinMethod): boolean => externalReference === 'never'

const METHODS: readonly PaymentMethod[] = [...PAYIN_METHODS, ...PAYOUT_METHODS]
const CODES: ReadonlySet<string> = new Set(METHODS.map(({ code }) => code))
/** Of payins and payouts, sorted. */
export const METHOD_CODES: readonly string[] = [...CODES].sort(compare)
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
