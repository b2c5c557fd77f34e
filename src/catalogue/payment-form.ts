/**
 * What a form must ask a payer before a payin can be created: made from the method's own field rules.
 *
 * A payin takes more than a form should ask: fields that every payin takes cost a rail nothing, and cost a payer patience. Asked
 * is what the contract or the merchant's product makes mandatory, what the method gives a label of its own, and, where
 * the payer is called (`push`), what the method itself declares: it says whom to call.
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
  /** JSON Pointer into `paymentMethod`: where the value stands, and where a fault of it is told. */
  readonly path: string
  readonly need: 'MANDATORY' | 'OPTIONAL'
  /** English. */
  readonly label: string
  readonly maxLength: number
  /** A check that the server makes. */
  readonly format?: TextField['format']
  /** ISO 3166-1 alpha-2: whose national form of a phone number is understood. */
  readonly countryCode?: string
  /** One of these, where there is a choice. */
  readonly values?: readonly string[]
}

export interface MethodForm {
  /** Usual name of the method, English. */
  readonly name: string
  /** How the payer gets on: QR, REDIRECT, PUSH or INSTRUCTIONS. */
  readonly flow: Uppercase<Flow>
  /** MANDATORY: one of `paymentOperators` must be chosen. OPTIONAL: it is worth asking. UNNEEDED: it is not. */
  readonly paymentOperatorNeed: 'MANDATORY' | 'OPTIONAL' | 'UNNEEDED'
  /** Taken where the request names none. */
  readonly defaultOperatorCode?: string
  /** Whether an external reference must be brought: REQUIRED, UNLESS_CUSTOMER_KNOWN or NEVER. */
  readonly externalReference: 'REQUIRED' | 'UNLESS_CUSTOMER_KNOWN' | 'NEVER'
  readonly fields: readonly FormField[]
}

/** A field that a product may make mandatory. */
export type Requirable = FieldName | 'paymentOperatorCode'

/** What the merchant's product makes of the method. */
export interface FormProduct {
  /** Of the operators that are offered, the one taken where the request names none. */
  readonly defaultOperatorCode?: string | undefined
  /** A request that names none would be refused, though the contract lets it leave the operator out. */
  readonly needsOperator: boolean
  readonly require?: readonly Requirable[] | undefined
}

/** The form of a method in one currency, as this merchant has it. Pure. */
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
