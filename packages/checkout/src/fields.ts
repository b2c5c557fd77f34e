/** The form of a method: keyboard and autofill of each field, checks before sending, and the request it becomes. */
import type { FieldLabel } from '@sluice/core/catalogue/checkout-texts.ts'
import type { Fault } from './api.ts'
import type { MessageKey } from './messages/en.ts'
import type { FormField } from './payin.ts'

export interface Typing {
  readonly inputMode: 'text' | 'email' | 'tel' | 'numeric'
  readonly autoComplete: string
}

/** Account numbers in these countries have digits only; elsewhere they may contain letters. */
const DIGITS_ONLY = new Set(['TH', 'KR', 'JP', 'ID', 'VN', 'TW', 'ZA', 'MX', 'AR', 'PH'])

/** Keyboard and autofill for a field. */
export function typingOf({ name, countryCode = '' }: FormField, { typed }: FieldLabel): Typing {
  switch (name) {
    case 'emailAddress':
      return { inputMode: 'email', autoComplete: 'email' }
    case 'phoneNumber':
      return { inputMode: 'tel', autoComplete: 'tel' }
    case 'accountName':
      return { inputMode: 'text', autoComplete: 'name' }
    case 'accountNumber': {
      if (typed === 'address') return { inputMode: 'email', autoComplete: 'off' }
      const isNumber = DIGITS_ONLY.has(countryCode) && typed !== 'text'
      return { inputMode: isNumber ? 'numeric' : 'text', autoComplete: 'off' }
    }
    case 'paymentLocation':
      return { inputMode: 'text', autoComplete: 'address-level2' }
    default:
      return { inputMode: 'text', autoComplete: 'off' }
  }
}

/** Phone prefixes for the example in the message. */
const PHONES: Readonly<Record<string, string>> = {
  ID: '+62 812 3456 789',
  IN: '+91 98765 43210',
  KE: '+254 712 345678',
  GH: '+233 24 123 4567',
  TZ: '+255 712 345 678',
  ZM: '+260 97 1234567',
  TW: '+886 912 345 678',
  TH: '+66 81 234 5678',
  KR: '+82 10 1234 5678',
  VN: '+84 91 234 5678',
  PH: '+63 917 123 4567',
  ZA: '+27 82 123 4567',
  MY: '+60 12 345 6789',
}

export const phoneExample = ({ countryCode = '' }: FormField): string =>
  PHONES[countryCode] ?? '+66 81 234 5678'

/** By the field's path. */
export type Values = Readonly<Record<string, string>>

const WANTED: Readonly<Record<NonNullable<FormField['format']>, MessageKey>> = {
  accountName: 'errorName',
  emailAddress: 'errorEmail',
  phoneNumber: 'errorPhone',
}

/** Finds faults that can be seen here; the server checks the rest. */
export function faultOf(field: FormField, values: Values): MessageKey | undefined {
  const value = (values[field.path] ?? '').trim()
  if (value === '') return field.need === 'MANDATORY' ? 'errorRequired' : undefined
  if (field.format === 'emailAddress' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value)) return 'errorEmail'
  if (field.format === 'phoneNumber' && value.replace(/\D/g, '').length < 6) return 'errorPhone'
  return undefined
}

/** The message above the fields of a refused create. If the payer can correct a field, it does not say that the method is missing. */
export function refusalCodes(status: number, errors: readonly Fault[]): MessageKey {
  if (status === 406) return 'customerUnknown'
  const isMendable = errors.some(
    ({ path }) => path.startsWith('/paymentMethod/') && path !== '/paymentMethod/paymentMethodCode',
  )
  if (status === 422 && !isMendable) return 'unavailable'
  return errors.length > 0 ? 'errorSummary' : 'notWorked'
}

/** The server's faults, by the path of their field. */
export function placed(errors: readonly Fault[], fields: readonly FormField[]): Record<string, MessageKey> {
  const found: Record<string, MessageKey> = {}
  for (const { path, code } of errors) {
    if (path === '/paymentMethod/paymentOperatorCode') found.operator = 'errorChoice'
    const field = fields.find((each) => path.startsWith(`/paymentMethod${each.path}`))
    if (!field) continue
    found[field.path] =
      code === 'REQUIRED'
        ? 'errorRequired'
        : code === 'INVALID_CHECK_DIGIT'
          ? 'errorDigits'
          : field.format
            ? WANTED[field.format]
            : 'errorInvalid'
  }
  return found
}

/** `paymentMethod` of the create, without empty fields. */
export function methodObject(
  code: string,
  operator: string | undefined,
  fields: readonly FormField[],
  values: Values,
): object {
  const account: Record<string, string> = {}
  const own: Record<string, unknown> = {}
  for (const { name, path } of fields) {
    const value = (values[path] ?? '').trim()
    if (value === '') continue
    if (name === 'paymentLocation') own.paymentLocation = { name: value }
    else if (path.startsWith('/account/')) account[name] = value
    else own[name] = value
  }
  return {
    paymentMethodCode: code,
    ...(operator && { paymentOperatorCode: operator }),
    ...(Object.keys(account).length > 0 && { account }),
    ...own,
  }
}
