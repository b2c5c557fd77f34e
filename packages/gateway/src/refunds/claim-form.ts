/**
 * The form in which a payer says where a refund goes: for each payout method that can pay it, the fields that the page
 * shows. Pure.
 */
import { type OperatorView, operatorView } from '@sluice/core/catalogue/operators.ts'
import { payeeFormOf } from '@sluice/core/catalogue/payee-form.ts'
import type { FormField } from '@sluice/core/catalogue/payment-form.ts'
import type { PayableBy } from './refund-route.ts'

/** A subset of the available payment options, so that one page can show both. */
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

/** The mandatory fields of the chosen option, by name. */
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
