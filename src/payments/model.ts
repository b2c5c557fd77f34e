/** A payment, as every room speaks of it, and its row. */
import type { MethodFields } from '../catalogue/method-fields.ts'
import type { Instructions } from '../catalogue/payment-method.ts'
import type { RefundRoute } from '../catalogue/refund-rules.ts'
import type { AccountView } from '../catalogue/response-fields.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'
import type { Minor, Money } from '../foundation/money.ts'
import type { Status } from './transitions.ts'

/** A JSON document of ours: made by the catalogue's functions, stored as jsonb, given back as it is. */
export type Document = { readonly [property: string]: DocumentValue | undefined }
export type DocumentValue = string | number | boolean | null | Document | readonly DocumentValue[]

/** What the request said of the method, checked, and where the customer returns to. */
export type PaymentRequest = MethodFields & {
  readonly returnUrl?: string
  /** By which its fee was taxed when it was created: a share as decimal text, `0` of none. Left out of payments of before. Ours alone. */
  readonly vatRate?: string
  /** Of refunds, and of them always. */
  readonly refund?: RefundTerms
  /** Of settlements, and of them always. */
  readonly settlement?: SettlementTerms
  /** Of a case's money on its way back: payouts of the gateway's own, always, and refunds of what came for a payin besides its order. */
  readonly caseReturn?: CaseReturnTerms
  /** Of payins that a payment link has begun, and of them always. */
  readonly link?: LinkTerms
}

/** Which payment link has begun a payin, and what it holds of it: see `link-slots.ts`. */
export type LinkTerms = {
  /** The merchant's own ID of it. */
  readonly id: string
  /** Which of the payments that it takes; left out: it takes any number. */
  readonly slot?: number
  /** Which of those that it leaves open for payers at one address. */
  readonly place: number
}

