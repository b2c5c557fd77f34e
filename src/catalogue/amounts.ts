/** Amounts as payers, QR codes and JSON write them. */
import { amountText, type CurrencyCode, type Minor, type Money } from '../foundation/money.ts'
import { readableAmount } from '../foundation/readable-amount.ts'
import { currency as currencyOf, offered } from './currencies.ts'
import type { InstructionContext } from './payment-method.ts'
import type { MoneyView } from './response-fields.ts'

/** What the payer has to pay: the amount required of this payer where there is one, otherwise the order's. */
export const moneyToPay = (context: Pick<InstructionContext, 'money' | 'moneyRequired'>): Money =>
  context.moneyRequired ?? context.money

/** In major units with as many decimals as payers of the currency use: `100.50` THB, `50000` IDR. */
export function payableText({ currency, amountMinor }: Money): string {
  const { ledgerDigits, practiceDigits } = offered(currency)
  const [whole = '0', fraction = ''] = amountText(amountMinor, ledgerDigits).split('.')
  return practiceDigits === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(practiceDigits, '0')}`
}

/** As people read it where the currency is clear: `150.50`. */
export function amountWords(amountMinor: Minor, code: CurrencyCode): string {
  const ledgerDigits = currencyOf(code)?.ledgerDigits ?? 0
  return readableAmount(amountText(amountMinor, ledgerDigits), ledgerDigits)
}

/** As people read it in a sentence: `150.50 THB`. Never for a program: that gets the shortest exact number. */
export const moneyWords = ({ currency, amountMinor }: Money): string =>
  `${amountWords(amountMinor, currency)} ${currency}`

/** As a JSON number. Exact: an amount of a payment has at most 15 significant digits. */
export const moneyView = ({ currency, amountMinor }: Money): MoneyView => ({
  amount: Number(amountText(amountMinor, offered(currency).ledgerDigits)),
  currencyCode: currency,
})
