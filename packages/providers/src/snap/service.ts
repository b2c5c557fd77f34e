/** One kind of payin at a provider: what is sent, and how answers are read. Pure: `account.ts` makes the calls. */
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { PayinTable, Refunded } from './read.ts'

export interface SnapCall {
  readonly operation: string
  /** Below the version. */
  readonly path: string
  readonly method?: 'DELETE'
  /** The standard's service number, which its codes contain. */
  readonly service: string
  readonly body: object
  /**
   * The X-EXTERNAL-ID. `reference`: the payment's, so that a repetition is the same call. `day`: of the payment and the day of its first
   * try, so that a second call that day is refused. `fresh`: of this call only.
   */
  readonly externalId: 'reference' | 'day' | 'fresh'
}

/** What was created for a payin. */
export interface Made {
  readonly receiving: Receiving
  /** What status inquiries need. */
  readonly processorRef: string
}

/** The state of a payin at the provider. */
export interface PayinFound {
  /** A status of the service's table. */
  readonly statusCode: string
  /** Undefined: not named, or in another currency. */
  readonly received: Money | undefined
  /** The provider's ID. */
  readonly name: string | undefined
  readonly refunds: readonly Refunded[]
}

export interface PayinService {
  readonly statuses: PayinTable
  create(order: ProviderOrder): SnapCall | Declined
  /** @returns text if it is not what was requested, and why */
  made(order: ProviderOrder, body: unknown): Made | string
  /** @returns undefined if no inquiry is possible yet. For a refund, `reference` is the payin's */
  query(order: ProviderOrder, reference: string): SnapCall | undefined
  found(order: ProviderOrder, reference: string, body: unknown): PayinFound | string
  cancel(order: ProviderOrder): SnapCall | undefined
  /** Left out: no refunds by its rail. */
  makeRefund?(order: ProviderOrder, payinReference: string): SnapCall
}
