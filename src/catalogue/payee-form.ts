/**
 * What a form must ask a payee before money can be paid out to it: made from the payout method's own field rules.
 *
 * A payout takes more than a person should be asked. Asked is what the contract makes mandatory, what the method or the currency names
 * by itself, what says who gets the money, and always the name. Pure.
 */
import type { IdentifierName } from './identifiers/request-identifiers.ts'
import { type FormField, fieldOf } from './payment-form.ts'
import type { NamedFieldRule, PayoutMethod, PayoutRules } from './payment-method.ts'

export interface PayeeForm {
  readonly fields: readonly FormField[]
  /** A bank or wallet must be chosen among those that are offered, because no field says which it is. */
  readonly needsOperator: boolean
}

/** Numbers and keys that say by themselves at which bank an account is. */
const SAYS_THE_BANK: ReadonlySet<IdentifierName | undefined> = new Set<IdentifierName>([
  'cbu',
  'mexicanAccount',
  'ifsc',
  'pixEmail',
  'pixPhone',
  'pixRandomKey',
  'brazilianTaxNumber',
])

export function payeeFormOf({ payeeBy }: PayoutMethod, { fields, declared }: PayoutRules): PayeeForm {
  const [who] = payeeBy
  const isNeeded = ({ name, need }: NamedFieldRule): boolean =>
    need === 'mandatory' || name === 'accountName' || name === who
  const requested = fields.filter((rule) => isNeeded(rule) || declared.has(rule.name))
  return {
    fields: requested.map((rule) => fieldOf(rule, isNeeded(rule))),
    needsOperator: !requested.some(({ identifier }) => SAYS_THE_BANK.has(identifier)),
  }
}
