/**
 * The products of a merchant as an operator writes them (`paymentMethods`), checked against the catalogue, all faults at once.
 * Unknown properties are refused here: a misspelt price would cost money. Pure.
 */

import { type Currency, currency } from '../../catalogue/currencies.ts'
import { type FieldName, TEXT_FIELDS } from '../../catalogue/fields.ts'
import type { MethodRules, PaymentMethod } from '../../catalogue/method.ts'
import { payinMethods, payoutMethods } from '../../catalogue/methods.ts'
import type { FaultCode } from '../../foundation/faults.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject } from '../../intake/requests.ts'
import type { FeeRule } from '../../ledger/fees.ts'
import type { Product, RequirableField } from '../../merchants/merchant.ts'

const MAX_PRODUCTS = 500
const KNOWN = ['code', 'currency', 'operators', 'min', 'max', 'fee', 'vatRate', 'require', 'processors']
const KNOWN_OF_FEE = ['percent', 'fixed', 'min', 'cap']

const FIELDS: ReadonlySet<string> = new Set<FieldName | 'paymentOperatorCode'>([
  ...(Object.keys(TEXT_FIELDS) as FieldName[]),
  'paymentLocation',
  'paymentOperatorCode',
])

/** What the products are read against. */
interface Given {
  /** Pointers of numbers with more than 15 significant digits. */
  readonly imprecise: readonly string[]
  /** Names of those that serve this kind of merchant. */
  readonly processors: readonly string[]
}

/** Collects faults while the parts are read. */
class Reading {
  readonly faults: Fault[] = []
  readonly processors: readonly string[]
  readonly #imprecise: readonly string[]
  constructor({ imprecise, processors }: Given) {
    this.#imprecise = imprecise
    this.processors = processors
  }

  say(path: string, code: FaultCode, message: string): undefined {
    this.faults.push({ path, code, message })
  }

  unknownIn(object: Body, known: readonly string[], path: string): void {
    for (const key of Object.keys(object)) {
      if (!known.includes(key)) {
        this.say(pointerTo(path, key), 'UNKNOWN_FIELD', `is not known; there are ${known.join(', ')}`)
      }
    }
  }

  /** A JSON number or decimal text, not negative → decimal text with at most so many decimals. */
  decimal(object: Body, key: string, parent: string, decimals: number): string | undefined {
    const value = object[key]
    if (value === undefined) return undefined
    const path = pointerTo(parent, key)
    const text = typeof value === 'number' ? String(value) : value
    const [, whole = '', fraction = ''] =
      typeof text === 'string' ? (/^(\d{1,9})(?:\.(\d{1,15}))?$/.exec(text) ?? []) : []
    if (whole === '' || this.#imprecise.includes(path)) {
      return this.say(path, 'INVALID_FORMAT', 'must be a number or decimal text, not negative, below 10^9')
    }
    const kept = fraction.replace(/0+$/, '')
    if (kept.length > decimals) {
      return this.say(path, 'TOO_MANY_DECIMALS', `may have at most ${decimals} decimals`)
    }
    const plain = whole.replace(/^0+(?=\d)/, '')
    return kept === '' ? plain : `${plain}.${kept}`
  }
}

/** @returns the products, where `faults` stays empty */
export function readProducts(
  value: unknown,
  path: string,
  given: Given,
  faults: Fault[],
): readonly Product[] {
  const reading = new Reading(given)
  const products = readList(value, path, reading)
  faults.push(...reading.faults)
  return products
}

function readList(value: unknown, path: string, reading: Reading): readonly Product[] {
  if (!Array.isArray(value) || value.length > MAX_PRODUCTS) {
    reading.say(path, 'WRONG_TYPE', `must be a list of at most ${MAX_PRODUCTS} payment methods`)
    return []
  }
  const seen = new Set<string>()
  return value.flatMap((item: unknown, index) => {
    const at = pointerTo(path, index)
    const product = readProduct(item, at, reading)
    if (!product) return []
    const name = `${product.code} ${product.currency}`
    if (seen.has(name)) reading.say(at, 'CONFLICT', `${name} stands in the list twice`)
    seen.add(name)
    return [product]
  })
}