export const REFUND_REASONS = ['DUPLICATE', 'FRAUD', 'REQUESTED_BY_CUSTOMER', 'OTHER'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What only a refund has. Amounts are minor units as text, as in all documents. */
export type RefundTerms = {
  readonly idPayin: MerchantOrderId
  readonly payinKey: PaymentKey
  /** Counts the payin's refunds from 1; held as a claim, so that no two are decided on the same sum. 0: of `excess`. */
  readonly number: number
  readonly reason: RefundReason
  readonly note?: string
  /** Left out: the merchant itself has asked for it, or the policy of its product. */
  readonly operator?: RefundOperator
  readonly route: RefundRoute
  /** The payin's fee and VAT that are given back with it, at its SUCCESS. */
  readonly feeBackMinor?: string
  readonly vatBackMinor?: string
  /** Of its own fee; where it has none, of what is given back. */
  readonly vatRate?: string
  /** Route CLAIM: of the link's secret, which is stored nowhere. Gone once a payee was named: the link is void. */
  readonly claimHash?: string
  /** The approval that it waits for: NEW, before it goes its first way; AWAITING_PAYEE, for the payee whom its payer has named. */
  readonly heldBy?: string
  /** The approval that was given before its first way. */
  readonly approvedBy?: string
  /** To whom it goes where it is paid out: as the merchant or the payer named it, or as the payin showed its payer. */
  readonly payee?: RefundPayee
  /** Its money was never the merchant's, so it counts against nothing: what came beyond the order, or after its time. */
  readonly excess?: ExcessMoney
  /** Ways that it has left, certainly without money having moved: `<route>:<processor>`. */
  readonly tried?: readonly string[]
}

/** The operator who has asked for a refund in its merchant's place. */
export type RefundOperator = {
  readonly id: string
  readonly name: string
  /** Of their role and rights when they asked; left out: these had never changed. */
  readonly revision?: string
}

/**
 * Money of a payin's payer that is not credited, and goes back by the product's policy or by an operator's decision. It is one movement,
 * named by whoever it came by: by the payin's own rail no other one of the payin goes back.
 */
export type ExcessMoney = {
  readonly why: 'LATE' | 'OVERPAID' | 'UNDERPAID' | 'SECOND'
  /** By whom it came, and that one's name for it. */
  readonly processor: string
  readonly statusUpdate: string
  /** What that movement brought and was not credited, in minor units as text: all its returns together are never more. Left out before. */
  readonly spareMinor?: string
  /** When it was told; left out before. */
  readonly cameAt?: Instant
  /** Counts that movement's returns from 1; held as a claim, so that no two are decided on the same sum. Left out before. */
  readonly number?: number
}

/** A payee as a payout's method has it, checked. `MONEY`: whom the very money that goes back has named as its sender. */
export type RefundPayee = {
  readonly from: 'MERCHANT' | 'PAYIN' | 'PAYER' | 'MONEY'
  readonly method: string
  readonly operator?: string
  readonly fields: MethodFields
}

/** What only a settlement has. */
export type SettlementTerms = {
  readonly runId: string
  /** The day it settles, in the zone of the terms: YYYY-MM-DD. */
  readonly day: string
}

/** What only a case's money on its way back to its sender has: where it came from, should it not arrive. */
export type CaseReturnTerms = {
  readonly caseKey: string
  readonly part: number
  /** Whose clearing account the money came in on. */
  readonly cameBy: string
  /** What the bank said of it; left out of what goes back by its payin's own rail. */
  readonly entry?: { readonly account: string; readonly reference: string }
}

export interface PaymentTerms {
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  readonly isTest: boolean
  readonly money: Money
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly method: string
  readonly operator: string | undefined
  readonly request: PaymentRequest
  /** Of the canonical request: tells a repetition from another request with the same ID. */
  readonly requestHash: string
  readonly callbackUrl: string
  readonly apiVersion: number
  /** Where the payer came from who made it with a checkout's token: a keyed hash of the network address. */
  readonly payer?: string
  readonly createdAt: Instant
}

/** What becomes known after the acceptance, or changes. */
export interface PaymentState {
  readonly status: Status
  /** Of the last event in its history; counts from 1. */
  readonly seq: number
  /** Callbacks made so far. */
  readonly announced: number
  /** What the customer must pay, where it differs from the order. */
  readonly moneyRequiredMinor: Minor | undefined
  /** Whom it is with. While it is NEW it may pass to the next one of its route; its history tells. */
  readonly processor: string
  readonly processorRef: string | undefined
  readonly processorStatus: string | undefined
  /** What the payer acts on; undefined until the processor has taken it on. Of payouts always empty. */
  readonly response: Instructions | undefined
  /** What the payment itself showed of the customer's account: accountName, accountNumber, bankCode, bankName. */
  readonly payerAccount: AccountView | undefined
  readonly externalReference: string | undefined
  /** How often the external reference was set. */
  readonly externalChanges: number
  /** The processor's name for the money that made it a SUCCESS. */
  readonly confirmation: string | undefined
  /** Payins only. */
  readonly expireAt: Instant | undefined
  readonly processedAt: Instant | undefined
  readonly failureReason: string | undefined
}

export interface Payment extends PaymentTerms, PaymentState {}

/** Of a payin, all that an answer shows: what reads ask the table for. */
export type ShownPayin = Omit<
  Payment,
  | 'seq'
  | 'announced'
  | 'processorRef'
  | 'requestHash'
  | 'externalChanges'
  | 'confirmation'
  | 'callbackUrl'
  | 'apiVersion'
  | 'payer'
>

/** Of a payment that is just being made: nothing has happened to it yet. */
export const JUST_MADE = {
  seq: 1,
  announced: 0,
  moneyRequiredMinor: undefined,
  processorRef: undefined,
  processorStatus: undefined,
  response: undefined,
  payerAccount: undefined,
  externalReference: undefined,
  externalChanges: 0,
  confirmation: undefined,
  processedAt: undefined,
  failureReason: undefined,
} as const satisfies Partial<PaymentState>
