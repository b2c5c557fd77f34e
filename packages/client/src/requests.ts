/** The types of requests and payments, as the API has them on the wire. */
import type {
  Money,
  PayinCommon,
  PayinMethods,
  PayinResponses,
  PayoutCommon,
  PayoutMethods,
  PayoutResponses,
  Process,
} from './generated.ts'

export type PayinMethodCode = keyof PayinMethods
export type PayoutMethodCode = keyof PayoutMethods
/** The currencies in which a method is offered. */
export type PayinCurrency<Code extends PayinMethodCode> = keyof PayinMethods[Code] & string
export type PayoutCurrency<Code extends PayoutMethodCode> = keyof PayoutMethods[Code] & string

interface Requested<Currency extends string> {
  readonly money: { readonly amount: number; readonly currencyCode: Currency }
}

/** A payin by one method in one currency: mandatory fields of the two are mandatory here. */
export interface PayinRequest<Code extends PayinMethodCode, Currency extends PayinCurrency<Code>> {
  readonly paymentRequested: Requested<Currency>
  readonly paymentMethod: { readonly paymentMethodCode: Code } & PayinMethods[Code][Currency]
  /** Default: the address in your account's settings. */
  readonly callbackUrl?: string
  /** Where the customer returns to; `idPayin` is appended. */
  readonly returnUrl?: string
}

export interface PayoutRequest<Code extends PayoutMethodCode, Currency extends PayoutCurrency<Code>> {
  readonly paymentRequested: Requested<Currency>
  readonly paymentMethod: { readonly paymentMethodCode: Code } & PayoutMethods[Code][Currency]
  /** Default: the address in your account's settings. */
  readonly callbackUrl?: string
}

/** A request whose method is known only at run time, so only the gateway checks it. */
export interface UntypedRequest {
  readonly paymentRequested: { readonly money: Money }
  readonly paymentMethod: { readonly paymentMethodCode: string; readonly [field: string]: unknown }
  readonly callbackUrl?: string
  readonly returnUrl?: string
}

interface Answered<Response> {
  readonly process: Process
  readonly paymentMethodResponse: Response
}

/** `paymentMethodResponse` says what the payer has to do. */
export type Payin<Code extends PayinMethodCode = PayinMethodCode> = PayinCommon &
  Answered<PayinResponses[Code]>
export type Payout<Code extends PayoutMethodCode = PayoutMethodCode> = PayoutCommon &
  Answered<PayoutResponses[Code]>
