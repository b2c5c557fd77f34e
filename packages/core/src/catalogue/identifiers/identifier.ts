/**
 * An identifier: a number or name that a country, bank or chain issues by a published rule.
 *
 * A check only rejects what cannot exist by that rule, and names its source: a length or characters that the rule excludes, or
 * wrong check digits. A custom that is written down nowhere rejects nothing. Whether an identifier really exists cannot be known
 * here. Checks are pure and run in linear time on texts of limited length. Their messages never repeat what was sent.
 */
import type { FaultCode } from '../../foundation/faults.ts'

export interface IdentifierFault {
  readonly code: Extract<FaultCode, 'INVALID_FORMAT' | 'INVALID_CHECK_DIGIT'>
  /** Follows the path: «must have 18 digits, as a CLABE has; this has 17». */
  readonly message: string
}

/** Other values of the same request, if the rule needs them. */
export interface IdentifierContext {
  /** ISO 3166-1 alpha-2 code of the currency's country. */
  readonly country?: string
  /** The bank's national code: from the operator, otherwise `account.bankCode`. */
  readonly bankCode?: string
}

export interface Identifier {
  /** For the documentation: what is checked. */
  readonly rule: string
  /** For the documentation: who publishes the rule, and where. */
  readonly source: string
  check(text: string, context: IdentifierContext): IdentifierFault | undefined
  /** The check digit, for numbers that end with one. Banks, and so this gateway, use it to create new numbers. */
  readonly checkDigit?: CheckDigit
}

export interface CheckDigit {
  /** Digits of the whole number. */
  readonly numberLength: number
  /** @param body all digits but the last */
  of(body: string, context: IdentifierContext): string
}

/** An identifier whose only rule is its form. The pattern must not nest repetitions. */
export const formOf = (pattern: RegExp, rule: string, source: string): Identifier => ({
  rule,
  source,
  check: (text) => (pattern.test(text) ? undefined : wrongForm(`must be ${rule}`)),
})

/**
 * The same identifier in a single spelling: without separators, in capitals. For values that are registered once and then shown,
 * copied and compared as they are.
 */
export const strictly = (identifier: Identifier, pattern: RegExp, rule: string): Identifier => ({
  ...identifier,
  rule,
  check: (text, context) =>
    pattern.test(text) ? identifier.check(text, context) : wrongForm(`must be ${rule}`),
})

/** Removes the separators people write into numbers: spaces, dots, hyphens and slashes. */
export const withoutSeparators = (text: string): string => text.replace(/[ .\-/]/g, '')

export const isDigits = (text: string): boolean => /^\d+$/.test(text)

export const wrongForm = (message: string): IdentifierFault => ({ code: 'INVALID_FORMAT', message })

export const wrongCheckDigit = (what: string): IdentifierFault => ({
  code: 'INVALID_CHECK_DIGIT',
  message: `is no ${what}: the check digit does not fit`,
})

/** @returns the fault of a text that must have so many digits; undefined if it does */
export function digitsFault(text: string, count: number, what: string): IdentifierFault | undefined {
  if (!isDigits(text)) return wrongForm(`must be digits only: ${what} has ${count}`)
  if (text.length === count) return undefined
  return wrongForm(`must have ${count} digits, as ${what} has; this has ${text.length}`)
}

/** The sum of the digits, each times its weight. The weights repeat if there are fewer. */
export const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (weights[index % weights.length] ?? 0), 0)

/** The Luhn check (ISO/IEC 7812) of cards and many national numbers. */
export function fitsLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
