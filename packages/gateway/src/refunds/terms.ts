/** A refund's price, the payin fee that it reverses, and the terms that are stored with it. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Payment, RefundOperator, RefundPayee, RefundTerms } from '@sluice/core/payment/model.ts'
import { chargesFor } from '../ledger/fees.ts'
import type { Charges } from '../ledger/postings.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { feeReversal, type RefundSums } from '../payments/refunds.ts'
import type { ReadRefund } from './reading.ts'

export interface RefundOffer {
  readonly charges: Charges
  /** Before it has a route, which a stage adds. */
  readonly terms: RefundTerms
}

interface Ordered {
  readonly payin: Payment
  readonly money: Money
  readonly sums: RefundSums
  readonly payee: RefundPayee | undefined
  readonly read: Pick<ReadRefund, 'reason' | 'note'>
  readonly operator: RefundOperator | undefined
}

/** By the current settings of the product that the payin was created with. */
export function termsFor(
  profile: Pick<MerchantProfile, 'product'>,
  { payin, money, sums, payee, operator, read: { reason, note } }: Ordered,
): RefundOffer {
  const product = profile.product(payin.method, money.currency)
  const currency = offered(money.currency)
  const vatRate = product?.vatRate ?? currency.vatRate
  const schedule = { rule: product?.refundFee ?? {}, vatRate }
  const charges = chargesFor(money.amountMinor, schedule, currency.ledgerDigits)
  const back = product?.refundsFees ? feeReversal(payin, sums, money.amountMinor) : undefined
  return {
    charges,
    terms: {
      idPayin: payin.id,
      payinKey: payin.key,
      number: sums.next,
      reason,
      ...(note !== undefined && { note }),
      ...(operator && { operator }),
      route: 'NATIVE',
      ...(back && {
        feeBackMinor: back.feeMinor.toString(),
        vatBackMinor: back.vatMinor.toString(),
      }),
      ...(charges.feeMinor > 0n
        ? { vatRate: vatRate ?? '0' }
        : back && payin.request.vatRate !== undefined && { vatRate: payin.request.vatRate }),
      ...(payee && { payee }),
    },
  }
}
