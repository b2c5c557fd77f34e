/**
 * Checks `paymentMethod` of a create against the catalogue.
 *
 * All faults are returned together, each with a JSON Pointer from the body's root and a sentence that says what to do. Nothing is
 * thrown, whatever JSON comes. A field is mandatory only if the API says so, or if the merchant's own product requires it.
 * Unknown properties are ignored. Whatever depends on the merchant (products, limits, balance) or needs the network is checked
 * elsewhere.
 */
import type { MethodKind } from '../foundation/identifiers.ts'
import type { CurrencyCode } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { methodsOf } from './all-methods.ts'
import { named } from './define-method.ts'
import { COMMON_PAYIN_FIELDS, type MethodFields, TEXT_FIELDS, type TextFieldName } from './method-fields.ts'
import type { Operator } from './operators.ts'
import type {
  MethodRules,
  NamedFieldRule,
  PayinMethod,
  PaymentMethod,
  PayoutMethod,
} from './payment-method.ts'
import { codeOf, type Faults, isObject, type JsonObject, POINTER, textAt } from './plain-text.ts'
import { withRequired } from './product-fields.ts'
import { readFields, type Subject } from './read-fields.ts'

export type { FieldFault } from './plain-text.ts'

/** A request that the catalogue understands. */
export interface MethodRequest<Method extends PaymentMethod = PaymentMethod> {
  readonly method: Method
  /** Missing if the request names none and the method does not fix it; see `operator: 'first'` in `payment-method.ts`. */
  readonly operator?: Operator
  readonly fields: MethodFields
}

export interface RequestOptions {
  /** Fields that the merchant's product requires: names of `MethodFields`, or `paymentOperatorCode`. */
  readonly require?: readonly string[]
}

type Outcome<Method extends PaymentMethod> = Result<MethodRequest<Method>, Faults>

/**
 * @param paymentMethod the value of `/paymentMethod` as parsed
 * @param currency the payment's currency; undefined if the request's is not offered (a fault reported elsewhere): everything that
 * does not depend on it is still checked
 */
export function validateMethodRequest(
  kind: 'payin',
  paymentMethod: unknown,
  currency: CurrencyCode | undefined,
  options?: RequestOptions,
): Outcome<PayinMethod>
export function validateMethodRequest(
  kind: 'payout',
  paymentMethod: unknown,
  currency: CurrencyCode | undefined,
  options?: RequestOptions,
): Outcome<PayoutMethod>
export function validateMethodRequest(
  kind: MethodKind,
  paymentMethod: unknown,
  currency: CurrencyCode | undefined,
  options: RequestOptions = {},
): Outcome<PaymentMethod> {
  const faults: Faults = []
  if (!isObject(paymentMethod)) {
    faults.push(
      paymentMethod === undefined
        ? {
            path: POINTER,
            code: 'REQUIRED',
            message: 'is mandatory: an object with paymentMethodCode',
          }
        : { path: POINTER, code: 'WRONG_TYPE', message: 'must be an object with paymentMethodCode' },
    )
    return fail(faults)
  }
  const { known, candidates } = candidatesOf(kind, paymentMethod, currency, faults)
  const operatorCode = codeOf(paymentMethod, 'paymentOperatorCode', faults)
  const method = chosen(candidates, operatorCode)
  const rules = currency && method?.currencies.get(currency)
  const operator = method && rules && operatorOf(method, rules, operatorCode, candidates, options, faults)
  // Without a currency, the fields that the method has in all of them are still checked.
  const meant = method ?? chosen(known, operatorCode)
  const ruled = rules?.fields ?? (meant ? inEveryCurrency(meant) : ANY_METHOD)
  const subject = { ...subjectOf(kind, meant, rules && currency), operatorCode }
  const fields = readFields(paymentMethod, withRequired(ruled, options.require), subject, faults)
  if (meant?.kind === 'payout') nameSomebody(meant, fields, subject, faults)
  if (!method || !rules || faults.length > 0) return fail(faults)
  return succeed({ method, ...(operator && { operator }), fields })
}

/**
 * Rejects payouts that do not identify a payee. A field that is present and wrong, or missing although mandatory, already has its
 * own fault.
 */
function nameSomebody(
  { payeeBy }: PayoutMethod,
  fields: MethodFields,
  { named }: Subject,
  faults: Faults,
): void {
  const paths = payeeBy.map(fieldPath)
  if (payeeBy.length === 0 || payeeBy.some((name) => fields[name] !== undefined)) return
  if (faults.some(({ path }) => paths.includes(path) || path === `${POINTER}/account`)) return
  const [path = POINTER] = paths
  const others = paths.slice(1).map((each) => each.slice(1).replaceAll('/', '.'))
  const message = `is mandatory for ${named} where ${others.join(' or ')} is not given: it says who gets the money`
  faults.push({ path, code: 'REQUIRED', message })
}

const fieldPath = (name: TextFieldName): string =>
  TEXT_FIELDS[name].stands === 'account' ? `${POINTER}/account/${name}` : `${POINTER}/${name}`

