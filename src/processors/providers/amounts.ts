/** Amounts as providers write them, in major units or in the ledger's own, and ours as they want them. Pure. */
import { currency as currencyOf, type OfferedCurrency, offered } from '../../catalogue/currencies.ts'
import { amountText, type CurrencyCode, type Money, minor, minorFromText } from '../../foundation/money.ts'

const PLAIN = /^(-?\d{1,15})(?:\.(\d{1,12}))?$/

/**
 * Of an amount in major units: `250.5`, `'250.50'`, and of balances `-1`.
 * @returns undefined where it is no plain number, is finer than the ledger counts, or the currency is none of ours
 */
export function moneyIn(amount: number | string, currencyCode: string): Money | undefined {
  const known = currencyOf(currencyCode)
  const [, whole, fraction = ''] = PLAIN.exec(String(amount)) ?? []
  if (!known || whole === undefined) return undefined
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > known.ledgerDigits) return undefined
  return {
    currency: known.code,
    amountMinor: minorFromText(kept === '' ? whole : `${whole}.${kept}`, known.ledgerDigits),
  }
}

/** Of an amount in the ledger's minor unit: cents, sen. */
export const minorMoney = (
  amountMinor: number | bigint,
  currencyCode: OfferedCurrency | CurrencyCode,
): Money => ({
  currency: offered(currencyCode).code,
  amountMinor: minor(BigInt(amountMinor)),
})

/** In major units, as JSON has numbers: 120.5. */
export const majorNumber = ({ currency, amountMinor }: Money): number =>
  Number(amountText(amountMinor, offered(currency).ledgerDigits))

/** In the ledger's minor unit, as JSON has numbers. */
export const minorNumber = ({ amountMinor }: Money): number => Number(amountMinor)

export const isSameMoney = (one: Money, other: Money | undefined): boolean =>
  other !== undefined && one.currency === other.currency && one.amountMinor === other.amountMinor

/** Whether an amount in major units is just this money. */
export const isAmountOf = (money: Money, amount: number | string, currencyCode: string): boolean =>
  isSameMoney(money, moneyIn(amount, currencyCode))
