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

export type PaymentKind = 'payin' | 'payout'

const MERCHANT_CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const MERCHANT_ORDER_ID = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}$/

export const isMerchantCode = (text: string): text is MerchantCode => MERCHANT_CODE.test(text)
export const isMerchantOrderId = (text: string): text is MerchantOrderId => MERCHANT_ORDER_ID.test(text)

/** For values that were checked before they were stored, or made by us. */
export const paymentKey = (uuid: string): PaymentKey => uuid as PaymentKey
export const changeId = (uuid: string): ChangeId => uuid as ChangeId
