/**
 * The currencies Sluice offers: the one place where a string becomes a `CurrencyCode`.
 *
 * Two numbers of decimals, which must not be confused:
 * - `ledgerDigits`: the unit of balances, postings and fees. ISO 4217; 6 for USDC and USDT.
 * - `practiceDigits`: what a payer can really pay. Nobody pays half a rupiah, so an amount with finer decimals is
 *   refused although ISO 4217 would allow it. Do not take these from `Intl`: it gives TWD, KES and TZS two.
 */
import type { CurrencyCode } from '../foundation/money.ts'
import data from './data/currencies.json' with { type: 'json' }

/** The literal codes, so that a method file with a misspelt currency does not compile. */
export type OfferedCurrency = keyof typeof data

export interface Currency {
  readonly code: CurrencyCode
  readonly name: string
  readonly kind: 'FIAT' | 'CRYPTO'
  /** ISO 4217 numeric code, three digits, as QR payloads carry it (tag 53). Stablecoins have none. */
  readonly numeric?: string
  readonly ledgerDigits: number
  readonly practiceDigits: number
  /** ISO 3166-1 alpha-2 of the country whose rails carry it. Stablecoins have none. */
  readonly country?: string
  /** Tax on our fee, a fraction as decimal string: `0.07` is 7 %. Absent where none is charged on such fees. */
  readonly vatRate?: string
}

type CurrencyData = Omit<Currency, 'code'>

const entries = Object.entries(data) as [string, CurrencyData][]

/** All of them, sorted by code. */
export const CURRENCIES: readonly Currency[] = entries
  .map(([code, facts]) => ({ code: code as CurrencyCode, ...facts }))
  .sort((a, b) => (a.code < b.code ? -1 : 1))

const byCode = new Map<string, Currency>(CURRENCIES.map((each) => [each.code, each]))

/** @returns the currency, or undefined where Sluice does not offer one of that code. Case matters, as in ISO 4217. */
export const currency = (code: string): Currency | undefined => byCode.get(code)

/** For a code that is known to be offered: one that the catalogue's own files name, or that was checked before. */
export function offered(code: OfferedCurrency | CurrencyCode): Currency {
  const found = byCode.get(code)
  if (!found) throw new Error(`no such currency in the catalogue: ${code}`)
  return found
}
