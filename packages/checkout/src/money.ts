/**
 * Money as the payer reads it: the language's own way to write it, with the decimals that payers of the currency really use.
 * Those come from the gateway's table, because `Intl` gives Taiwan's dollar, the Kenyan and the Tanzanian shilling two.
 */
import currencies from '@sluice/core/catalogue/data/currencies.json'
import { isCoin, type Money } from './payin.ts'

const DIGITS: Readonly<Record<string, { readonly practiceDigits: number }>> = currencies

const ownDigits = (amount: number): number => /\.(\d+)$/.exec(String(amount))?.[1]?.length ?? 0

/** Never fewer than the amount has: an amount that must match to the last digit is shown to the last digit. */
export function digitsOf({ amount, currencyCode }: Money): number {
  return Math.max(DIGITS[currencyCode]?.practiceDigits ?? 2, ownDigits(amount))
}

/** @param locale BCP 47 */
export function formatMoney(money: Money, locale: string): string {
  const { amount, currencyCode } = money
  // A stablecoin would be written with six zeros otherwise; it is no currency to Intl either.
  const digits = isCoin(money) ? Math.max(2, ownDigits(amount)) : digitsOf(money)
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits, numberingSystem: 'latn' }
  if (isCoin(money)) return `${new Intl.NumberFormat(locale, places).format(amount)} ${currencyCode}`
  return new Intl.NumberFormat(locale, { ...places, style: 'currency', currency: currencyCode }).format(
    amount,
  )
}

/** To be copied into a bank's form: digits and a dot. */
export const plainAmount = (money: Money): string =>
  money.amount.toFixed(isCoin(money) ? ownDigits(money.amount) : digitsOf(money))
