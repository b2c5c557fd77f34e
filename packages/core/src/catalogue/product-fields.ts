/**
 * A method's fields for one merchant: the API's rules, and those that the merchant's product adds. Creates are checked by them
 * and the forms of the payment options show them, so a form has everything that its create will require.
 */
import { FIELD_NAMES, optional } from './method-fields.ts'
import type { NamedFieldRule } from './payment-method.ts'

/** A rule of the catalogue, with the additions of the merchant's product. */
export interface WantedField extends NamedFieldRule {
  /** Required by the merchant's product, though optional in the API. */
  readonly wished?: boolean
  /** Named in the product's settings, so its format is checked even if the API does not require that. */
  readonly requested?: boolean
}

/** Adds the product's requirements to the API's rules. A required phone number must be valid. */
export function withRequired(
  fields: readonly NamedFieldRule[],
  require: readonly string[] | undefined,
): readonly WantedField[] {
  if (!require || require.length === 0) return fields
  const wished = new Set(require.map((name) => name.replace('account.', '')))
  const known = new Set<string>(fields.map(({ name }) => name))
  const added = FIELD_NAMES.filter((name) => wished.has(name) && !known.has(name)).map((name) => ({
    name,
    ...optional(''),
  }))
  return [...fields, ...added].map((rule) =>
    wished.has(rule.name)
      ? {
          ...rule,
          requested: true,
          wished: rule.need === 'optional',
          ...(rule.name === 'phoneNumber' && { format: 'phoneNumber' as const }),
        }
      : rule,
  )
}
