/**
 * The currencies that Sluice offers. Only this file turns a string into a `CurrencyCode`.
 *
 * There are two numbers of decimals:
 *
 * - `ledgerDigits`: the unit of balances, postings and fees. ISO 4217; 6 for USDC and USDT.
 * - `practiceDigits`: what a payer can really pay. Nobody pays half a rupiah, so an amount with finer decimals is rejected
 *   although ISO 4217 would allow it. Do not take these from `Intl`: it gives TWD, KES and TZS two.
 */
import type { CurrencyCode } from '../foundation/money.ts'
import data from './data/currencies.json' with { type: 'json' }

/** Literal codes, so that a method file with a misspelt currency does not compile. */
export type OfferedCurrency = keyof typeof data

export interface Currency {
  readonly code: CurrencyCode
  readonly name: string
  readonly kind: 'FIAT' | 'CRYPTO'
  /** ISO 4217 numeric code, three digits, as in QR payloads (tag 53). Stablecoins have none. */
  readonly numeric?: string
  readonly ledgerDigits: number
  readonly practiceDigits: number
  /** ISO 3166-1 alpha-2 code of the country of its rails. Stablecoins have none. */
  readonly country?: string
  /** Tax on our fee, a fraction as decimal string: `0.07` is 7 %. Missing if such fees are not taxed. */
  readonly vatRate?: string
}

type CurrencyData = Omit<Currency, 'code'>

const entries = Object.entries(data) as [string, CurrencyData][]

/** Sorted by code. */
export const CURRENCIES: readonly Currency[] = entries
  .map(([code, facts]) => ({ code: code as CurrencyCode, ...facts }))
  .sort((a, b) => (a.code < b.code ? -1 : 1))

const byCode = new Map<string, Currency>(CURRENCIES.map((each) => [each.code, each]))

/** @returns the currency, or undefined if Sluice does not offer it. Case matters, as in ISO 4217. */
export const currency = (code: string): Currency | undefined => byCode.get(code)

/** For a code that is known to be offered: one from the catalogue's own files, or one that was checked before. */
export function offered(code: OfferedCurrency | CurrencyCode): Currency {
  const found = byCode.get(code)
  if (!found) throw new Error(`no such currency in the catalogue: ${code}`)
  return found
}
