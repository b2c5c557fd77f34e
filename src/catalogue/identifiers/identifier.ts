/**
 * What an identifier is: a number or name that a country, a bank or a chain gives out by a published rule.
 *
 * A check refuses only what that rule says cannot exist, and names where it is published: another length or other
 * characters where the rule fixes them, check digits that do not fit where it has them. What is usual but written nowhere
 * refuses nobody. Whether it does exist, nobody here can know. Checks are pure, run in linear time on texts whose length is
 * bounded, and their messages never repeat what was sent.
 */
import type { FaultCode } from '../../foundation/faults.ts'

export interface IdentifierFault {
  readonly code: Extract<FaultCode, 'INVALID_FORMAT' | 'INVALID_CHECK_DIGIT'>
  /** Goes on after the path: «must have 18 digits, as a CLABE has; this has 17». */
  readonly message: string
}

/** What else the same request says, where the rule needs it. */
export interface IdentifierContext {
  /** ISO 3166-1 alpha-2 of the payment's currency. */
  readonly country?: string
  /** The bank's national code: the operator's, otherwise `account.bankCode`. */
  readonly bankCode?: string
}

export interface Identifier {
  /** For the documents: what is checked. */
  readonly rule: string
  /** For the documents: who publishes the rule, and where. */
  readonly source: string
  check(text: string, context: IdentifierContext): IdentifierFault | undefined
  /** Where numbers of this kind end in one: how an operator's bank, and so this gateway, makes new ones. */
  readonly checkDigit?: CheckDigit
}

export interface CheckDigit {
  /** Digits of the whole number. */
  readonly numberLength: number
  /** @param body all of the number's digits but the last */
  of(body: string, context: IdentifierContext): string
}

/** An identifier whose rule is its form alone. The pattern has no repetition within another. */
export const formOf = (pattern: RegExp, rule: string, source: string): Identifier => ({
  rule,
  source,
  check: (text) => (pattern.test(text) ? undefined : wrongForm(`must be ${rule}`)),
})

/**
 * The same identifier written in one way only: without separators, in capitals. For what is registered once and then shown, copied
 * and compared as it stands.
 */
export const strictly = (identifier: Identifier, pattern: RegExp, rule: string): Identifier => ({
  ...identifier,
  rule,
  check: (text, context) =>
    pattern.test(text) ? identifier.check(text, context) : wrongForm(`must be ${rule}`),
})

/** Without the separators people write into numbers: spaces, dots, hyphens and slashes. */
export const withoutSeparators = (text: string): string => text.replace(/[ .\-/]/g, '')

export const isDigits = (text: string): boolean => /^\d+$/.test(text)

export const wrongForm = (message: string): IdentifierFault => ({ code: 'INVALID_FORMAT', message })

export const wrongCheckDigit = (what: string): IdentifierFault => ({
  code: 'INVALID_CHECK_DIGIT',
  message: `is no ${what}: the check digit does not fit`,
})

/** @returns the fault of a text that must be so many digits; undefined where it is */
export function digitsFault(text: string, count: number, what: string): IdentifierFault | undefined {
  if (!isDigits(text)) return wrongForm(`must be digits only: ${what} has ${count}`)
  if (text.length === count) return undefined
  return wrongForm(`must have ${count} digits, as ${what} has; this has ${text.length}`)
}

/** The sum of the digits, each times its weight. Weights repeat where there are fewer. */
export const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (weights[index % weights.length] ?? 0), 0)

/** The check of ISO/IEC 7812: cards, and many national numbers. */
export function fitsLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
