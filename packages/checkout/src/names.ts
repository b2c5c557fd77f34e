/**
 * Names of methods and fields. They come from the catalogue, method by method (`methods.ts` is made from it), in the payer's language;
 * anything unknown is shown as the gateway sends it.
 */
import { type CheckoutLook, FIELD_LABELS, type FieldLabel } from '@sluice/core/catalogue/checkout-texts.ts'
import type { Words } from './i18n.tsx'
import type { MessageKey } from './messages/en.ts'
import type { MethodLook } from './method-look.ts'
import { METHODS } from './methods.ts'
import type { FormField, PaymentOption } from './payin.ts'

/** A payment method, or a payout method for a refund, which has no flow. */
type Option = Pick<PaymentOption, 'paymentMethodCode' | 'name'> & Partial<Pick<PaymentOption, 'flow'>>
type Flow = PaymentOption['flow']

const lookOf = ({ paymentMethodCode }: Pick<Option, 'paymentMethodCode'>): MethodLook | undefined =>
  Object.hasOwn(METHODS, paymentMethodCode) ? METHODS[paymentMethodCode] : undefined

export function methodName({ t }: Pick<Words, 't'>, option: Option): string {
  const name = lookOf(option)?.name ?? 'title'
  if (name === 'title') return option.name
  if ('brand' in name) return name.by === undefined ? name.brand : `${name.brand}: ${t(name.by)}`
  return name.detail === undefined ? t(name.word) : `${t(name.word)} (${name.detail})`
}

const HINTS_OF_FLOWS = {
  QR: 'flowQr',
  REDIRECT: 'flowRedirect',
  PUSH: 'flowPush',
  INSTRUCTIONS: 'flowInstructions',
} as const satisfies Record<Flow, MessageKey>

export const methodHint = (
  { t }: Pick<Words, 't'>,
  option: Pick<PaymentOption, 'paymentMethodCode' | 'flow'>,
): string => t(lookOf(option)?.hint ?? HINTS_OF_FLOWS[option.flow])

const MARKS_OF_FLOWS = {
  QR: 'qr',
  REDIRECT: 'bank',
  PUSH: 'phone',
  INSTRUCTIONS: 'transfer',
} as const satisfies Record<Flow, CheckoutLook['mark']>

export const methodMark = (option: Option): CheckoutLook['mark'] =>
  lookOf(option)?.mark ?? MARKS_OF_FLOWS[option.flow ?? 'INSTRUCTIONS']

/** The word for a method's operators. */
export const operatorWord = (option: Pick<Option, 'paymentMethodCode'>): MessageKey =>
  lookOf(option)?.operator ?? 'operator'

/** The label of a method's field in this currency. */
export function labelOf(
  option: Pick<Option, 'paymentMethodCode'>,
  currencyCode: string,
  { name }: Pick<FormField, 'name'>,
): FieldLabel {
  return FIELD_LABELS[lookOf(option)?.labels?.[currencyCode]?.[name] ?? name]
}

export function fieldLabel({ t }: Pick<Words, 't'>, label: FieldLabel): string {
  const { said, everywhere, english, brand, detail } = label
  if (said === undefined) return everywhere ?? english
  if (brand !== undefined) return `${brand}: ${t(said)}`
  return detail === undefined ? t(said) : `${t(said)} (${detail})`
}
