/**
 * What differs between the creates of payins and payouts, and the input of a create. The two kinds are in `payins/` and
 * `payouts/`.
 */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { Operator } from '@sluice/core/catalogue/operators.ts'
import type { MethodRules, PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { MethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { API_VERSION } from '../../http/first-checks.ts'
import type { Fault } from '../../http/problems.ts'
import type { Grant } from '../../identity/access/grant.ts'
import type { Posting } from '../../ledger/accounts.ts'
import type { MerchantProfile } from '../../merchants/directory.ts'
import type { AnyCall } from '../endpoint.ts'
import type { CreateByLink } from '../payment-links.ts'

export type Meanwhile = (payment: Payment) => void

export interface CreateRequest {
  readonly profile: MerchantProfile
  readonly grant: Grant
  /** From the path, as the merchant wrote it. */
  readonly id: string
  readonly body: unknown
  /** Pointers of the body's numbers that have more than 15 significant digits. */
  readonly impreciseNumbers: readonly string[]
  /** Unknown parameters of the request's query. */
  readonly queryFaults?: readonly Fault[]
  readonly apiVersion: number
  /** See `payer.ts`. */
  readonly payer?: string
  /** Set if a payment link began it. */
  readonly link?: CreateByLink
  /**
   * Runs while a lone payment is committed: the part of the response that it makes costs the caller no time. The
   * payment may still be refused, or be answered as another one. Never called with many commits at the same time;
   * called again if there is another attempt.
   */
  readonly meanwhile?: Meanwhile
}

/** The API version of every present request. */
const VERSION = Number(API_VERSION)

/** The input of a create, from a request for this ID. */
export const createRequest = (
  { caller, request, queryFaults }: Pick<AnyCall, 'caller' | 'request' | 'queryFaults'>,
  id: string,
  meanwhile?: Meanwhile,
): CreateRequest => ({
  ...caller,
  id,
  body: request.body,
  impreciseNumbers: request.impreciseNumbers,
  ...(queryFaults.length > 0 && { queryFaults }),
  apiVersion: VERSION,
  ...(meanwhile && { meanwhile }),
})

/** The kinds that merchants create, and the name of the ID in paths and responses. */
export type CreatedKind =
  | { readonly kind: MethodKind; readonly idName: 'idPayin' | 'idPayout' }
  | { readonly kind: 'refund'; readonly idName: 'idRefund' }

export interface KindOfCreate<Method extends PaymentMethod> {
  readonly kind: MethodKind
  readonly idName: 'idPayin' | 'idPayout'
  /** @param require fields that the merchant's product requires beyond the method's own */
  validate(
    paymentMethod: unknown,
    currency: Currency | undefined,
    require: readonly string[],
  ): Result<MethodRequest<Method>, readonly Fault[]>
  expireAt(
    rules: MethodRules,
    method: Method,
    operator: Operator | undefined,
    money: Money,
    now: Instant,
  ): Instant | undefined
  /** What the create itself posts. */
  postings(payment: Payment): readonly Posting[]
}
