/**
 * Virtual account numbers: a prefix that the bank assigned to the operator, and digits of our own for each payin. If
 * the country's numbers end in a check digit it is the last of ours, or payers' apps would refuse the number. Pure.
 */
import type { CheckDigit } from '@sluice/core/catalogue/identifiers/identifier.ts'

export interface VirtualRange {
  readonly prefix: string
  /** With the check digit, if there is one. */
  readonly digits: number
  /** Of the method's numbers in the account's currency. */
  readonly checkDigit: CheckDigit | undefined
  readonly bankCode: string
}

/** How many numbers a range has. */
export const sizeOf = ({ digits, checkDigit }: VirtualRange): bigint =>
  10n ** BigInt(digits - (checkDigit ? 1 : 0))

/**
 * A number of the range for a reference. The same for the same reference and `attempt`; another attempt gives another
 * number.
 * @param reference `A-Z 0-9`
 */
export function virtualNumber(range: VirtualRange, reference: string, attempt: number): string {
  const { checkDigit, bankCode } = range
  const free = range.digits - (checkDigit ? 1 : 0)
  let value = BigInt(attempt)
  for (const character of reference) value = value * 36n + BigInt(Number.parseInt(character, 36))
  const size = 10n ** BigInt(free)
  // Consecutive numbers would have similar last digits: an odd multiplier spreads them over the range.
  const own = ((value * 6_364_136_223_846_793_005n + BigInt(attempt) * 104_729n) >> 3n) % size
  const body = `${range.prefix}${own.toString().padStart(free, '0')}`
  return checkDigit ? `${body}${checkDigit.of(body, { bankCode })}` : body
}
