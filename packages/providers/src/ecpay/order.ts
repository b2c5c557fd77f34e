/** What is requested of ECPay: an order under our own number, for an account at a bank or a store's code. Pure. */
import { createHash } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined } from '@sluice/provider-kit/answers.ts'
import { base36, plainReference } from '@sluice/provider-kit/references.ts'
import { daysOf, minutesOf, taipeiTime } from './times.ts'

/** Banks that give numbers by this API, as far as its documents or users name them. */
export const BANKS: readonly string[] = ['004', '007', '013', '118', '822']
/** Our codes are ECPay's. */
export const STORES: readonly string[] = ['FAMILY', 'HILIFE', 'IBON', 'OK']
const ANY_STORE = 'CVS'

const LETTERS_AND_DIGITS = 36n ** 20n

/** The 20 letters and digits that ECPay allows: 103 bits of a hash. Capitals only, because case may not matter there. */
export function tradeNumberOf(payment: Payment): string {
  const hash = createHash('sha256').update(plainReference(payment)).digest('hex')
  return base36(BigInt(`0x${hash}`) % LETTERS_AND_DIGITS, 20)
}
export const TRADE_NUMBER = /^[0-9A-Z]{20}$/

const WHOLE = 100n
/** Shown on ECPay's receipts. Its firewall refuses words of shell commands, so only letters and digits stay. */
const nameOf = (merchantName: string): string =>
  merchantName
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 50) || 'Payment'

export function orderOf(
  { money, method, operator, expireAt, createdAt }: Payment,
  given: {
    readonly reference: string
    readonly returnUrl: string
    readonly merchantName: string
    readonly at: Instant
  },
): { readonly type: 'order'; readonly body: object } | Declined {
  if (money.amountMinor % WHOLE !== 0n) return declined('AMOUNT', 'ECPay accepts whole dollars only')
  const leftMs = (expireAt ?? given.at) - given.at
  const info =
    method === 'CODE_PAYMENT'
      ? { ChoosePayment: 'CVS', CVSInfo: { ExpireDate: minutesOf(leftMs), CVSCode: operator ?? ANY_STORE } }
      : { ChoosePayment: 'ATM', ATMInfo: { ExpireDate: daysOf(leftMs), ATMBankCode: operator ?? '' } }
  return {
    type: 'order',
    body: {
      ...info,
      OrderInfo: {
        MerchantTradeDate: taipeiTime(createdAt),
        MerchantTradeNo: given.reference,
        TotalAmount: Number(money.amountMinor / WHOLE),
        ReturnURL: given.returnUrl,
        TradeDesc: 'Payment',
        ItemName: nameOf(given.merchantName),
      },
    },
  }
}