/** Checked if the method is unknown: the fields that all methods have. */
const ANY_METHOD = named(COMMON_PAYIN_FIELDS, undefined)

interface Candidates {
  /** Variants of the code, in any currency. */
  readonly known: readonly PaymentMethod[]
  /** Those offered in the payment's currency. */
  readonly candidates: readonly PaymentMethod[]
}

const NO_CANDIDATES: Candidates = { known: [], candidates: [] }

/** The field rules that hold in every currency: mandatory, or of a format, only if so in all of them. */
function inEveryCurrency({ currencies }: PaymentMethod): readonly NamedFieldRule[] {
  const all = [...currencies.values()].map(({ fields }) => fields)
  const [first = [], ...others] = all
  return first.flatMap(({ values: _, format, identifier, ...rule }) => {
    const same = others.map((fields) => fields.find(({ name }) => name === rule.name))
    if (same.includes(undefined)) return []
    const needs = [rule, ...same].every((each) => each?.need === 'mandatory')
    const alike = same.every(
      (each) => each?.format === format && each?.identifier === identifier && each?.country === rule.country,
    )
    const checks = alike ? { ...(format && { format }), ...(identifier && { identifier }) } : {}
    return [{ ...rule, need: needs ? 'mandatory' : 'optional', ...checks }]
  })
}

function candidatesOf(
  kind: MethodKind,
  request: JsonObject,
  currency: CurrencyCode | undefined,
  faults: Faults,
): Candidates {
  const path = `${POINTER}/paymentMethodCode`
  const code = textAt(request, 'paymentMethodCode', path, 64, faults)
  if (code === undefined) {
    if (!faults.some((each) => each.path === path)) {
      faults.push({
        path,
        code: 'REQUIRED',
        message: `is mandatory: the code of a ${kind} method`,
      })
    }
    return NO_CANDIDATES
  }
  const known = methodsOf(kind, code)
  if (known.length === 0) {
    faults.push({
      path,
      code: 'UNKNOWN_VALUE',
      message: `is not a code of a ${kind} method: /docs/guides/methods lists them all`,
    })
    return NO_CANDIDATES
  }
  if (currency === undefined) return { known, candidates: known }
  const candidates = known.filter(({ currencies }) => currencies.has(currency))
  if (candidates.length === 0) {
    const where = [...new Set(known.flatMap(({ currencies }) => [...currencies.keys()]))].join(', ')
    faults.push({
      path,
      code: 'CONFLICT',
      message: `${code} is not offered in ${currency}, only in ${where}`,
    })
  }
  return { known, candidates }
}

/** Of variants that share a code, the one whose operator is named; the default if no variant has that operator. */
function chosen(
  candidates: readonly PaymentMethod[],
  operatorCode: string | undefined,
): PaymentMethod | undefined {
  if (candidates.length < 2) return candidates[0]
  const variants = candidates.filter((each) => each.kind === 'payin')
  return (
    variants.find(({ variant }) => variant?.operatorCode === operatorCode) ??
    variants.find(({ variant }) => variant?.isDefault)
  )
}

function operatorOf(
  method: PaymentMethod,
  rules: MethodRules,
  operatorCode: string | undefined,
  candidates: readonly PaymentMethod[],
  options: RequestOptions,
  faults: Faults,
): Operator | undefined {
  const path = `${POINTER}/paymentOperatorCode`
  if (operatorCode === undefined) {
    const wanted = rules.operator === 'mandatory' || options.require?.includes('paymentOperatorCode')
    if (wanted && !faults.some((each) => each.path === path)) {
      const why =
        rules.operator === 'mandatory' ? `for ${method.code} in ${rules.currency.code}` : YOUR_PRODUCT
      faults.push({
        path,
        code: 'REQUIRED',
        message: `is mandatory ${why}: ${whereListed(method, rules)}`,
      })
    }
    return method.kind === 'payin' && method.variant ? rules.operators[0] : undefined
  }
  const found = rules.operatorByCode.get(operatorCode)
  if (!found) {
    const choices = candidates.flatMap(
      ({ currencies }) => currencies.get(rules.currency.code)?.operators ?? [],
    )
    const hint = choices.length > 0 && choices.length <= 8 ? oneOf(choices) : whereListed(method, rules)
    const message = `is not an operator of ${method.code} in ${rules.currency.code}: ${hint}`
    faults.push({ path, code: 'UNKNOWN_VALUE', message })
  }
  return found
}

const YOUR_PRODUCT = 'by a setting of your product'

const oneOf = (choices: readonly Operator[]): string =>
  `it is one of ${choices.map(({ code }) => code).join(', ')}`

function whereListed(method: PaymentMethod, { operators, currency }: MethodRules): string {
  if (operators.length === 0) return 'name the bank in paymentMethod.account.bankCode'
  return `see GET /payment-operators?paymentMethodCodes=${method.code}&currencies=${currency.code}`
}

const subjectOf = (
  kind: MethodKind,
  method: PaymentMethod | undefined,
  currency: CurrencyCode | undefined,
): Subject => ({
  kind,
  named: method ? `${method.code}${currency ? ` in ${currency}` : ''}` : `this ${kind}`,
})
