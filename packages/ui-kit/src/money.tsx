/** @jsxImportSource preact */
/**
 * Money as decimal text, from the answer's bytes to the screen. It never is a number here, so no digit is lost or
 * invented; tabular digits align columns.
 */
import currencies from '@sluice/core/catalogue/data/currencies.json'
import { readableAmount } from '@sluice/core/foundation/readable-amount.ts'

export interface MoneyText {
  /** Major units: `-1234.5`. */
  readonly amount: string
  readonly currencyCode: string
}

const DIGITS: Readonly<Record<string, { readonly ledgerDigits: number; readonly kind: string }>> = currencies
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** For an unknown currency. */
const USUAL_DIGITS = 2

/**
 * `1,234.50`: at least the decimals of the currency, and every digit of the amount. Text that is no decimal number
 * stays unchanged.
 */
export function amountText({ amount, currencyCode }: MoneyText): string {
  const parts = DECIMAL.exec(amount)
  if (!parts) return amount
  const [, sign = ''] = parts
  const unsigned = readableAmount(
    amount.slice(sign.length),
    DIGITS[currencyCode]?.ledgerDigits ?? USUAL_DIGITS,
  )
  const [whole = '', fraction = ''] = unsigned.split('.')
  // Typed amounts may begin with zeros.
  const grouped = whole.replace(/^0+(?=\d)/, '').replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${sign === '' ? '' : '−'}${grouped}${fraction === '' ? '' : `.${fraction}`}`
}

export const moneyText = (money: MoneyText): string => `${amountText(money)} ${money.currencyCode}`

export const isBelowZero = ({ amount }: MoneyText): boolean => amount.startsWith('-')
export const isNil = ({ amount }: MoneyText): boolean => /^-?0+(?:\.0+)?$/.test(amount)

/** @param signed with a plus for positive amounts: a difference, a posting */
export function Amount({ money, signed = false }: { readonly money: MoneyText; readonly signed?: boolean }) {
  const plus = signed && !isBelowZero(money) && !isNil(money) ? '+' : ''
  return (
    <span class={isBelowZero(money) ? 'amount below' : 'amount'}>
      {plus}
      {amountText(money)} <span class="currency">{money.currencyCode}</span>
    </span>
  )
}
