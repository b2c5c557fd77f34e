/**
 * Checks the products of a merchant (`paymentMethods`) against the catalogue. Unknown properties are refused: a
 * misspelt price would cost money. Pure.
 */
import { payinMethods, payoutMethods } from '@sluice/core/catalogue/all-methods.ts'
import { type Currency, currency } from '@sluice/core/catalogue/currencies.ts'
import { type FieldName, TEXT_FIELDS } from '@sluice/core/catalogue/method-fields.ts'
import type { MethodRules, PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import { namesOf } from '@sluice/core/foundation/names.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import { type Given, readAs, type Terms, worded } from '../../http/reading.ts'
import type { FeeRule } from '../../ledger/fees.ts'
import {
  LATE_POLICIES,
  OVERPAID_POLICIES,
  type Product,
  type RequirableField,
  SECOND_POLICIES,
} from '../../merchants/merchant.ts'
import { choice } from '../fields.ts'

const MAX_PRODUCTS = 500

const FIELDS: ReadonlySet<string> = new Set<FieldName | 'paymentOperatorCode'>([
  ...namesOf(TEXT_FIELDS),
  'paymentLocation',
  'paymentOperatorCode',
])

/** A non-negative JSON number or decimal text → decimal text. The rules limit its decimals. */
const decimal = (description: string) =>
  readAs<string>(
    Type.Union([Type.Number(), Type.String()], { description }),
    (value, { path, imprecise }) => {
      const text = typeof value === 'number' ? String(value) : value
      const [, whole = '', fraction = ''] =
        typeof text === 'string' ? (/^(\d{1,9})(?:\.(\d{1,15}))?$/.exec(text) ?? []) : []
      if (whole === '' || imprecise.includes(path)) {
        const message = 'must be a number or decimal text, not negative and below 10^9'
        return fail([{ path, code: 'INVALID_FORMAT', message }])
      }
      const kept = fraction.replace(/0+$/, '')
      const plain = whole.replace(/^0+(?=\d)/, '')
      return succeed(kept === '' ? plain : `${plain}.${kept}`)
    },
  )
const amount = () => Type.Optional(decimal('A number or decimal text in major units.'))

const isRequirable = (value: unknown): value is RequirableField =>
  typeof value === 'string' && FIELDS.has(value)

const Required = readAs<RequirableField>(Type.String(), (value, { path }) => {
  const plain: unknown = typeof value === 'string' ? value.replace(/^account\./, '') : value
  if (isRequirable(plain)) return succeed(plain)
  return fail([{ path, code: 'UNKNOWN_VALUE', message: `must be one of ${[...FIELDS].join(', ')}` }])
})

const Fee = worded(
  Type.Object(
    {
      percent: Type.Optional(decimal('Percentage of the amount: 2.5 is 2.5 %.')),
      fixed: amount(),
      min: amount(),
      cap: amount(),
    },
    { additionalProperties: false },
  ),
  'WRONG_TYPE',
  'must be an object with percent, fixed, min, cap',
  { whole: false },
)

const policy = <const Name extends string>(names: readonly Name[], description: string) =>
  Type.Optional(choice(names, { description }))

const ProductSchema = worded(
  Type.Object(
    {
      code: worded(
        Type.String({ description: 'paymentMethodCode of a payin or payout.' }),
        'WRONG_TYPE',
        'must be the code of a payment method',
      ),
      currency: worded(Type.String(), 'WRONG_TYPE', 'must be a currency code'),
      operators: Type.Optional(
        worded(
          Type.Array(worded(Type.String(), 'UNKNOWN_VALUE', 'is not an operator of this method'), {
            minItems: 1,
          }),
          'WRONG_TYPE',
          'must be a list of at least one operator code, or absent for all',
          { whole: false },
        ),
      ),
      min: amount(),
      max: amount(),
      fee: Type.Optional(Fee),
      vatRate: Type.Optional(decimal('Share of the fee: 0.07 is 7 %.')),
      refundFee: Type.Optional(Fee),
      refundsFees: Type.Optional(
        worded(
          Type.Boolean({
            description: 'Whether a refund also refunds fee and VAT of its payin, in proportion.',
          }),
          'WRONG_TYPE',
          'must be true or false',
        ),
      ),
      late: policy(
        LATE_POLICIES,
        'What happens to money that arrives after the payin expired. Default: `CREDIT`. `REFUND`: it is refunded, and the payin stays `EXPIRED`.',
      ),
      overpaid: policy(OVERPAID_POLICIES, 'What happens to an overpayment. Default: `CASE`.'),
      second: policy(SECOND_POLICIES, 'What happens to a duplicate payment. Default: `CASE`.'),
      require: Type.Optional(
        worded(Type.Array(Required), 'WRONG_TYPE', 'must be a list of field names', { whole: false }),
      ),
      processors: Type.Optional(
        worded(
          Type.Array(worded(Type.String(), 'UNKNOWN_VALUE', 'is not a processor for this merchant'), {
            minItems: 1,
            description:
              'Names of processors in order of preference: the next one is used if one declines or is unhealthy. ' +
              'Default: all processors of the gateway, in its order.',
          }),
          'WRONG_TYPE',
          'must be a list of at least one processor, or absent for all',
          { whole: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  'WRONG_TYPE',
  'must be an object with code and currency',
  { whole: false },
)

export const ProductsSchema = worded(
  Type.Array(ProductSchema, { maxItems: MAX_PRODUCTS }),
  'WRONG_TYPE',
  `must be a list of at most ${MAX_PRODUCTS} payment methods`,
  { whole: false },
)

type GivenProduct = Given<Static<typeof ProductSchema>>

/** What the products are checked against. */
interface Against extends Pick<Terms, 'say'> {
  /** Names of the processors for this kind of merchant. */
  readonly processors: readonly string[]
}

/** @returns the products, if no fault was added */
export function productsOf(
  given: readonly (GivenProduct | undefined)[],
  path: string,
  against: Against,
): readonly Product[] {
  const seen = new Set<string>()
  return given.flatMap((item, index) => {
    const at = pointerTo(path, index)
    const product = item && productOf(item, at, against)
    if (!product) return []
    const name = `${product.code} ${product.currency}`
    if (seen.has(name)) against.say(at, 'CONFLICT', `${name} is in the list twice`)
    seen.add(name)
    return [product]
  })
}

const OF_PAYINS = ['refundFee', 'refundsFees', 'late', 'overpaid', 'second'] as const

function productOf(item: GivenProduct, path: string, against: Against): Product | undefined {
  const { min, max, vatRate, require } = item
  const { say } = against
  const methods = methodsOf(item.code, pointerTo(path, 'code'), against)
  const of = currencyOf(item.currency, methods, pointerTo(path, 'currency'), against)
  const digits = of?.ledgerDigits ?? 6
  checkDecimals({ min, max }, digits, path, against)
  if (min !== undefined && max !== undefined && Number(min) > Number(max))
    say(pointerTo(path, 'max'), 'CONFLICT', 'must not be below min')
  const operators = of && operatorsOf(item.operators, methods, of, pointerTo(path, 'operators'), against)
  const fee = item.fee && feeOf(item.fee, pointerTo(path, 'fee'), digits, against)
  const refundFee = item.refundFee && feeOf(item.refundFee, pointerTo(path, 'refundFee'), digits, against)
  const { refundsFees, late, overpaid, second } = item
  const isPayout = methods.length > 0 && methods.every(({ kind }) => kind === 'payout')
  for (const name of OF_PAYINS) {
    if (item[name] !== undefined && isPayout)
      say(pointerTo(path, name), 'CONFLICT', 'is only for payins: a payout has no refunds')
  }
  checkDecimals({ vatRate }, 9, path, against)
  if (vatRate !== undefined && Number(vatRate) > 1)
    say(pointerTo(path, 'vatRate'), 'OUT_OF_RANGE', 'is a share of the fee, at most 1: 0.07 is 7 %')
  const processors = processorsOf(item.processors, pointerTo(path, 'processors'), against)
  const [method] = methods
  if (!method || !of) return undefined
  return {
    code: method.code,
    currency: of.code,
    ...(operators && { operators }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(fee && { fee }),
    ...(refundFee && { refundFee }),
    ...(refundsFees !== undefined && { refundsFees }),
    ...(late !== undefined && { late }),
    ...(overpaid !== undefined && { overpaid }),
    ...(second !== undefined && { second }),
    ...(vatRate !== undefined && { vatRate }),
    ...(require && { require: require.filter((field) => field !== undefined) }),
    ...(processors && { processors }),
  }
}

function checkDecimals(
  texts: Readonly<Record<string, string | undefined>>,
  digits: number,
  path: string,
  { say }: Against,
): void {
  for (const [name, text = ''] of Object.entries(texts)) {
    const [, fraction = ''] = text.split('.')
    if (fraction.length > digits)
      say(pointerTo(path, name), 'TOO_MANY_DECIMALS', `may have at most ${digits} decimals`)
  }
}

function methodsOf(code: string | undefined, path: string, { say }: Against): readonly PaymentMethod[] {
  if (code === undefined) return []
  const methods = [...payinMethods(code), ...payoutMethods(code)]
  if (methods.length === 0) say(path, 'UNKNOWN_VALUE', 'is not a payment method of the catalogue')
  return methods
}

function currencyOf(
  code: string | undefined,
  methods: readonly PaymentMethod[],
  path: string,
  { say }: Against,
): Currency | undefined {
  if (code === undefined) return undefined
  const found = currency(code)
  if (!found) return say(path, 'UNKNOWN_VALUE', 'is not a currency of the catalogue')
  const [method] = methods
  if (method && rulesOf(methods, found).length === 0) {
    const known = methods.flatMap(({ currencies }) => [...currencies.keys()])
    return say(path, 'UNKNOWN_VALUE', `${method.code} has ${[...new Set(known)].join(', ')}`)
  }
  return found
}

const rulesOf = (methods: readonly PaymentMethod[], of: Currency): readonly MethodRules[] =>
  methods.flatMap(({ currencies }) => currencies.get(of.code) ?? [])

function operatorsOf(
  codes: GivenProduct['operators'],
  methods: readonly PaymentMethod[],
  of: Currency,
  path: string,
  { say }: Against,
): readonly string[] | undefined {
  if (!codes) return undefined
  const rules = rulesOf(methods, of)
  const operators = new Set<string>()
  codes.forEach((code, index) => {
    if (code === undefined) return
    if (rules.some(({ operatorByCode }) => operatorByCode.has(code))) operators.add(code)
    else if (methods.length > 0)
      say(pointerTo(path, index), 'UNKNOWN_VALUE', `is not an operator of this method in ${of.code}`)
  })
  return [...operators]
}

function feeOf(
  { percent, fixed, min, cap }: NonNullable<GivenProduct['fee']>,
  path: string,
  digits: number,
  against: Against,
): FeeRule {
  checkDecimals({ percent }, 9, path, against)
  checkDecimals({ fixed, min, cap }, digits, path, against)
  if (percent !== undefined && Number(percent) > 100)
    against.say(pointerTo(path, 'percent'), 'OUT_OF_RANGE', 'must be at most 100')
  if (min !== undefined && cap !== undefined && Number(min) > Number(cap))
    against.say(pointerTo(path, 'cap'), 'CONFLICT', 'must not be below min')
  return {
    ...(percent !== undefined && { percent }),
    ...(fixed !== undefined && { fixed }),
    ...(min !== undefined && { min }),
    ...(cap !== undefined && { cap }),
  }
}

/** The processors in order of preference: existing ones, each once. */
function processorsOf(
  names: GivenProduct['processors'],
  path: string,
  { processors: known, say }: Against,
): readonly string[] | undefined {
  if (!names) return undefined
  return names.flatMap((name, index) => {
    if (name === undefined) return []
    const at = pointerTo(path, index)
    if (!known.includes(name)) {
      const there = known.join(', ') || 'none'
      say(at, 'UNKNOWN_VALUE', `is not a processor for this merchant; available are ${there}`)
      return []
    }
    if (names.indexOf(name) < index) say(at, 'CONFLICT', `${name} is in the list twice`)
    return [name]
  })
}
