/**
 * A merchant: who takes payments, with which products and at what price. Test or live for ever.
 * Read this file first; `directory.ts` is how the request path reads merchants, `store.ts` how operators change them.
 */
import type { FieldName } from '../catalogue/method-fields.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { FeeRule } from '../ledger/fees.ts'
import type { MemberCapability } from './capabilities.ts'

export type RequirableField = FieldName | 'paymentOperatorCode'

/** What becomes of money that does not fit its payin, where its sender is known; otherwise, and where it cannot go back, it is a case. */
export const LATE_POLICIES = ['CREDIT', 'REFUND'] as const
export const OVERPAID_POLICIES = ['CASE', 'CREDIT_ORDER_AND_REFUND_EXCESS'] as const
export const SECOND_POLICIES = ['CASE', 'REFUND'] as const
export type LatePolicy = (typeof LATE_POLICIES)[number]
export type OverpaidPolicy = (typeof OVERPAID_POLICIES)[number]
export type SecondPolicy = (typeof SECOND_POLICIES)[number]

/** A payment method in a currency, as this merchant has it. Amounts are decimal text in major units. */
export interface Product {
  /** `paymentMethodCode`, of a payin or of a payout. */
  readonly code: string
  readonly currency: string
  /** Left out: all that the catalogue has. */
  readonly operators?: readonly string[]
  /** Left out: the catalogue's. */
  readonly min?: string
  readonly max?: string
  /** Left out: the catalogue's typical fee. */
  readonly fee?: FeeRule
  /** Share of the fee; left out: the currency's, `"0"`: none. */
  readonly vatRate?: string
  /** Payins: what a refund costs; left out: nothing. */
  readonly refundFee?: FeeRule
  /** Payins: whether a refund gives fee and VAT of the payin back, in proportion. */
  readonly refundsFees?: boolean
  /** Payins: what becomes of money that comes after its time; left out: it is credited. */
  readonly late?: LatePolicy
  /** Payins: what becomes of more than was asked for; left out: a case. */
  readonly overpaid?: OverpaidPolicy
  /** Payins: what becomes of money that comes once more; left out: a case. */
  readonly second?: SecondPolicy
  /** Fields that this merchant's rail needs beyond the contract. */
  readonly require?: readonly RequirableField[]
  /** Names of processors, the first choice first; left out: all of the gateway's, in its order. */
  readonly processors?: readonly string[]
}

/** How the checkout page shows the merchant. Checked when it was set: each member is what it says. */
export interface CheckoutSettings {
  /** Left out: the merchant's name. */
  readonly name?: string
  /** A `data:` URL of a PNG, JPEG or WebP. */
  readonly logo?: string
  /** `#rrggbb`, lower case. */
  readonly colour?: string
  /** Origins that may frame the page; left out: none. */
  readonly frameOrigins?: readonly string[]
}

export type MerchantStatus = 'ACTIVE' | 'SUSPENDED'

export interface Merchant {
  readonly code: MerchantCode
  readonly name: string
  readonly isTest: boolean
  readonly status: MerchantStatus
  /** For creates that bring none. */
  readonly callbackUrl: string | undefined
  readonly rateLimitPerSecond: number
  /** Schemes of apps that a `returnUrl` may have, besides https. */
  readonly returnSchemes: readonly string[]
  /** Undefined: everything the catalogue has, also what it will have. */
  readonly products: readonly Product[] | undefined
  readonly checkout?: CheckoutSettings | undefined
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export type CredentialPurpose = 'PUBLIC_KEY' | 'SECRET' | 'CALLBACK_SECRET'

/**
 * `value`: PEM of a public key, SHA-256 (hex) of a secret, a callback secret sealed with the master key. What it lets a program do:
 * `carrying.ts`.
 */
export interface Credential {
  readonly id: string
  readonly purpose: CredentialPurpose
  readonly value: string
  readonly createdAt: Instant
  /** By name: one of the merchant's people, or an operator; left out: before this was kept. */
  readonly madeBy?: string
  /** What its maker could do then; left out: everything. */
  readonly carries?: readonly MemberCapability[]
  /** By an owner, by name: since then it carries everything. */
  readonly confirmed?: { readonly by: string; readonly at: Instant }
  /** To a minute or so; left out: not since it is noted. */
  readonly usedAt?: Instant
}

export interface MerchantRecord {
  readonly merchant: Merchant
  /** Those in force, oldest first. */
  readonly credentials: readonly Credential[]
}

/** A merchant as it was read. */
export interface StoredMerchant extends MerchantRecord {
  /** Grows with every change of the merchant or its credentials. */
  readonly version: number
}
