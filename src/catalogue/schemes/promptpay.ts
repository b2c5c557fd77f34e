/**
 * PromptPay (Thailand). A gateway's code is tag 30, bill payment: its references come back on the credit.
 * Tag 29, the transfer to a person, has no reference; it is here because payers' apps and tests know it.
 */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

const TRANSFER = 'A000000677010111'
const BILL_PAYMENT = 'A000000677010112'

export interface PromptPayBill {
  /** 15 digits: tax number and a suffix of two. */
  readonly billerId: string
  /** 1 to 20 of `A-Z 0-9`. */
  readonly reference1: string
  readonly reference2?: string
  /** In baht with two decimals; absent, the payer types it. */
  readonly amount?: string
  readonly name?: string
  readonly city?: string
}

/** Tag 30: pay a bill of this biller. */
export function promptPayBill(bill: PromptPayBill): string {
  const template = encodeTemplate([
    ['00', BILL_PAYMENT],
    ['01', bill.billerId],
    ['02', bill.reference1],
    ['03', bill.reference2],
  ])
  return encodeEmv([
    ['00', '01'],
    ['01', bill.amount === undefined ? '11' : '12'],
    ['30', template],
    ['53', '764'],
    ['54', bill.amount],
    ['58', 'TH'],
    ['59', bill.name && asciiText(bill.name, 25)],
    ['60', bill.city && asciiText(bill.city, 15)],
  ])
}

export interface PromptPayTransfer {
  readonly to: 'mobile' | 'tax-id' | 'e-wallet'
  /** mobile: `0066` and nine digits; tax-id: 13 digits; e-wallet: 15 digits. */
  readonly number: string
  readonly amount?: string
  readonly name?: string
  readonly city?: string
  /** Where tag 58 stands is free, and the reference implementation writes it before the currency. */
  readonly countryFirst?: boolean
}

const TRANSFER_TAGS = { mobile: '01', 'tax-id': '02', 'e-wallet': '03' } as const

/** Tag 29: send money to whoever has registered this number. */
export function promptPayTransfer(transfer: PromptPayTransfer): string {
  const country = ['58', 'TH'] as const
  return encodeEmv([
    ['00', '01'],
    ['01', transfer.amount === undefined ? '11' : '12'],
    [
      '29',
      encodeTemplate([
        ['00', TRANSFER],
        [TRANSFER_TAGS[transfer.to], transfer.number],
      ]),
    ],
    ...(transfer.countryFirst ? [country] : []),
    ['53', '764'],
    ['54', transfer.amount],
    ...(transfer.countryFirst ? [] : [country]),
    ['59', transfer.name && asciiText(transfer.name, 25)],
    ['60', transfer.city && asciiText(transfer.city, 15)],
  ])
}
