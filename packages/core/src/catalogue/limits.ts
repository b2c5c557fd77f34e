/** Amount range and expiry of a method in a currency. An operator's may be narrower than its method's. */
import { type Minor, minorFromText } from '../foundation/money.ts'
import type { Operator } from './operators.ts'
import type { MethodRules, PayinRules, Rail } from './payment-method.ts'

export interface AmountRange {
  readonly minMinor: Minor
  readonly maxMinor: Minor
}

/** The catalogue's range; a merchant's product may narrow it further. */
export function amountRange(rules: MethodRules, operator?: Operator): AmountRange {
  const { minMinor, maxMinor } = rules
  const cap = operator?.facts?.maxAmount
  if (cap === undefined) return { minMinor, maxMinor }
  const capMinor = minorFromText(cap, rules.currency.ledgerDigits)
  if (capMinor > maxMinor) return { minMinor, maxMinor }
  return { minMinor, maxMinor: capMinor }
}

/** The rail that banks use for this amount; undefined if there is only one. */
const railOf = ({ rails }: Pick<MethodRules, 'rails'>, amountMinor: Minor): Rail | undefined =>
  rails.find(({ upToMinor }) => upToMinor === undefined || amountMinor <= upToMinor)

/** Seconds from the create until an unpaid payin expires. */
export function expirySecs(rules: PayinRules, amountMinor: Minor, operator?: Operator): number {
  const rail = railOf(rules, amountMinor)
  if (rail?.expirySecs !== undefined) return rail.expirySecs
  const own = Number(operator?.facts?.expirySecs ?? rules.expirySecs)
  return Math.min(own, rules.expirySecs)
}
