/**
 * Example rates for test merchants, used until an operator has set the first one.
 *
 * They are constants of the program and are never stored, so no live merchant can ever read them. They are round
 * numbers near real rates, valid for the day of the request. Pure.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
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

/**
 * The rates that this merchant may read: those that operators set, or the examples if there are none and it is a test
 * merchant.
 */
export const ratesFor = (
  { isTest }: { readonly isTest: boolean },
  everPut: readonly FxRatePair[],
  of: readonly FxRatePair[],
  at: Instant,
): readonly FxRatePair[] => (isTest && everPut.length === 0 ? exampleRates(at) : of)
