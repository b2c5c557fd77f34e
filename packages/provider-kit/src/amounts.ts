/** Converts amounts between our form and those of providers: major units (120.5) and minor units (12050). Pure. */
import { currency as currencyOf, type OfferedCurrency, offered } from '@sluice/core/catalogue/currencies.ts'
import {
  amountText,
  type CurrencyCode,
  type Money,
  minor,
  minorFromText,
} from '@sluice/core/foundation/money.ts'

const PLAIN = /^(-?\d{1,15})(?:\.(\d{1,12}))?$/

/**
 * Reads an amount in major units: `250.5`, `'250.50'`, and for balances `-1`.
 * @returns undefined if it is no plain number, has more decimals than the ledger keeps, or the currency is unknown
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

/** Reads an amount in the ledger's minor unit, such as cents. */
export const minorMoney = (
  amountMinor: number | bigint,
  currencyCode: OfferedCurrency | CurrencyCode,
): Money => ({
  currency: offered(currencyCode).code,
  amountMinor: minor(BigInt(amountMinor)),
})

/** An amount in major units, as a JSON number: 120.5. */
export const majorNumber = ({ currency, amountMinor }: Money): number =>
  Number(amountText(amountMinor, offered(currency).ledgerDigits))

/** An amount in the ledger's minor unit, as a JSON number. */
export const minorNumber = ({ amountMinor }: Money): number => Number(amountMinor)

export const isSameMoney = (one: Money, other: Money | undefined): boolean =>
  other !== undefined && one.currency === other.currency && one.amountMinor === other.amountMinor

/** Whether an amount in major units equals this money. */
export const isAmountOf = (money: Money, amount: number | string, currencyCode: string): boolean =>
  isSameMoney(money, moneyIn(amount, currencyCode))
