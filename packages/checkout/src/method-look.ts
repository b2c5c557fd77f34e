/** How a method is displayed, and its special labels by currency and field. */
import type { CheckoutLook, LabelName } from '@sluice/core/catalogue/checkout-texts.ts'

export interface MethodLook extends CheckoutLook {
  readonly labels?: Readonly<Record<string, Readonly<Record<string, LabelName>>>>
}
