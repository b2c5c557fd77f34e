/**
 * What ECPay's codes mean. A code that is not in these tables settles nothing. The lists of 非信用卡幕後取號 are in `samples/`; a test compares
 * both.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

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
  ATMInfo: orNull(Type.Object({ BankCode: Said, vAccount: Said, ExpireDate: Said })),
  CVSInfo: orNull(Type.Object({ PaymentNo: Said, ExpireDate: Said })),
})
export type EcpayOrder = Static<typeof EcpayOrder>

export const Notified = Type.Object({
  MerchantID: Said,
  SimulatePaid: orNull(Whole),
  OrderInfo: Type.Object({ MerchantTradeNo: Text }),
})

/** @returns the result code */
export function codeIn(data: unknown): number | undefined {
  const result = readAs(Result, data)
  return result && Number(result.RtnCode)
}

/** Only 1 is a success. Every other code is documented as a failure, but hardly any is listed. */
export const CODES = byMeaning({
  done: '1',
  // 10300028: seen by others for an order number sent twice; ECPay lists only 10200047.
  duplicate: '10300028 10200047',
  // 10000185: seen by others for an unknown order.
  missing: '10000185',
})

export const TRADE_STATUS: Readonly<Record<string, 'open' | 'paid'>> = {
  '0': 'open',
  '1': 'paid',
}

/** A person has pressed "simulate a payment" at ECPay: no money has moved. */
export const isSimulated = ({ SimulatePaid }: { readonly SimulatePaid?: number | string | null }): boolean =>
  SimulatePaid !== undefined && SimulatePaid !== null && Number(SimulatePaid) !== 0
