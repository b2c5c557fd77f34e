/**
 * Formats money for payers: in the style of the language, with the decimals that payers of the currency really use. These come from the
 * gateway's table, because `Intl` gives two to the Taiwan dollar and to the Kenyan and Tanzanian shilling.
 */
import currencies from '@sluice/core/catalogue/data/currencies.json'
import { isCoin, type Money } from './payin.ts'

const DIGITS: Readonly<Record<string, { readonly practiceDigits: number }>> = currencies

const ownDigits = (amount: number): number => /\.(\d+)$/.exec(String(amount))?.[1]?.length ?? 0

/** At least as many as the amount has: an amount that must match exactly is shown to the last digit. */
export function digitsOf({ amount, currencyCode }: Money): number {
  return Math.max(DIGITS[currencyCode]?.practiceDigits ?? 2, ownDigits(amount))
}

/** @param locale BCP 47 */
export function formatMoney(money: Money, locale: string): string {
  const { amount, currencyCode } = money
  // Otherwise a stablecoin would show six zeros; `Intl` does not know its currency.
  const digits = isCoin(money) ? Math.max(2, ownDigits(amount)) : digitsOf(money)
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits, numberingSystem: 'latn' }
  if (isCoin(money)) return `${new Intl.NumberFormat(locale, places).format(amount)} ${currencyCode}`
  return new Intl.NumberFormat(locale, { ...places, style: 'currency', currency: currencyCode }).format(
    amount,
  )
}

/** For pasting into a bank's form: digits and a dot. */
export const plainAmount = (money: Money): string =>
  money.amount.toFixed(isCoin(money) ? ownDigits(money.amount) : digitsOf(money))
