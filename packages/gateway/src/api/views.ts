/** What the responses for all kinds of payments share: money, the process and the fee. Amounts are written exactly. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type ExactNumber, rawNumber } from '@sluice/core/foundation/json.ts'
import { amountText, type CurrencyCode, type Minor, type Money } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'

export interface MoneyBody {
  readonly amount: ExactNumber
  readonly currencyCode: CurrencyCode
}

export const moneyBody = ({ currency, amountMinor }: Money): MoneyBody => ({
  amount: rawNumber(amountText(amountMinor, offered(currency).ledgerDigits)),
  currencyCode: currency,
})

export const moneyOf = (payment: Pick<Payment, 'money'>, amountMinor: Minor): Money => ({
  currency: payment.money.currency,
  amountMinor,
})

export interface ProcessBody {
  readonly status: Status
  readonly createdAt: string
  readonly processedAt?: string
  readonly expireAt?: string
  readonly isTest: boolean
  readonly processorStatus?: string
}

/** What both kinds have besides `paymentMethodResponse`. */
export interface CommonBody {
  readonly paymentRequested: { readonly money: MoneyBody }
  readonly process: ProcessBody
  readonly failureReasonCode?: string
  readonly fee: MoneyBody
}

type InProcess = Pick<
  Payment,
  'status' | 'createdAt' | 'processedAt' | 'expireAt' | 'isTest' | 'processorStatus'
>

export const processBody = (payment: InProcess): ProcessBody => ({
  status: payment.status,
  createdAt: isoTime(payment.createdAt),
  ...(payment.processedAt !== undefined && { processedAt: isoTime(payment.processedAt) }),
  ...(payment.expireAt !== undefined && { expireAt: isoTime(payment.expireAt) }),
  isTest: payment.isTest,
  ...(payment.processorStatus !== undefined && { processorStatus: payment.processorStatus }),
})

export const commonBody = (
  payment: InProcess & Pick<Payment, 'money' | 'feeMinor' | 'failureReason'>,
): CommonBody => ({
  paymentRequested: { money: moneyBody(payment.money) },
  process: processBody(payment),
  ...(payment.failureReason !== undefined && { failureReasonCode: payment.failureReason }),
  fee: moneyBody(moneyOf(payment, payment.feeMinor)),
})
