/** Amounts in the formats of payers, QR codes and JSON. */
import { amountText, type CurrencyCode, type Minor, type Money } from '../foundation/money.ts'
import { readableAmount } from '../foundation/readable-amount.ts'
import { currency as currencyOf, offered } from './currencies.ts'
import type { InstructionContext } from './payment-method.ts'
import type { MoneyView } from './response-fields.ts'

/** The amount that the payer has to pay: the amount required of this payer if there is one, otherwise the order's. */
export const moneyToPay = (context: Pick<InstructionContext, 'money' | 'moneyRequired'>): Money =>
  context.moneyRequired ?? context.money

/** In major units with the decimals that payers of the currency use: `100.50` THB, `50000` IDR. */
export function payableText({ currency, amountMinor }: Money): string {
  const { ledgerDigits, practiceDigits } = offered(currency)
  const [whole = '0', fraction = ''] = amountText(amountMinor, ledgerDigits).split('.')
  return practiceDigits === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(practiceDigits, '0')}`
}

/** For people, where the currency is clear: `150.50`. */
export function amountWords(amountMinor: Minor, code: CurrencyCode): string {
  const ledgerDigits = currencyOf(code)?.ledgerDigits ?? 0
  return readableAmount(amountText(amountMinor, ledgerDigits), ledgerDigits)
}

/** For people, within a sentence: `150.50 THB`. Programs get the shortest exact number instead. */
export const moneyWords = ({ currency, amountMinor }: Money): string =>
  `${amountWords(amountMinor, currency)} ${currency}`

/** As a JSON number. Exact, because a payment's amount has at most 15 significant digits. */
export const moneyView = ({ currency, amountMinor }: Money): MoneyView => ({
  amount: Number(amountText(amountMinor, offered(currency).ledgerDigits)),
  currencyCode: currency,
})
