/** The payers and rails of a simulated market, and how the bank reports each transfer (`market.ts`). */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { IMPS } from '@sluice/gateway/processors/own-account/own-account.fixture.ts'
import type { KnownPayment } from './model.ts'

interface Person {
  readonly accountName: string
  readonly accountNumber: string
}

/** Few, so that the thief's payers share the honest ones' names. */
export const PEOPLE: readonly Person[] = [
  { accountName: 'Rahul Kumar', accountNumber: '9876543210' },
  { accountName: 'Somchai Jaidee', accountNumber: '5551234321' },
]

const masked = ({ accountNumber }: Person): string => `xxx-x-x${accountNumber.slice(-5, -1)}-x`

/** How a payment is recognised: by a unique amount, by the bank's number that the payer supplies, or by our reference in the text. */
export interface Rail {
  readonly account: string
  readonly currency: CurrencyCode
  readonly by: 'amount' | 'utr' | 'reference'
  readonly method: { readonly paymentMethodCode: string; readonly paymentOperatorCode?: string }
  readonly served: object
  readonly amounts: readonly number[]
}

const BANK = { accountName: 'Siam Shop Co', accountNumber: '1234567890', bankCode: '004', bankName: 'KBank' }

export const RAILS: readonly Rail[] = [
  {
    account: 'by-amount',
    currency: 'THB' as CurrencyCode,
    by: 'amount',
    method: { paymentMethodCode: 'PROMPTPAY' },
    served: { code: 'PROMPTPAY', receiving: { ...BANK, promptPayId: '0812345678' }, recognisedBy: 'amount' },
    amounts: [500, 500.01],
  },
  {
    account: 'by-utr',
    currency: 'INR' as CurrencyCode,
    by: 'utr',
    method: { paymentMethodCode: 'P2A_V2', paymentOperatorCode: 'IMPS' },
    served: IMPS,
    amounts: [1000],
  },
  {
    account: 'by-reference',
    currency: 'THB' as CurrencyCode,
    by: 'reference',
    method: { paymentMethodCode: 'OFFLINE' },
    served: { code: 'OFFLINE', receiving: BANK, recognisedBy: 'reference' },
    amounts: [500],
  },
]

/** Claimed numbers collide the most. */
export const WHERE_ALL_MEET: readonly (readonly [number, Rail['by']])[] = [
  [3, 'amount'],
  [4, 'utr'],
  [2, 'reference'],
]

export interface Order {
  readonly known: KnownPayment
  readonly rail: Rail
  readonly person: Person
  readonly amount: number
  readonly isThefts: boolean
}

/** Money that left a payer's bank. */
export interface Transfer {
  readonly number: number
  readonly rail: Rail
  readonly isThiefs: boolean
  /** The order it was sent for. */
  readonly order: Order | undefined
  readonly reference: string
  readonly utr: string | undefined
  readonly amountMinor: bigint
  readonly remittance: string
  readonly sender: Person
  readonly at: number
  isReported: boolean
}

/** Part of the text of each transfer, to identify it. */
export const tagOf = ({ number }: Pick<Transfer, 'number'>): string => `no ${number}.`

export const tagIn = (remittance: unknown): string | undefined => /no \d+\.$/.exec(String(remittance))?.[0]

export const entryOf = (transfer: Transfer): object => {
  const { reference, at, amountMinor, rail, remittance, utr, sender } = transfer
  return {
    reference,
    bookedAt: new Date(at).toISOString(),
    money: {
      amount: Number(amountMinor) / 10 ** offered(rail.currency).ledgerDigits,
      currencyCode: rail.currency,
    },
    remittance: `${remittance} ${tagOf(transfer)}`,
    ...(utr !== undefined && { utr }),
    sender: { name: sender.accountName.toUpperCase(), accountNumber: masked(sender) },
  }
}
