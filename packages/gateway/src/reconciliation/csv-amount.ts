/**
 * Reads amounts as banks print them: signs before and after, brackets, CR and DR, digit grouping of every country.
 * Pure.
 */
import type { Minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { amountOf, type ParsedEntry } from './entry.ts'

export interface Amount {
  readonly amountMinor: Minor
  readonly direction: ParsedEntry['direction']
  /** It reverses an earlier one. */
  readonly reversal?: boolean
}

const MAX_CHARACTERS = 60

/** What may surround the digits: currency signs and codes, quotation marks of spreadsheets. */
const AROUND = /^[\s'"=]*(?:[A-Z]{3}|R\$|Rs\.?|\p{Sc})?\s*|\s*(?:[A-Z]{3}|\p{Sc}|円|원)?[\s'"]*$/gu

/** Without a sign it is a credit. */
export function signedAmount(
  text: string,
  decimalSign: '.' | ',',
  ledgerDigits: number,
): Result<Amount, string> {
  const shown = JSON.stringify(text.slice(0, 40))
  if (text.length > MAX_CHARACTERS) return fail(`is not an amount: ${shown}`)
  const upper = text.trim().toUpperCase().replaceAll('\u2212', '-')
  const marked = /^(.*[\d\s.,)])(CR|DR|C|D)\.?$/.exec(upper)
  let rest = marked?.[1] ?? upper
  let negative = marked?.[2]?.startsWith('D') ?? false
  const bracketed = /^\((.*)\)$/.exec(rest)
  if (bracketed) [rest, negative] = [bracketed[1] ?? '', true]
  const sign = /^[^\d.,]*?([+-])|([+-])\s*$/.exec(rest)
  if (sign) {
    if ((sign[1] ?? sign[2]) === '-') negative = true
    rest = rest.replace(sign[1] ?? sign[2] ?? '', '')
  }
  const digits = rest.replace(AROUND, '')
  const plain = isThousands(digits, decimalSign, ledgerDigits) ? undefined : ungrouped(digits, decimalSign)
  if (plain === undefined)
    return fail(`is ${shown}, which is not an amount with ${JSON.stringify(decimalSign)} before its decimals`)
  const amount = amountOf(plain, ledgerDigits)
  if (!amount.ok) return fail(amount.failure)
  return succeed({ amountMinor: amount.value, direction: negative ? 'debit' : 'credit' })
}

/**
 * With the wrong decimal sign in the mapping, `500.000` would mean 500: three digits after it are a group, unless the
 * currency has three decimals.
 */
const isThousands = (text: string, decimalSign: '.' | ',', ledgerDigits: number): boolean =>
  ledgerDigits < 3 && (decimalSign === '.' ? /^0*[1-9]\d*\.000$/ : /^0*[1-9]\d*,000$/).test(text)

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * The code of another currency written beside an amount, as in `USD 5.00`. Text that is no currency code is the bank's
 * own notation; signs such as $ are ambiguous.
 */
export function otherCurrency(text: string, code: string): string | undefined {
  const words =
    text
      .slice(0, MAX_CHARACTERS)
      .toUpperCase()
      .match(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu) ?? []
  return words.find((word) => word !== code && CODES.has(word))
}

/** Groups have two or three digits, or four (10,0000); anything else is a different decimal notation. */
function ungrouped(text: string, decimalSign: '.' | ','): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimalSign)
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined
  const groups = whole.split(decimalSign === '.' ? /[,\s'’]/u : /[.\s'’]/u)
  const [head = '', ...others] = groups
  const isGrouped = others.every((group) => /^\d{2,4}$/.test(group)) && (others.at(-1)?.length ?? 3) >= 3
  if (!/^\d*$/.test(head) || !isGrouped || (head === '' && others.length > 0)) return undefined
  if (head === '' && !fraction) return undefined
  return `${groups.join('') || '0'}${fraction ? `.${fraction}` : ''}`
}
