/**
 * The fields that a form shows a payee before money can be paid out to them. Derived from the payout method's field rules.
 *
 * A payout accepts more fields than a person should have to fill in. The form has the fields that the API requires, those that
 * the method or the currency names itself, those that identify the payee, and always the name. Pure.
 */
import type { IdentifierName } from './identifiers/request-identifiers.ts'
import { type FormField, fieldOf } from './payment-form.ts'
import type { NamedFieldRule, PayoutMethod, PayoutRules } from './payment-method.ts'

export interface PayeeForm {
  readonly fields: readonly FormField[]
  /** A bank or wallet must be chosen, because no field identifies it. */
  readonly needsOperator: boolean
}

/** Numbers and keys that already identify the bank of an account. */
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
