/**
 * JSON Schemas of the methods, for the OpenAPI document: `<Object>` for each request, `<Object>Response` for each response.
 *
 * They collect what the method files declare. Differences between currencies are described in `description` and shown by one
 * example per currency, because readers understand a sentence and few tools understand an if/then. `validate-request.ts` checks
 * requests. It also accepts forms that are not shown here (account names at the top of the object).
 */
import { type TObject, type TSchema, Type } from 'typebox'
import { LINE_PATTERN } from '../foundation/plain-line.ts'
import { PAYIN_METHODS, PAYOUT_METHODS } from './all-methods.ts'
import { EXAMPLES } from './examples.ts'
import {
  type FieldName,
  LOCATION_PART_MAX_LENGTH,
  LOCATION_PARTS,
  TEXT_FIELDS,
  type TextFieldName,
} from './method-fields.ts'
import type { NamedFieldRule, PayinMethod, PaymentMethod } from './payment-method.ts'
import { responseSchema } from './response-schemas.ts'
import { FORMATS } from './text-formats.ts'

/** One schema per method, by the name of its object; and for payins and for payouts a `oneOf` over `paymentMethodCode`. */
export function methodRequestSchemas(): Record<string, TObject> {
  return Object.fromEntries(
    [...PAYIN_METHODS, ...PAYOUT_METHODS].map((method) => [method.object, requestSchema(method)]),
  )
}

/** One schema per method, by the name of its response object. */
export function methodResponseSchemas(): Record<string, TObject> {
  const all: readonly PaymentMethod[] = [...PAYIN_METHODS, ...PAYOUT_METHODS]
  return Object.fromEntries(all.map((method) => [`${method.object}Response`, responseSchema(method)]))
}

function requestSchema(method: PaymentMethod): TObject {
  const fields = fieldsOf(method)
  const account = fields.filter(
    ({ name }) => name !== 'paymentLocation' && TEXT_FIELDS[name].stands === 'account',
  )
  const others = fields.filter((field) => !account.includes(field))
  const accountSchema = Type.Object(properties(method, account), {
    description:
      'Of a payin, the account that the customer pays from; of a payout, the account of the payee.',
  })
  const accountNeeded = method.kind === 'payout' || account.some(({ always }) => always)
  return Type.Object(
    {
      paymentMethodCode: Type.Literal(method.code),
      paymentOperatorCode: operatorSchema(method),
      account: accountNeeded ? accountSchema : Type.Optional(accountSchema),
      ...properties(method, others),
    },
    {
      title: method.title,
      description: `${method.summary}${payeeWords(method)} Currencies: ${currenciesOf(method).join(', ')}.`,
      examples: examplesOf(method),
    },
  )
}

function payeeWords(method: PaymentMethod): string {
  if (method.kind === 'payin' || method.payeeBy.length === 0) return ''
  const places = method.payeeBy.map((name) =>
    TEXT_FIELDS[name].stands === 'account' ? `account.${name}` : name,
  )
  return ` At least one of ${places.join(' and ')} must be given.`
}

/** One per currency, without duplicates. */
function examplesOf(method: PaymentMethod): unknown[] {
  const own = EXAMPLES.filter((each) => each.method === method)
  return [...new Map(own.map(({ paymentMethod }) => [JSON.stringify(paymentMethod), paymentMethod])).values()]
}

/** A method's field over all its currencies. */
interface MethodField {
  readonly name: FieldName
  /** Mandatory in every currency of the method. */
  readonly always: boolean
  /** «Mandatory for KRW.», or empty. */
  readonly condition: string
  readonly rules: readonly (NamedFieldRule & { readonly currency: string })[]
}

