/**
 * The body of a create from the command line, with the catalogue's example for what a test merchant leaves out.
 *
 * For live merchants nothing is filled in, and what is missing is named. For test merchants only mandatory fields are
 * filled in, with data of no real person. Checks nothing that the gateway checks.
 */
import {
  chooseVariant,
  methodsOf,
  PAYIN_METHODS,
  PAYOUT_METHODS,
  payinMethods,
} from '@sluice/core/catalogue/all-methods.ts'
import { exampleOf, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import { LOCATION_PARTS, TEXT_FIELDS, type TextFieldName } from '@sluice/core/catalogue/method-fields.ts'
import type { MethodRules, PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import { CliFailure } from './failure.ts'
import { leaves } from './output.ts'
import { didYouMean } from './similar.ts'

export interface CreateOptions {
  readonly method?: string
  readonly operator?: string
  readonly currency?: string
  readonly amount?: string
  readonly callbackUrl?: string
  readonly returnUrl?: string
  readonly field: readonly string[]
}

/** The defaults. */
const USUAL = { payin: 'PROMPTPAY', payout: 'BANK_TRANSFER', currency: 'THB' } as const

/** Currency codes may be typed in any case. */
export const upperCase = (text: string): string => text.toUpperCase()

/**
 * With the catalogue's example for missing values: only for test merchants.
 * @throws CliFailure if the catalogue has no such method, or not in that currency
 */
export function createBody(kind: MethodKind, options: CreateOptions): object {
  const { example } = exampleFor(kind, options)
  const amount = options.amount === undefined ? example.money.amount : amountOf(options.amount)
  return bodyOf(kind, options, { amount, currencyCode: example.currencyCode }, { ...example.paymentMethod })
}

/**
 * Only what is given, and the options that are missing.
 * @throws CliFailure if the catalogue has no such method, or not in that currency
 */
export function givenBody(
  kind: MethodKind,
  options: CreateOptions,
): { readonly body: object; readonly missing: readonly string[] } {
  const { method, rules, example } = exampleFor(kind, options)
  const amount = options.amount === undefined ? undefined : amountOf(options.amount)
  const paymentMethod: Record<string, unknown> = {
    paymentMethodCode: method.code,
    ...(kind === 'payout' && { account: {} }),
  }
  const body = bodyOf(kind, options, { amount, currencyCode: options.currency }, paymentMethod)
  const given = new Set(leaves(paymentMethod).map(([name]) => name))
  // Fields depend on the method, so without one none is known to be missing.
  const wanted = options.method === undefined ? [] : leaves(example.paymentMethod).map(([name]) => name)
  const missing = [
    ...(options.method === undefined ? ['--method <code>'] : []),
    ...(options.currency === undefined ? ['--currency <code>'] : []),
    ...(options.amount === undefined ? ['--amount <number>'] : []),
    ...wanted
      .filter((name) => !given.has(name))
      .flatMap((name) =>
        name !== 'paymentOperatorCode'
          ? [`--field ${name.replace(/^account\./, '')}=<value>`]
          : rules.operator === 'mandatory'
            ? ['--operator <code>']
            : [],
      ),
  ]
  return { body, missing }
}

function bodyOf(
  kind: MethodKind,
  options: CreateOptions,
  money: object,
  paymentMethod: Record<string, unknown>,
): object {
  if (options.operator !== undefined) paymentMethod.paymentOperatorCode = options.operator
  for (const given of options.field) setField(kind, paymentMethod, given)
  return {
    paymentRequested: { money },
    paymentMethod,
    ...(options.callbackUrl !== undefined && { callbackUrl: options.callbackUrl }),
    ...(options.returnUrl !== undefined && { returnUrl: options.returnUrl }),
  }
}

/** As typed: a double would round what the gateway has to check. */
export function amountOf(text: string): unknown {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text))
    throw new CliFailure('usage', `not an amount: ${text} (write it like 100 or 99.5)`)
  return rawNumber(text)
}

function exampleFor(
  kind: MethodKind,
  options: CreateOptions,
): { readonly method: PaymentMethod; readonly rules: MethodRules; readonly example: MethodExample } {
  const method = methodFor(kind, options)
  const currencies = [...method.currencies.keys()]
  const usual = method.currencies.has(USUAL.currency) ? USUAL.currency : currencies[0]
  const code = options.currency ?? usual ?? ''
  const rules = method.currencies.get(code)
  if (rules === undefined)
    throw new CliFailure('usage', `${method.code} is not offered in ${code}, but in ${currencies.join(', ')}`)
  return { method, rules, example: exampleOf(method, rules, 'mandatory') }
}

function methodFor(kind: MethodKind, { method: code, operator, currency }: CreateOptions): PaymentMethod {
  const all: readonly PaymentMethod[] = kind === 'payin' ? PAYIN_METHODS : PAYOUT_METHODS
  if (code === undefined) {
    const offering = all.filter((one) => one.currencies.has(currency ?? USUAL.currency))
    const first = offering.find((one) => one.code === USUAL[kind]) ?? offering[0]
    if (first !== undefined) return first
    throw new CliFailure('usage', `no method is available in ${currency}`)
  }
  const candidates = methodsOf(kind, code)
  const method =
    kind === 'payin' ? (chooseVariant(payinMethods(code), operator) ?? candidates[0]) : candidates[0]
  if (method !== undefined) return method
  const codes = [...new Set<string>(all.map((one) => one.code))]
  const meant = didYouMean(code, codes)
  throw new CliFailure(
    'usage',
    `there is no ${kind} method ${code}${meant || `; methods are ${codes.join(', ')}`}`,
  )
}

/** `name=value`: puts the field at its place (`accountName` into `account`). */
function setField(kind: MethodKind, paymentMethod: Record<string, unknown>, given: string): void {
  const cut = given.indexOf('=')
  if (cut < 1) throw new CliFailure('usage', `--field takes name=value, not: ${given}`)
  const name = given.slice(0, cut).replace(/^account\./, '')
  const names = fieldNames(kind)
  if (!names.includes(name))
    throw new CliFailure(
      'usage',
      `a ${kind} has no field ${name}${didYouMean(name, names) || `; its fields are ${names.join(', ')}`}`,
    )
  const known = Object.hasOwn(TEXT_FIELDS, name) ? TEXT_FIELDS[name as TextFieldName] : undefined
  const path = (known?.stands === 'account' ? `account.${name}` : name).split('.')
  const last = path.pop() ?? name
  let target = paymentMethod
  for (const part of path) {
    const next = target[part]
    const inner = typeof next === 'object' && next !== null ? { ...next } : {}
    target[part] = inner
    target = inner as Record<string, unknown>
  }
  target[last] = given.slice(cut + 1)
}

/** The values of `--field`: every field of any method of the kind. */
export function fieldNames(kind: MethodKind): readonly string[] {
  const methods: readonly PaymentMethod[] = kind === 'payin' ? PAYIN_METHODS : PAYOUT_METHODS
  const rules = methods.flatMap(({ currencies }) => [...currencies.values()].flatMap(({ fields }) => fields))
  const used = new Set<string>(rules.map(({ name }) => name))
  return [
    ...Object.keys(TEXT_FIELDS).filter((name) => used.has(name)),
    ...(used.has('paymentLocation') ? LOCATION_PARTS.map((part) => `paymentLocation.${part}`) : []),
  ]
}
