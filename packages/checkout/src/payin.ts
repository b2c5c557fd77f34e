/** The parts of payins and payment options that this page reads. */
import type { FieldName } from '@sluice/core/catalogue/method-fields.ts'

export interface Money {
  readonly amount: number
  readonly currencyCode: string
}

export interface CodeAndName {
  readonly code: string
  readonly name: string
}

/** The shop that is paid, as the page's own server names it. */
export interface Shop {
  readonly channelInfo: { readonly name: string; readonly logo?: string; readonly colour?: string }
  readonly isTest: boolean
  /** Only from a valid token: any other address may belong to somebody else. */
  readonly returnUrl?: string
}

export interface FormField {
  readonly name: FieldName
  /** JSON Pointer into `paymentMethod`. */
  readonly path: string
  readonly need: 'MANDATORY' | 'OPTIONAL'
  readonly label: string
  readonly maxLength: number
  readonly format?: 'accountName' | 'emailAddress' | 'phoneNumber'
  readonly countryCode?: string
  readonly values?: readonly string[]
}

export interface PaymentOption {
  readonly paymentMethodCode: string
  readonly paymentOperators: readonly CodeAndName[]
  readonly name: string
  readonly flow: 'QR' | 'REDIRECT' | 'PUSH' | 'INSTRUCTIONS'
  readonly paymentOperatorNeed: 'MANDATORY' | 'OPTIONAL' | 'UNNEEDED'
  readonly defaultOperatorCode?: string
  readonly externalReference: 'REQUIRED' | 'UNLESS_CUSTOMER_KNOWN' | 'NEVER'
  readonly fields: readonly FormField[]
}

export type Status = 'NEW' | 'PENDING' | 'SUCCESS' | 'REFUSED' | 'FAILED' | 'EXPIRED'

export interface Account {
  readonly accountName?: string
  readonly accountNumber?: string
  readonly bankCode?: string
  readonly bankName?: string
  readonly branchCode?: string
  readonly accountType?: string
}

export interface MethodResponse {
  readonly idPayin: string
  readonly paymentMethodCode: string
  readonly money: Money
  readonly moneyRequired?: Money
  /** Set once a code for a till is final. */
  readonly reference?: string
  readonly returnUrl?: string
  readonly redirectUrl?: string
  readonly account?: Account
  readonly accountCustomer?: Account
  readonly paymentAddress?: { readonly name: string; readonly idAddress: string }
  readonly paymentOperator?: CodeAndName
  readonly paymentInstructionList?: readonly { readonly title: string; readonly steps: readonly string[] }[]
  readonly paymentLocationCustomer?: object
  readonly qrCode?: string
  readonly qrName?: string
  readonly upiQrDeepLink?: string
  readonly externalReference?: { readonly reference: string }
}

export interface Payin {
  readonly paymentRequested: { readonly money: Money }
  readonly process: { readonly status: Status; readonly expireAt?: string; readonly isTest: boolean }
  readonly failureReasonCode?: string
  readonly externalReferenceNeeded?: true
  readonly sandboxUrl?: string
  readonly paymentMethodResponse: MethodResponse
}

/** True if the status cannot change any more. */
export const isFinal = (status: Status): status is 'SUCCESS' | 'REFUSED' | 'FAILED' =>
  status === 'SUCCESS' || status === 'REFUSED' || status === 'FAILED'

export const isOpen = (status: Status): boolean => status === 'NEW' || status === 'PENDING'

/** True for a stablecoin: unlike ISO 4217 codes, its code does not have three letters. */
export const isCoin = ({ currencyCode }: Money): boolean => currencyCode.length > 3

/**
 * Whether a payment that the payer sends by hand can be matched with this payin: true for any account or address, but not if a provider
 * made the UPI link. The provider recognises the payment by its own reference in the link, which cannot be typed; in our links the note is
 * the reference, too.
 */
export function canBeTyped({ account, paymentAddress, upiQrDeepLink }: MethodResponse): boolean {
  if (account?.accountNumber === undefined && !paymentAddress) return false
  if (upiQrDeepLink === undefined) return true
  const query = new URLSearchParams(upiQrDeepLink.slice(upiQrDeepLink.indexOf('?') + 1))
  return query.get('tn') === query.get('tr')
}

/** The amount that the payer has to pay. */
export const toPay = ({ money, moneyRequired }: MethodResponse): Money => moneyRequired ?? money

/**
 * Whether a payer may be sent to this address: pages and apps, never a script or an arbitrary app. The gateway has already checked which
 * apps a method and a shop use.
 */
export function isSafeLink(url: string | undefined): url is string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url ?? '')?.[1]?.toLowerCase()
  return scheme !== undefined && !NEVER_OPENED.includes(scheme)
}

/**
 * The page to which the payer goes on, with nothing to do here. Not if there is a code as well: on a computer the code is scanned and no
 * app opens.
 */
export const pageOf = ({ qrCode, redirectUrl }: MethodResponse): string | undefined =>
  qrCode === undefined && isSafeLink(redirectUrl) ? redirectUrl : undefined

/** For payers on the phone that shows the code: a link that opens the app that would scan it. */
export function appLinkOf({ qrCode = '', redirectUrl, upiQrDeepLink }: MethodResponse): string | undefined {
  const link = upiQrDeepLink ?? redirectUrl ?? qrCode
  return isSafeLink(link) ? link : undefined
}

const NEVER_OPENED = [
  'javascript',
  'data',
  'blob',
  'file',
  'filesystem',
  'vbscript',
  'about',
  'view-source',
  'intent',
]
