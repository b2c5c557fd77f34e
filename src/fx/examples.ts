/**
 * Example rates, so that a developer has something to read before an operator has put the first one.
 *
 * They are part of the program and stand in no table: no way of reading rates leads a live merchant to them. Round numbers,
 * near what was true once, and valid for the day on which they are asked for. Pure.
 */
import type { Instant } from '../foundation/deps.ts'
import type { FxRatePair } from './rates.ts'

const DAY_MS = 86_400_000

const RATES: readonly (readonly [base: string, quote: string, rate: string])[] = [
  ['USDC', 'BRL', '5.4'],
  ['USDC', 'IDR', '16000'],
  ['USDC', 'INR', '84'],
  ['USDC', 'JPY', '150'],
  ['USDC', 'MXN', '18.5'],
  ['USDC', 'PHP', '58'],
  ['USDC', 'THB', '33'],
  ['USDC', 'VND', '25000'],
  ['USDC', 'ZAR', '18'],
  ['USDT', 'THB', '33'],
]

export function exampleRates(at: Instant): readonly FxRatePair[] {
  const validFrom = at - (at % DAY_MS)
  return RATES.map(([baseCurrencyCode, quoteCurrencyCode, rate]) => ({
    baseCurrencyCode,
    quoteCurrencyCode,
    rate,
    validFrom,
    validTo: validFrom + DAY_MS,
  }))
}

/** What this merchant may read: what operators have put, and examples only to a test merchant while there is nothing else. */
export const ratesFor = (
  { isTest }: { readonly isTest: boolean },
  everPut: readonly FxRatePair[],
  of: readonly FxRatePair[],
  at: Instant,
): readonly FxRatePair[] => (isTest && everPut.length === 0 ? exampleRates(at) : of)
