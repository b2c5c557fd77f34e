/** How each method looks in the checkout: the part of the method files that the page's build includes. */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { CheckoutLook, LabelName } from '@sluice/core/catalogue/checkout-texts.ts'
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { literal } from './literal.ts'

const HEAD = `/**
 * How each method looks here, by its code. Made from the method files of the catalogue by \`npm run docs\`; a test keeps it fresh.
 * Never changed by hand.
 */
import type { MethodLook } from './method-look.ts'

export const METHODS: Readonly<Record<string, MethodLook>> = `

/** By currency and field: labels that differ from the field's default. */
function labelsOf({ currencies }: PaymentMethod): Record<string, Record<string, LabelName>> {
  const rows = [...currencies].map(([currency, { fields }]) => {
    const named = fields.flatMap(({ name, labelName }) => (labelName ? [[name, labelName] as const] : []))
    return [currency, Object.fromEntries(named)] as const
  })
  return Object.fromEntries(rows.filter(([, labels]) => Object.keys(labels).length > 0))
}

function lookOf(method: PaymentMethod): CheckoutLook & { readonly labels?: object } {
  const labels = labelsOf(method)
  return { ...method.checkout, ...(Object.keys(labels).length > 0 && { labels }) }
}

/**
 * Includes payouts, among which a payer chooses to receive a refund. Variants of one code share the look and form of
 * the default one.
 */
export function checkoutMethods(): string {
  const shown = PAYIN_METHODS.filter(({ variant }) => variant?.isDefault !== false)
  const looks = [...shown, ...PAYOUT_METHODS].map((method) => [method.code, lookOf(method)] as const)
  return `${HEAD}${literal(Object.fromEntries(looks.sort(([a], [b]) => (a < b ? -1 : 1))))}\n`
}
