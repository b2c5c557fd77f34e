/**
 * Methods as the operators' and the merchants' pages need them: their names, and for payouts the fields of a form in
 * each currency.
 */

import { PAYIN_METHODS, PAYOUT_METHODS } from '../../src/catalogue/all-methods.ts'
import type { PayoutMethod, PayoutRules } from '../../src/catalogue/payment-method.ts'
import { literal } from './literal.ts'

const MADE = ` * Made from the method files of the catalogue by \`npm run docs\`; a test keeps it fresh. Never changed by hand.
 */
`

/** Variants of one code have the name of the default one. */
export function methodTitles(): string {
  const shown = PAYIN_METHODS.filter(({ variant }) => variant?.isDefault !== false)
  const titles = [...shown, ...PAYOUT_METHODS].map(({ code, title }) => [code, title] as const)
  const sorted = Object.fromEntries(titles.sort(([a], [b]) => (a < b ? -1 : 1)))
  return `/**\n * The name of each method, by its code.\n${MADE}export const METHOD_TITLES: Readonly<Record<string, string>> = ${literal(sorted)}\n`
}

/** Names the bank of an account if no payment operator does. A wallet or a key needs no bank. */
const BANK = { bankCode: '' } as const

function requested({ payeeBy }: PayoutMethod, { fields, declared }: PayoutRules): Record<string, string> {
  const own = fields.filter(({ name }) => declared.has(name) || payeeBy.some((each) => each === name))
  return Object.fromEntries(
    own.map(({ name, label, values }) => [name, label ?? Object.keys(values ?? {}).join(', ')]),
  )
}

export function payoutForms(): string {
  const forms = PAYOUT_METHODS.map((method) => {
    const byCurrency = [...method.currencies].map(
      ([currency, rules]) =>
        [currency, { ...requested(method, rules), ...(method.paysTo === 'bank account' && BANK) }] as const,
    )
    return [method.code, Object.fromEntries(byCurrency)] as const
  })
  return `/**\n * Payout methods, the currencies that each has, and what is asked for there: by field, what it is there if its usual name does not tell.\n${MADE}export const PAYOUT_FORMS: Readonly<Record<string, PayoutForm>> = ${literal(Object.fromEntries(forms))}\n\nexport type PayoutForm = Readonly<Record<string, Readonly<Record<string, string>>>>\n`
}
