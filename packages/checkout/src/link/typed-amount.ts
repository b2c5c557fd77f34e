/**
 * Reads an amount as people type it, in the digits of any script, with a decimal point or comma. `1,500` is
 * 1500, but if the currency has three decimals the payer is asked again, and `1.500` is 1.5. Pure.
 */

/** A number holds any so many digits exactly. */
const MAX_DIGITS = 15

/** The digit zero of each script that payers may type in: Arabic, Persian, Devanagari, Bengali, Thai, Lao, Khmer, Burmese, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x17e0, 0x1040, 0xff10]

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((each) => code >= each && code < each + 10)
  return zero === undefined ? digit : String(code - zero)
}

/**
 * @param fractionDigits how many decimals the currency has
 * @returns undefined if it is no amount above zero
 */
export function typedAmount(text: string, fractionDigits: number): number | undefined {
  const plain = text.replaceAll(/\p{Nd}/gu, plainDigit).replaceAll(/[\s'’\u00a0\u202f]/gu, '')
  const [, whole = '', fraction = ''] =
    /^(\d+)(?:[.,](\d*))?$/.exec(withoutGroups(plain, fractionDigits)) ?? []
  if (whole === '' || fraction.length > fractionDigits || whole.length + fraction.length > MAX_DIGITS)
    return undefined
  const amount = Number(fraction === '' ? whole : `${whole}.${fraction}`)
  return amount > 0 ? amount : undefined
}

const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:([.,])\d*)?$/

function withoutGroups(text: string, fractionDigits: number): string {
  const [, group = '', decimal] = GROUPED.exec(text) ?? []
  if (group === '' || group === decimal) return text
  // Three digits after one separator may be decimals or thousands.
  if (decimal === undefined && fractionDigits >= 3 && text.split(group).length === 2)
    return group === '.' ? text : ''
  return text.replaceAll(group, '')
}
