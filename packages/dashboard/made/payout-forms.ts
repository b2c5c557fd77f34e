/**
 * Payout methods with their currencies and payee fields, from the method files of the catalogue, so that the form has every field that a
 * method needs.
 */
import { PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { PayoutMethod, PayoutRules } from '@sluice/core/catalogue/payment-method.ts'

/** Names the bank of an account if no payment operator does. Wallets and payment keys need none. */
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
