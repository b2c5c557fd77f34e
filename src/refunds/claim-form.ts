/** What a payer is asked who says where a refund is to go: the form of each payout by which it could go, as the page shows it. Pure. */
import { type OperatorView, operatorView } from '../catalogue/operators.ts'
import { payeeFormOf } from '../catalogue/payee-form.ts'
import type { FormField } from '../catalogue/payment-form.ts'
import type { PayableBy } from './refund-route.ts'

/** A part of the available payment options' shape, so that one page can show both. */
export interface ClaimOption {
  readonly paymentMethodCode: string
  /** English. */
  readonly name: string
  readonly paymentOperators: readonly OperatorView[]
  readonly paymentOperatorNeed: 'MANDATORY' | 'OPTIONAL' | 'UNNEEDED'
  readonly fields: readonly FormField[]
}

export function claimOption({ method, rules, operators, needsOperator }: PayableBy): ClaimOption {
  const form = payeeFormOf(method, rules)
  const isNeeded = needsOperator || form.needsOperator
  return {
    paymentMethodCode: method.code,
    name: method.title,
    paymentOperators: operators.map(operatorView),
    paymentOperatorNeed: operators.length === 0 ? 'UNNEEDED' : isNeeded ? 'MANDATORY' : 'OPTIONAL',
    fields: form.fields,
  }
}

/** What the chosen option's form makes mandatory, by the names of the fields. */
export function wantedOf(options: readonly ClaimOption[], payee: unknown): readonly string[] {
  const code =
    typeof payee === 'object' && payee !== null && 'paymentMethodCode' in payee && payee.paymentMethodCode
  const chosen = options.find(({ paymentMethodCode }) => paymentMethodCode === code)
  if (!chosen) return []
  return [
    ...chosen.fields.flatMap(({ name, need }) => (need === 'MANDATORY' ? [name] : [])),
    ...(chosen.paymentOperatorNeed === 'MANDATORY' ? ['paymentOperatorCode'] : []),
  ]
}