function fieldsOf(method: PaymentMethod): MethodField[] {
  const rows = [...method.currencies].flatMap(([code, { fields }]) => fields.map((rule) => ({ code, rule })))
  return [...Map.groupBy(rows, ({ rule }) => rule.name)].map(([name, group]) => {
    const mandatory = group.filter(({ rule }) => rule.need === 'mandatory').map(({ code }) => code)
    const always = mandatory.length === method.currencies.size
    const condition = always || mandatory.length === 0 ? '' : ` Mandatory for ${mandatory.join(', ')}.`
    return { name, always, condition, rules: group.map(({ code, rule }) => ({ ...rule, currency: code })) }
  })
}

function properties({ kind }: PaymentMethod, fields: readonly MethodField[]): Record<string, TSchema> {
  return Object.fromEntries(
    fields.map((field) => {
      const schema =
        field.name === 'paymentLocation' ? locationSchema(field) : textSchema(field, field.name, kind)
      return [field.name, field.always ? schema : Type.Optional(schema)]
    }),
  )
}

/** The other party: the customer of a payin, the payee of a payout. */
export const describedFor = (kind: PaymentMethod['kind'], description: string): string =>
  kind === 'payout' ? description.replace(/\bcustomer\b/g, 'payee') : description

function textSchema(field: MethodField, name: TextFieldName, kind: PaymentMethod['kind']): TSchema {
  const { maxLength, format, description } = TEXT_FIELDS[name]
  const labels = labelsOf(field)
  const values = [...new Set(field.rules.flatMap((rule) => Object.keys(rule.values ?? {})))]
  const checkedAs = format ?? field.rules[0]?.format
  const sentences = [
    describedFor(kind, description),
    ...labels,
    ...(values.length > 0 ? [`One of ${values.join(', ')} where the currency has a list.`] : []),
  ]
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: LINE_PATTERN,
    ...(checkedAs && FORMATS[checkedAs].schema),
    description: sentences.join(' ') + field.condition,
  })
}

/** «ARS: CUIT or CUIL.»; without currencies if all of the method have the same. */
function labelsOf({ rules }: MethodField): string[] {
  const labelled = rules.filter(({ label }) => label !== undefined)
  return [...Map.groupBy(labelled, ({ label }) => label)].map(([label, group]) => {
    const currencies = group.map(({ currency }) => currency).join(', ')
    return group.length === rules.length ? `Here: ${label}.` : `${currencies}: ${label}.`
  })
}

function locationSchema({ condition }: MethodField): TSchema {
  const part = () =>
    Type.Optional(Type.String({ minLength: 1, maxLength: LOCATION_PART_MAX_LENGTH, pattern: LINE_PATTERN }))
  return Type.Object(Object.fromEntries(LOCATION_PARTS.map((name) => [name, part()])), {
    minProperties: 1,
    description: `The place where the customer pays: at least one of its fields.${condition}`,
  })
}

/** How many operators are listed. For a longer list the description refers to the code list. */
const MAX_LISTED = 12

function operatorSchema(method: PaymentMethod): TSchema {
  const { variant } = variantOf(method)
  if (variant) {
    const literal = Type.Literal(variant.operatorCode)
    return variant.isDefault ? Type.Optional(literal) : literal
  }
  const all = [...method.currencies.values()]
  const codes = [...new Set(all.flatMap(({ operators }) => operators.map(({ code }) => code)))]
  const needs = all.flatMap(({ operator, currency }) => (operator === 'mandatory' ? [currency.code] : []))
  const listed = codes.length <= MAX_LISTED ? `One of ${codes.join(', ')}.` : 'See GET /payment-operators.'
  const condition = needs.length > 0 ? ` Mandatory for ${needs.join(', ')}.` : ''
  const schema = Type.String({
    maxLength: 64,
    description: `Bank, wallet, network or store. ${listed}${condition}`,
  })
  return needs.length === all.length ? schema : Type.Optional(schema)
}

const variantOf = (method: PaymentMethod): Pick<PayinMethod, 'variant'> =>
  method.kind === 'payin' ? method : {}

const currenciesOf = ({ currencies }: PaymentMethod): string[] => [...currencies.keys()].sort()
