/**
 * Made-up values for payments that must not be payable, even if someone tries.
 *
 * If a scheme has a range that it never issues, or a form that its own rules reject, we use that: a BIC whose eighth letter is 0
 * is a test BIC by its standard, no bank has the code `000`, and a base58 text has no zero. Everything is computed from the
 * payment's reference, so the same payin always shows the same numbers.
 */
import type { PayinContext } from './payment-method.ts'

/** Shown wherever a payer sees the payee's name. */
export const TEST_PAYEE = 'TEST DO NOT PAY'
export const TEST_BANK = 'TEST BANK THAT DOES NOT EXIST'
export const TEST_CITY = 'NOWHERE'
/** ISO 18245 has no category 0000; schemes use it for «none». */
export const TEST_CATEGORY = '0000'
/** ISO 9362: a location code that ends in 0 marks a test BIC. */
export const TEST_BIC_PH = 'TESTPHM0XXX'

/** Digits that look random but are computed from `reference` alone (FNV-1a, twice). @param count up to 20 */
export function madeUpDigits(reference: string, count: number): string {
  let high = 0x811c9dc5
  let low = 0x01000193
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + at), 0x01000193)
  }
  // A small number is formatted in a third of the time.
  if (count <= SMALL_DIGITS) return String((low >>> 0) % 10 ** count).padStart(count, '0')
  return (text(high) + text(low)).slice(-count)
}

const SMALL_DIGITS = 9
const text = (hash: number): string => String(hash >>> 0).padStart(10, '0')

/** The page on which a tester acts as bank or wallet. */
export const sandboxPage = ({ baseUrl, merchantCode, idPayin }: PayinContext): string =>
  `${baseUrl}/sandbox/pay/${merchantCode}/${idPayin}`
