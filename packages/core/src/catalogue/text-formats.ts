/**
 * The few formats that are checked, each with a sentence that describes it.
 *
 * Every expression here runs in linear time on any input (no nested or adjacent repetition over the same letters), and only after
 * the length was checked.
 */
import { isPhoneNumber } from './identifiers/phones.ts'

export type FormatName = 'accountName' | 'emailAddress' | 'phoneNumber'

interface Format {
  /** @param country ISO 3166-1 alpha-2 code of the currency's country, if it has one */
  accepts(text: string, country: string | undefined): boolean
  /** For JSON Schema: `pattern` or `format`. */
  readonly schema: { readonly pattern?: string; readonly format?: string }
  /** Completes the sentence «<pointer> must be …». */
  readonly wanted: string
}

/** Not only spaces. There is only one way to match a text, so it is linear. */
const ACCOUNT_NAME = /^ *[\p{L}\p{M}\p{Nd}.,'’\-/()&][\p{L}\p{M}\p{Nd} .,'’\-/()&]*$/u
const EMAIL_LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const EMAIL_LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || !EMAIL_LOCAL.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = text.slice(at + 1).split('.')
  return labels.length > 1 && labels.every((label) => EMAIL_LABEL.test(label))
}

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  accountName: {
    accepts: (text) => ACCOUNT_NAME.test(text),
    schema: { pattern: ACCOUNT_NAME.source },
    wanted: "a name made of letters, digits, spaces and . , ' ’ - / ( ) &",
  },
  emailAddress: {
    accepts: isEmailAddress,
    schema: { format: 'email' },
    wanted: 'an e-mail address such as name@example.com',
  },
  phoneNumber: {
    accepts: isPhoneNumber,
    schema: {},
    wanted: 'a phone number in international form, such as +919876543210',
  },
}
