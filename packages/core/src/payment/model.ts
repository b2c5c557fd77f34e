/** A payment, as all modules see it. */
import type { MethodFields } from '../catalogue/method-fields.ts'
import type { Instructions } from '../catalogue/payment-method.ts'
import type { RefundRoute } from '../catalogue/refund-rules.ts'
import type { AccountView } from '../catalogue/response-fields.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'
import type { Minor, Money } from '../foundation/money.ts'
import type { Status } from './transitions.ts'

/** A JSON document made by the catalogue's functions. It is stored as jsonb and returned unchanged. */
export type Document = { readonly [property: string]: DocumentValue | undefined }
export type DocumentValue = string | number | boolean | null | Document | readonly DocumentValue[]

/** The method's fields of the request, checked, and where the customer returns to. */
export type PaymentRequest = MethodFields & {
  readonly returnUrl?: string
  /**
   * The rate by which its fee was taxed when it was created: a share as decimal text, `0` for none. Missing in older
   * payments. Internal.
   */
  readonly vatRate?: string
  /** Set for every refund, and only for refunds. */
  readonly refund?: RefundTerms
  /** Set for every settlement, and only for settlements. */
  readonly settlement?: SettlementTerms
  /**
   * Set if the payment returns a case's money: for every payout of the gateway itself, and for refunds of money that
   * came for a payin beside its order.
   */
  readonly caseReturn?: CaseReturnTerms
  /** Set for every payin that began from a payment link. */
  readonly link?: LinkTerms
  /** Set once its personal data is erased (`erased.ts`): when, ISO 8601. Internal. */
  readonly erasedAt?: string
}

/** The payment link that a payin began from, and what it holds of it: see `payments/link-slots.ts`. */
export type LinkTerms = {
  /** The merchant's ID of it. */
  readonly id: string
  /** Which of the payments that the link accepts; left out: it accepts any number. */
  readonly slot?: number
  /** Which of the payins that it allows payers at one address to have open. */
  readonly place: number
}

export const REFUND_REASONS = ['DUPLICATE', 'FRAUD', 'REQUESTED_BY_CUSTOMER', 'OTHER'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What only a refund has. Amounts are minor units as text, as in all documents. */
export type RefundTerms = {
  readonly idPayin: MerchantOrderId
  readonly payinKey: PaymentKey
  /**
   * Counts the payin's refunds from 1. Held as a claim, so that no two are decided on the same sum. 0 for refunds of
   * `excess`.
   */
  readonly number: number
  readonly reason: RefundReason
  readonly note?: string
  /** Left out: requested by the merchant itself, or by the policy of its product. */
  readonly operator?: RefundOperator
  readonly route: RefundRoute
  /** The part of the payin's fee and VAT that is returned with it, at its SUCCESS. */
  readonly feeBackMinor?: string
  readonly vatBackMinor?: string
  /** The VAT rate of its own fee; if it has no fee, of the fee that is returned. */
  readonly vatRate?: string
  /** Route CLAIM: the hash of the link's secret, which is stored nowhere. Removed once a payee was named: the link is void. */
  readonly claimHash?: string
  /** The approval that it waits for. NEW: before its first route. AWAITING_PAYEE: for the payee whom its payer has named. */
  readonly heldBy?: string
  /** The approval it got before its first route. */
  readonly approvedBy?: string
  /** The payee, if it is paid out: named by the merchant or the payer, or taken from the payin's own data. */
  readonly payee?: RefundPayee
  /** Its money was never the merchant's, so it does not count against the payin: it came beyond the order, or too late. */
  readonly excess?: ExcessMoney
  /** Routes that it has left without money having moved: `<route>:<processor>`. */
  readonly tried?: readonly string[]
}

/** The operator who requested a refund on its merchant's behalf. */
export type RefundOperator = {
  readonly id: string
  readonly name: string
  /** The revision of their role and rights at the time of the request; left out: these had never changed. */
  readonly revision?: string
}

/**
 * Money of a payin's payer that is not credited, and is returned by the product's policy or by an operator's decision.
 * It is one movement, named by the processor through which it came: the payin's own rail returns no other movement of
 * the payin for it.
 */
export type ExcessMoney = {
  readonly why: 'LATE' | 'OVERPAID' | 'UNDERPAID' | 'SECOND'
  /** The processor through which it came, and that processor's name for it. */
  readonly processor: string
  readonly statusUpdate: string
  /**
   * What that movement brought and was not credited, in minor units as text. All its returns together never exceed
   * this. Missing in older refunds.
   */
  readonly spareMinor?: string
  /** When it was reported. Missing in older refunds. */
  readonly cameAt?: Instant
  /**
   * Counts that movement's returns from 1. Held as a claim, so that no two are decided on the same sum. Missing in
   * older refunds.
   */
  readonly number?: number
}

/** A payee with the fields that a payout's method needs, checked. `MONEY`: the sender named by the money that is returned. */
export type RefundPayee = {
  readonly from: 'MERCHANT' | 'PAYIN' | 'PAYER' | 'MONEY'
  readonly method: string
  readonly operator?: string
  readonly fields: MethodFields
}

/** What only a settlement has. */
export type SettlementTerms = {
  readonly runId: string
  /** The day it settles, in the time zone of the terms: YYYY-MM-DD. */
  readonly day: string
}

/** What only the return of a case's money has: where the money came from, in case the return fails. */
export type CaseReturnTerms = {
  readonly caseKey: string
  readonly part: number
  /** The processor whose clearing account the money came in on. */
  readonly cameBy: string
  /** The bank entry; left out for returns by the payin's own rail. */
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
  /** Hash of the canonical request: distinguishes a repeated request from another one with the same ID. */
  readonly requestHash: string
  readonly callbackUrl: string
  readonly apiVersion: number
  /** For a payer who created it with a checkout's token: a keyed hash of the network address. */
  readonly payer?: string
  readonly createdAt: Instant
}

/** What becomes known after the acceptance, or changes. */
export interface PaymentState {
  readonly status: Status
  /** The number of the last event in its history; counts from 1. */
  readonly seq: number
  /** Callbacks made so far. */
  readonly announced: number
  /** What the customer must pay, if it differs from the order. */
  readonly moneyRequiredMinor: Minor | undefined
  /** The processor that has it. While it is NEW it may pass to the next one of its route; its history shows that. */
  readonly processor: string
  readonly processorRef: string | undefined
  readonly processorStatus: string | undefined
  /** The instructions for the payer; undefined until the processor has accepted it. Always empty for payouts. */
  readonly response: Instructions | undefined
  /** What the transfer itself showed of the customer's account: accountName, accountNumber, bankCode, bankName. */
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

/** The columns of a payin that responses show and reads select. */
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

/** The state of a payment that is just being created: nothing has happened to it yet. */
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
