/** The package `@sluice/client` for servers: Node, Deno, Bun. Pages use `@sluice/client/browser`, which has no key. */
export {
  type CallbackEvent,
  type CallbackFault,
  CallbackRefused,
  type HeadersLike,
  type UnknownEvent,
  verifyCallback,
} from './callback.ts'
export type { CallbackFilter, Callbacks, RedeliveryRange } from './callbacks.ts'
export type { Clock } from './clock.ts'
export type * from './generated.ts'
export type { CreditNotes, InvoiceFilter, Invoices } from './invoices.ts'
export type { LinkRequest, LinkStatus, Links } from './links.ts'
export type { Payins } from './payins.ts'
export type { ListOptions, WaitOptions } from './payments.ts'
export type { Payouts } from './payouts.ts'
export {
  type AnyProblemCode,
  type Fault,
  problemText,
  SluiceProblem,
  SluiceStillOpen,
  SluiceUnreachable,
} from './problem.ts'
export type { RefundRequest, RefundStatus, Refunds } from './refunds.ts'
export type {
  Payin,
  PayinCurrency,
  PayinMethodCode,
  PayinRequest,
  Payout,
  PayoutCurrency,
  PayoutMethodCode,
  PayoutRequest,
  UntypedRequest,
} from './requests.ts'
export type { SettlementFilter, Settlements } from './settlements.ts'
export { type SigningKey, signingKey } from './signature.ts'
export { type CheckoutOptions, checkoutLink, Sluice, type SluiceOptions } from './sluice.ts'
export type { Statements } from './statements.ts'
export { type TokenSigner, tokenCall } from './tokens.ts'
export {
  type Answer,
  type Call,
  type RequestOptions,
  refusalOf,
  Transport,
  type TransportOptions,
} from './transport.ts'
