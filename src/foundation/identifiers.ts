/** Identifiers are branded, so that a merchant's code cannot stand where a payment's key belongs. */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** The merchant's public code; also the key that leads every table. 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
export type MerchantCode = Branded<string, 'MerchantCode'>
/** Merchant Order ID (`idPayin`, `idPayout`): chosen by the merchant, unique per merchant and kind. */
export type MerchantOrderId = Branded<string, 'MerchantOrderId'>
/** Our own key of one payment (UUID v7): what history, postings and callbacks hang on. */
export type PaymentKey = Branded<string, 'PaymentKey'>
/** Names one change handed to the journal (UUID v7), so that a commit of unknown fate can be recognised. */
export type ChangeId = Branded<string, 'ChangeId'>

/** What a method of the catalogue is for: to the merchant, or from the merchant to somebody. */
export type MethodKind = 'payin' | 'payout'
/** Money that leaves: to whom the merchant says, back to a payer, to the merchant itself. Set aside at the create, gone at SUCCESS. */
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
/** What the merchants' API calls a payment's ID. */
export const ID_NAMES = {
  payin: 'idPayin',
  payout: 'idPayout',
  refund: 'idRefund',
  settlement: 'idSettlement',
} as const satisfies Readonly<Record<PaymentKind, string>>
export const idNameOf = (kind: string): string => (isPaymentKind(kind) ? ID_NAMES[kind] : 'id')
/** How its money travels: a refund or a settlement that a processor sends goes by a payout's method. */
export const methodKindOf = (kind: PaymentKind): MethodKind => (isOutgoing(kind) ? 'payout' : 'payin')

const MERCHANT_CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const MERCHANT_ORDER_ID = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}$/

export const isMerchantCode = (text: string): text is MerchantCode => MERCHANT_CODE.test(text)
export const isMerchantOrderId = (text: string): text is MerchantOrderId => MERCHANT_ORDER_ID.test(text)

/** For values that were checked before they were stored, or made by us. */
export const paymentKey = (uuid: string): PaymentKey => uuid as PaymentKey
export const changeId = (uuid: string): ChangeId => uuid as ChangeId

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As this gateway writes its own ids: what is none leads to nothing, and a database refuses to look for it. */
export const isUuid = (text: string): boolean => UUID.test(text)
