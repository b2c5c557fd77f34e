/** How a method looks, and by currency and field the labels that are not the usual ones. */
import type { CheckoutLook, LabelName } from '@sluice/core/catalogue/checkout-texts.ts'

export interface MethodLook extends CheckoutLook {
  readonly labels?: Readonly<Record<string, Readonly<Record<string, LabelName>>>>
}
