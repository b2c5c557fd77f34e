/**
 * The fields of a method as one merchant has them: the contract's rules, and on top of them what the product asks for.
 * Creates check by them, and the options' forms show them, so that a form holds all that its create will ask for.
 */
import { FIELD_NAMES, optional } from './method-fields.ts'
import type { NamedFieldRule } from './payment-method.ts'

/** A rule of the catalogue, with what the merchant's product adds. */
export interface WantedField extends NamedFieldRule {
  /** Mandatory by a setting of the merchant's product, though optional in the contract. */
  readonly wished?: boolean
  /** Named in the product's settings, so that it is checked as what it is, also where the contract leaves it open. */
  readonly requested?: boolean
}

/** The product's own wishes, on top of the contract's rules. A phone number that is asked for must be one. */
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
