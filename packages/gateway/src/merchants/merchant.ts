/**
 * A merchant: who accepts payments, with which products and at which prices. A merchant is test or live for good. Read this file
 * first. The request path reads merchants through `directory.ts`; operators change them through `store.ts`.
 */
import type { FieldName } from '@sluice/core/catalogue/method-fields.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { FeeRule } from '../ledger/fees.ts'
import type { MemberCapability } from './capabilities.ts'

export type RequirableField = FieldName | 'paymentOperatorCode'

/**
 * What happens to money that does not fit its payin, if its sender is known. If it is not, or the money cannot be returned, it
 * becomes a case.
 */
export const LATE_POLICIES = ['CREDIT', 'REFUND'] as const
export const OVERPAID_POLICIES = ['CASE', 'CREDIT_ORDER_AND_REFUND_EXCESS'] as const
export const SECOND_POLICIES = ['CASE', 'REFUND'] as const
export type LatePolicy = (typeof LATE_POLICIES)[number]
export type OverpaidPolicy = (typeof OVERPAID_POLICIES)[number]
export type SecondPolicy = (typeof SECOND_POLICIES)[number]

/** A payment method in a currency, as configured for this merchant. Amounts are decimal text in major units. */
export interface Product {
  /** `paymentMethodCode`, of a payin or of a payout. */
  readonly code: string
  readonly currency: string
  /** Default: all operators of the catalogue. */
  readonly operators?: readonly string[]
  /** Default: the catalogue's. */
  readonly min?: string
  readonly max?: string
  /** Default: the catalogue's typical fee. */
  readonly fee?: FeeRule
  /** A fraction of the fee. Default: the currency's rate. `"0"` means no VAT. */
  readonly vatRate?: string
  /** For payins: what a refund costs. Default: nothing. */
  readonly refundFee?: FeeRule
  /** For payins: whether a refund returns the payin's fee and VAT in proportion. */
  readonly refundsFees?: boolean
  /** For payins: what happens to money that arrives after the payin has expired. Default: it is credited. */
  readonly late?: LatePolicy
  /** For payins: what happens to the excess if more is paid than ordered. Default: a case. */
  readonly overpaid?: OverpaidPolicy
  /** For payins: what happens to money that arrives a second time. Default: a case. */
  readonly second?: SecondPolicy
  /** Fields that this merchant's rail needs in addition to the API's required fields. */
  readonly require?: readonly RequirableField[]
  /** Names of processors in order of preference. Default: all of the gateway's processors, in its order. */
  readonly processors?: readonly string[]
}

/** How the checkout page shows the merchant. Already validated when it was set. */
export interface CheckoutSettings {
  /** Default: the merchant's name. */
  readonly name?: string
  /** A `data:` URL of a PNG, JPEG or WebP. */
  readonly logo?: string
  /** `#rrggbb` in lower case. */
  readonly colour?: string
  /** Origins that may frame the page. Default: none. */
  readonly frameOrigins?: readonly string[]
}

export type MerchantStatus = 'ACTIVE' | 'SUSPENDED'

export interface Merchant {
  readonly code: MerchantCode
  readonly name: string
  readonly isTest: boolean
  readonly status: MerchantStatus
  /** For creates without a `callbackUrl`. */
  readonly callbackUrl: string | undefined
  readonly rateLimitPerSecond: number
  /** App schemes that a `returnUrl` may have besides https. */
  readonly returnSchemes: readonly string[]
  /** Undefined: everything in the catalogue, now and in the future. */
  readonly products: readonly Product[] | undefined
  readonly checkout?: CheckoutSettings | undefined
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export type CredentialPurpose = 'PUBLIC_KEY' | 'SECRET' | 'CALLBACK_SECRET'

/**
 * `value` is the PEM of a public key, the SHA-256 (hex) of a secret, or a callback secret sealed with the master key.
 * `credential-rights.ts` says what it allows a program to do.
 */
export interface Credential {
  readonly id: string
  readonly purpose: CredentialPurpose
  readonly value: string
  readonly createdAt: Instant
  /** The name of the member or operator. Missing for credentials from before this was recorded. */
  readonly madeBy?: string
  /** What its maker could do at the time. Default: everything. */
  readonly carries?: readonly MemberCapability[]
  /** The owner who confirmed it, by name. It has allowed everything since. */
  readonly confirmed?: { readonly by: string; readonly at: Instant }
  /** Accurate to about a minute. Missing if it has not been used since this is recorded. */
  readonly usedAt?: Instant
}

export interface MerchantRecord {
  readonly merchant: Merchant
  /** Those in force, oldest first. */
  readonly credentials: readonly Credential[]
}

/** A merchant as read from the database. */
export interface StoredMerchant extends MerchantRecord {
  /** Increases with every change of the merchant or its credentials. */
  readonly version: number
}
