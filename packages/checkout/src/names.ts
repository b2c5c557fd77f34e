/**
 * What methods and fields are called. The catalogue says it, method by method (`methods.ts` is made of it); its words are said here
 * in the payer's language, and what this page does not know yet is shown as the gateway says it.
 */
import { type CheckoutLook, FIELD_LABELS, type FieldLabel } from '@sluice/core/catalogue/checkout-texts.ts'
import type { Words } from './i18n.tsx'
import type { MessageKey } from './messages/en.ts'
import type { MethodLook } from './method-look.ts'
import { METHODS } from './methods.ts'
import type { FormField, PaymentOption } from './payin.ts'

/** A way to pay, or one in which a refund is paid out, which has no flow. */
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

/** What is chosen among a method's operators. */
export const operatorWord = (option: Pick<Option, 'paymentMethodCode'>): MessageKey =>
  lookOf(option)?.operator ?? 'operator'

/** Which label a field of this method has in this currency. */
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
