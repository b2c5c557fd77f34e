/**
 * Virtual account numbers: a prefix that the bank gave to the operator, and digits of our own for each payin. Where the
 * country's numbers end in a check digit it is the last of ours, or payers' apps would refuse the number. Pure.
 */

/** A check digit over all digits before it, by the currency whose numbers have one. */
const CHECK_DIGITS: Readonly<Record<string, (digits: string, bankCode: string) => string>> = {
  // CLABE: weights 3, 7, 1, each product modulo 10.
  MXN: (digits) => complement(weighted(digits, [3, 7, 1], true)),
  // CVU and CBU: the second block, 13 digits, weights 3, 9, 7, 1.
  ARS: (digits) => complement(weighted(digits.slice(8), [3, 9, 7, 1], false)),
  // NUBAN: over the bank's three digits and the nine before; banks with longer codes have none.
  NGN: (digits, bankCode) =>
    /^\d{3}$/.test(bankCode) ? complement(weighted(bankCode + digits, [3, 7, 3], false)) : '0',
}

function weighted(digits: string, weights: readonly number[], eachModulo: boolean): number {
  let sum = 0
  for (const [index, digit] of [...digits].entries()) {
    const product = Number(digit) * (weights[index % weights.length] ?? 0)
    sum += eachModulo ? product % 10 : product
  }
  return sum
}

const complement = (sum: number): string => String((10 - (sum % 10)) % 10)

export interface VirtualRange {
  readonly prefix: string
  /** With the check digit, where there is one. */
  readonly digits: number
  readonly currency: string
  readonly bankCode: string
}

/** How many numbers a range has. */
export const sizeOf = ({ digits, currency }: VirtualRange): bigint =>
  10n ** BigInt(digits - (CHECK_DIGITS[currency] ? 1 : 0))

/**
 * A number of the range for a reference. The same for the same reference and `attempt`; another attempt gives another number.
 * @param reference `A-Z 0-9`
 */
export function virtualNumber(range: VirtualRange, reference: string, attempt: number): string {
  const check = CHECK_DIGITS[range.currency]
  const free = range.digits - (check ? 1 : 0)
  let value = BigInt(attempt)
  for (const character of reference) value = value * 36n + BigInt(Number.parseInt(character, 36))
  const size = 10n ** BigInt(free)
  // The last digits of numbers that are made in turn would be alike: an odd multiplier spreads them over the range.
  const own = ((value * 6_364_136_223_846_793_005n + BigInt(attempt) * 104_729n) >> 3n) % size
  const body = `${range.prefix}${own.toString().padStart(free, '0')}`
  return check ? `${body}${check(body, range.bankCode)}` : body
}
