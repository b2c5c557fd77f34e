/**
 * The fields that a form shows a payer before a payin can be created. Derived from the method's field rules.
 *
 * A payin accepts more fields than a payer should have to fill in. The form has the fields that the API or the merchant's product
 * requires, and those for which the method has a label of its own. If the payer is contacted (`push`), it also has all fields
 * that the method itself declares, because they say whom to contact.
 */
import { FIELD_LABELS } from './checkout-texts.ts'
import {
  COMMON_PAYIN_FIELDS,
  type FieldName,
  LOCATION_PART_MAX_LENGTH,
  TEXT_FIELDS,
  type TextField,
} from './method-fields.ts'
import type {
  ExternalReferenceNeed,
  Flow,
  MethodRules,
  NamedFieldRule,
  PayinMethod,
} from './payment-method.ts'
import { withRequired } from './product-fields.ts'

export interface FormField {
  readonly name: FieldName
  /** JSON Pointer into `paymentMethod`: the position of the value, and of its faults. */
  readonly path: string
  readonly need: 'MANDATORY' | 'OPTIONAL'
  /** In English. */
  readonly label: string
  readonly maxLength: number
  /** A check by the server. */
  readonly format?: TextField['format']
  /** ISO 3166-1 alpha-2 code of the country whose national phone format is accepted. */
  readonly countryCode?: string
  /** The values to choose from, if there are any. */
  readonly values?: readonly string[]
}

export interface MethodForm {
  /** The method's usual name, in English. */
  readonly name: string
  /** How the payer continues: QR, REDIRECT, PUSH or INSTRUCTIONS. */
  readonly flow: Uppercase<Flow>
  /** MANDATORY: one of `paymentOperators` must be chosen. OPTIONAL: worth asking for. UNNEEDED: not needed. */
  readonly paymentOperatorNeed: 'MANDATORY' | 'OPTIONAL' | 'UNNEEDED'
  /** Used if the request names none. */
  readonly defaultOperatorCode?: string
  /** Whether an external reference must be supplied: REQUIRED, UNLESS_CUSTOMER_KNOWN or NEVER. */
  readonly externalReference: 'REQUIRED' | 'UNLESS_CUSTOMER_KNOWN' | 'NEVER'
  readonly fields: readonly FormField[]
}

/** A field that a product may make mandatory. */
export type Requirable = FieldName | 'paymentOperatorCode'

/** The merchant product's settings for the method. */
export interface FormProduct {
  /** Of the offered operators, the one used if the request names none. */
  readonly defaultOperatorCode?: string | undefined
  /** A request without an operator would be rejected, although the API allows it. */
  readonly needsOperator: boolean
  readonly require?: readonly Requirable[] | undefined
}

/** The form of a method in one currency, for this merchant. Pure. */
export function formOf(method: PayinMethod, rules: MethodRules, product: FormProduct): MethodForm {
  const first = product.defaultOperatorCode
  return {
    name: method.title,
    flow: upper(method.flow),
    paymentOperatorNeed: operatorNeed(method, rules, product),
    ...(rules.operator === 'first' && first !== undefined && { defaultOperatorCode: first }),
    externalReference: REFERENCE[method.externalReference],
    fields: withRequired(rules.fields, product.require).flatMap((rule) =>
      rule.requested || isRequested(method, rule) ? [fieldOf(rule, rule.requested ?? false)] : [],
    ),
  }
}

const REFERENCE: Readonly<Record<ExternalReferenceNeed, MethodForm['externalReference']>> = {
  required: 'REQUIRED',
  'unless-customer-known': 'UNLESS_CUSTOMER_KNOWN',
  never: 'NEVER',
}

const upper = (flow: Flow) => flow.toUpperCase() as Uppercase<Flow>

function operatorNeed(
  { flow, payerChoosesOperator }: PayinMethod,
  { operator }: MethodRules,
  { require, needsOperator }: FormProduct,
): MethodForm['paymentOperatorNeed'] {
  if (operator === 'mandatory' || needsOperator || require?.includes('paymentOperatorCode'))
    return 'MANDATORY'
  const isChoice = operator === 'first' || flow === 'redirect' || flow === 'push'
  return isChoice || payerChoosesOperator ? 'OPTIONAL' : 'UNNEEDED'
}

function isRequested({ flow }: PayinMethod, rule: NamedFieldRule): boolean {
  const isOwn = rule.example !== COMMON_PAYIN_FIELDS[rule.name]?.example
  return rule.need === 'mandatory' || rule.label !== undefined || (flow === 'push' && isOwn)
}

export function fieldOf(rule: NamedFieldRule, wished: boolean): FormField {
  const { name, label, format, country, values } = rule
  const need = wished || rule.need === 'mandatory' ? 'MANDATORY' : 'OPTIONAL'
  if (name === 'paymentLocation') {
    const words = {
      label: label ?? FIELD_LABELS.paymentLocation.english,
      maxLength: LOCATION_PART_MAX_LENGTH,
    }
    return { name, path: '/paymentLocation', need, ...words }
  }
  const field = TEXT_FIELDS[name]
  const checked = format ?? field.format
  return {
    name,
    path: field.stands === 'account' ? `/account/${name}` : `/${name}`,
    need,
    label: label ?? field.label,
    maxLength: field.maxLength,
    ...(checked !== undefined && { format: checked }),
    ...(country !== undefined && { countryCode: country }),
    ...(values !== undefined && { values: [...new Set(Object.values(values))] }),
  }
}