function readProduct(item: unknown, path: string, reading: Reading): Product | undefined {
  if (!isObject(item)) return reading.say(path, 'WRONG_TYPE', 'must be an object with code and currency')
  reading.unknownIn(item, KNOWN, path)
  const methods = readMethods(item.code, pointerTo(path, 'code'), reading)
  const of = readCurrency(item.currency, methods, path, reading)
  const digits = of?.ledgerDigits ?? 6
  const min = reading.decimal(item, 'min', path, digits)
  const max = reading.decimal(item, 'max', path, digits)
  if (min !== undefined && max !== undefined && Number(min) > Number(max)) {
    reading.say(pointerTo(path, 'max'), 'CONFLICT', 'must not be below min')
  }
  const operators = of && readOperators(item.operators, methods, of, path, reading)
  const fee = readFee(item.fee, pointerTo(path, 'fee'), digits, reading)
  const vatRate = reading.decimal(item, 'vatRate', path, 9)
  if (vatRate !== undefined && Number(vatRate) > 1) {
    reading.say(pointerTo(path, 'vatRate'), 'OUT_OF_RANGE', 'is a share of the fee, at most 1: 0.07 is 7 %')
  }
  const require = readRequire(item.require, pointerTo(path, 'require'), reading)
  const processors = readProcessors(item.processors, pointerTo(path, 'processors'), reading)
  const [method] = methods
  if (!method || !of) return undefined
  return {
    code: method.code,
    currency: of.code,
    ...(operators && { operators }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(fee && { fee }),
    ...(vatRate !== undefined && { vatRate }),
    ...(require && { require }),
    ...(processors && { processors }),
  }
}

function readMethods(code: unknown, path: string, reading: Reading): readonly PaymentMethod[] {
  if (typeof code !== 'string') {
    reading.say(path, code === undefined ? 'REQUIRED' : 'WRONG_TYPE', 'must be the code of a payment method')
    return []
  }
  const methods = [...payinMethods(code), ...payoutMethods(code)]
  if (methods.length === 0) reading.say(path, 'UNKNOWN_VALUE', 'is not a payment method of the catalogue')
  return methods
}

function readCurrency(
  code: unknown,
  methods: readonly PaymentMethod[],
  parent: string,
  reading: Reading,
): Currency | undefined {
  const path = pointerTo(parent, 'currency')
  if (typeof code !== 'string') {
    return reading.say(path, code === undefined ? 'REQUIRED' : 'WRONG_TYPE', 'must be a currency code')
  }
  const found = currency(code)
  if (!found) return reading.say(path, 'UNKNOWN_VALUE', 'is not a currency of the catalogue')
  const [method] = methods
  if (method && rulesOf(methods, found).length === 0) {
    const known = methods.flatMap(({ currencies }) => [...currencies.keys()])
    return reading.say(path, 'UNKNOWN_VALUE', `${method.code} has ${[...new Set(known)].join(', ')}`)
  }
  return found
}

const rulesOf = (methods: readonly PaymentMethod[], of: Currency): readonly MethodRules[] =>
  methods.flatMap(({ currencies }) => currencies.get(of.code) ?? [])

function readOperators(
  value: unknown,
  methods: readonly PaymentMethod[],
  of: Currency,
  parent: string,
  reading: Reading,
): readonly string[] | undefined {
  if (value === undefined) return undefined
  const path = pointerTo(parent, 'operators')
  if (!Array.isArray(value) || value.length === 0) {
    return reading.say(path, 'WRONG_TYPE', 'must be a list of at least one operator code, or left out: all')
  }
  const rules = rulesOf(methods, of)
  const operators: string[] = []
  value.forEach((code: unknown, index) => {
    const known = typeof code === 'string' && rules.some(({ operatorByCode }) => operatorByCode.has(code))
    if (known && !operators.includes(code)) operators.push(code)
    if (!known && methods.length > 0) {
      reading.say(pointerTo(path, index), 'UNKNOWN_VALUE', `is not an operator of this method in ${of.code}`)
    }
  })
  return operators
}

function readFee(value: unknown, path: string, digits: number, reading: Reading): FeeRule | undefined {
  if (value === undefined) return undefined
  if (!isObject(value)) {
    return reading.say(path, 'WRONG_TYPE', 'must be an object with percent, fixed, min, cap')
  }
  reading.unknownIn(value, KNOWN_OF_FEE, path)
  const percent = reading.decimal(value, 'percent', path, 9)
  const fixed = reading.decimal(value, 'fixed', path, digits)
  const min = reading.decimal(value, 'min', path, digits)
  const cap = reading.decimal(value, 'cap', path, digits)
  if (percent !== undefined && Number(percent) > 100) {
    reading.say(pointerTo(path, 'percent'), 'OUT_OF_RANGE', 'must be at most 100')
  }
  if (min !== undefined && cap !== undefined && Number(min) > Number(cap)) {
    reading.say(pointerTo(path, 'cap'), 'CONFLICT', 'must not be below min')
  }
  return {
    ...(percent !== undefined && { percent }),
    ...(fixed !== undefined && { fixed }),
    ...(min !== undefined && { min }),
    ...(cap !== undefined && { cap }),
  }
}

const isRequirable = (value: unknown): value is RequirableField =>
  typeof value === 'string' && FIELDS.has(value)

function readRequire(value: unknown, path: string, reading: Reading): readonly RequirableField[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return reading.say(path, 'WRONG_TYPE', 'must be a list of field names')
  const fields: RequirableField[] = []
  value.forEach((name: unknown, index) => {
    const plain: unknown = typeof name === 'string' ? name.replace(/^account\./, '') : name
    if (isRequirable(plain)) fields.push(plain)
    else {
      reading.say(pointerTo(path, index), 'UNKNOWN_VALUE', `must be one of ${[...FIELDS].join(', ')}`)
    }
  })
  return fields
}

/** An order of preference: of processors that there are, each once. */
function readProcessors(value: unknown, path: string, reading: Reading): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length === 0) {
    return reading.say(path, 'WRONG_TYPE', 'must be a list of at least one processor, or left out: all')
  }
  const { processors: known } = reading
  return value.flatMap((name: unknown, index) => {
    const at = pointerTo(path, index)
    if (typeof name !== 'string' || !known.includes(name)) {
      reading.say(
        at,
        'UNKNOWN_VALUE',
        `is not a processor for this merchant; there are ${known.join(', ') || 'none'}`,
      )
      return []
    }
    if (value.indexOf(name) < index) reading.say(at, 'CONFLICT', `${name} stands in the list twice`)
    return [name]
  })
}
