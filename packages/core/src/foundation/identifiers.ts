/** Branded types for identifiers, so that a merchant's code cannot be used in place of a payment's key. */
declare const brand: unique symbol
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** The merchant's public code, also the first part of every table's key. 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
export type MerchantCode = Branded<string, 'MerchantCode'>
/** Merchant Order ID (`idPayin`, `idPayout`): chosen by the merchant, unique per merchant and kind. */
export type MerchantOrderId = Branded<string, 'MerchantOrderId'>
/** Our own key of a payment (UUID v7), used by history, postings and callbacks. */
export type PaymentKey = Branded<string, 'PaymentKey'>
/** Identifies one change given to the journal (UUID v7), so that a commit whose outcome is unknown can be found again. */
export type ChangeId = Branded<string, 'ChangeId'>

/** What a method of the catalogue is for: money to the merchant, or from the merchant to someone else. */
export type MethodKind = 'payin' | 'payout'
/**
 * Money that leaves: a payout to anyone, a refund to a payer, a settlement to the merchant. Reserved at the create, gone at
 * SUCCESS.
 */
export type OutgoingKind = 'payout' | 'refund' | 'settlement'
export type PaymentKind = 'payin' | OutgoingKind

export const PAYMENT_KINDS = [
  'payin',
  'payout',
  'refund',
  'settlement',
] as const satisfies readonly PaymentKind[]

export const isPaymentKind = (text: unknown): text is PaymentKind =>
  PAYMENT_KINDS.some((kind) => kind === text)
export const isOutgoing = (kind: PaymentKind): kind is OutgoingKind => kind !== 'payin'
/** The name of a payment's ID in the merchants' API. */
export const ID_NAMES = {
  payin: 'idPayin',
  payout: 'idPayout',
  refund: 'idRefund',
  settlement: 'idSettlement',
} as const satisfies Readonly<Record<PaymentKind, string>>
export const idNameOf = (kind: string): string => (isPaymentKind(kind) ? ID_NAMES[kind] : 'id')
/** How the money is sent: a processor sends a refund or a settlement by a payout method. */
export const methodKindOf = (kind: PaymentKind): MethodKind => (isOutgoing(kind) ? 'payout' : 'payin')

const MERCHANT_CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const MERCHANT_ORDER_ID = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}$/

export const isMerchantCode = (text: string): text is MerchantCode => MERCHANT_CODE.test(text)
export const isMerchantOrderId = (text: string): text is MerchantOrderId => MERCHANT_ORDER_ID.test(text)

/** For values that were checked before they were stored, or that we made. */
export const paymentKey = (uuid: string): PaymentKey => uuid as PaymentKey
export const changeId = (uuid: string): ChangeId => uuid as ChangeId

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether it is written as this gateway writes its IDs. Anything else cannot be found, and the database would reject it. */
export const isUuid = (text: string): boolean => UUID.test(text)
