/**
 * Payout methods, the currencies that each has, and the fields of a payee there, from the method files of the catalogue. So the form
 * lacks no field that a method wants.
 */
import { PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { PayoutMethod, PayoutRules } from '@sluice/core/catalogue/payment-method.ts'

/** What tells the bank of an account, where no operator does. A wallet or a key says it by itself. */
const BANK = { bankCode: '' } as const

function requested({ payeeBy }: PayoutMethod, { fields, declared }: PayoutRules): Record<string, string> {
  const own = fields.filter(({ name }) => declared.has(name) || payeeBy.some((each) => each === name))
  return Object.fromEntries(
    own.map(({ name, label, values }) => [name, label ?? Object.keys(values ?? {}).join(', ')]),
  )
}

/** By currency and field. */
type PayoutForm = Readonly<Record<string, Readonly<Record<string, string>>>>

const formOf = (method: PayoutMethod): PayoutForm =>
  Object.fromEntries(
    [...method.currencies].map(([currency, rules]) => [
      currency,
      { ...requested(method, rules), ...(method.paysTo === 'bank account' && BANK) },
    ]),
  )

export const payoutForms = (): Readonly<Record<string, PayoutForm>> =>
  Object.fromEntries(PAYOUT_METHODS.map((method) => [method.code, formOf(method)]))
