/**
 * From ECPay's words to ours. Total: a code or a status that is not in these tables settles nothing.
 *
 * Codes and statuses are those of the documents of 非信用卡幕後取號; a test holds each to a line here.
 */

import { type Static, Type } from 'typebox'
import { readAs } from '../answers.ts'
import { orNull } from '../schemas.ts'

/** Some numbers come as text. */
const Whole = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,12}$' })])
const Text = Type.String({ maxLength: 64 })
const Said = orNull(Text)

const Result = Type.Object({ RtnCode: Whole })

export const EcpayOrder = Type.Object({
  MerchantID: Said,
  SimulatePaid: orNull(Whole),
  OrderInfo: Type.Object({
    MerchantTradeNo: Text,
    TradeNo: Type.String({ pattern: '^[A-Za-z0-9]{1,20}$' }),
    TradeAmt: Whole,
    TradeStatus: Whole,
  }),
  ATMInfo: Type.Optional(
    Type.Union([Type.Object({ BankCode: Said, vAccount: Said, ExpireDate: Said }), Type.Null()]),
  ),
  CVSInfo: Type.Optional(Type.Union([Type.Object({ PaymentNo: Said, ExpireDate: Said }), Type.Null()])),
})
export type EcpayOrder = Static<typeof EcpayOrder>

/** What a notification is about. */
export const Notified = Type.Object({
  MerchantID: Said,
  SimulatePaid: orNull(Whole),
  OrderInfo: Type.Object({ MerchantTradeNo: Text }),
})

/** @returns the code of what was asked for */
export function codeIn(data: unknown): number | undefined {
  const result = readAs(Result, data)
  return result && Number(result.RtnCode)
}

/** 1 alone is a success; the documents call every other code a failure, and list hardly any. What is not here settles nothing. */
export const CODES: Readonly<Record<number, 'done' | 'duplicate' | 'missing'>> = {
  1: 'done',
  // Others have met the first one where an order number was sent twice; ECPay's lists name the second.
  10300028: 'duplicate',
  10200047: 'duplicate',
  // Others have met it where nobody knows the order.
  10000185: 'missing',
}

/** What an order's status means. */
export const TRADE_STATUS: Readonly<Record<string, 'open' | 'paid'>> = {
  '0': 'open',
  '1': 'paid',
}

/** Somebody has pressed "simulate a payment" at ECPay: no money has moved, whatever else is said. */
export const isSimulated = ({ SimulatePaid }: { readonly SimulatePaid?: number | string | null }): boolean =>
  SimulatePaid !== undefined && SimulatePaid !== null && Number(SimulatePaid) !== 0
