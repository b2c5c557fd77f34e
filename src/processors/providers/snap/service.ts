/** What one kind of payin is at a provider: what is asked, and what the answers say. Pure: `account.ts` sends it. */
import type { Receiving } from '../../../catalogue/payment-method.ts'
import type { Money } from '../../../foundation/money.ts'
import type { Declined } from '../../../processing/port.ts'
import type { ProviderOrder } from '../provider.ts'
import type { PayinTable, Refunded } from './read.ts'

/** A call. */
export interface SnapCall {
  readonly operation: string
  /** Beneath the version. */
  readonly path: string
  readonly method?: 'DELETE'
  /** Of the standard: what its codes name. */
  readonly service: string
  readonly body: object
  /**
   * The X-EXTERNAL-ID. `reference`: the payment's own, so that a repetition is the same call; `day`: of the payment and the day on which
   * it was sent first, so that the provider refuses a second call that day; `fresh`: of this one call.
   */
  readonly externalId: 'reference' | 'day' | 'fresh'
}

/** What was made for a payin. */
export interface Made {
  readonly receiving: Receiving
  /** By which it is asked about later. */
  readonly processorRef: string
}

/** How a payin stands there. */
export interface PayinFound {
  /** A status of the service's table. */
  readonly statusCode: string
  /** Undefined: it does not say, or in another currency. */
  readonly received: Money | undefined
  /** What they call the payment. */
  readonly name: string | undefined
  readonly refunds: readonly Refunded[]
}

export interface PayinService {
  readonly statuses: PayinTable
  create(order: ProviderOrder): SnapCall | Declined
  /** @returns why it is none, as text */
  made(order: ProviderOrder, body: unknown): Made | string
  /** @returns undefined where it cannot be asked about yet. Of a refund: the payin's reference is given */
  query(order: ProviderOrder, reference: string): SnapCall | undefined
  found(order: ProviderOrder, reference: string, body: unknown): PayinFound | string
  cancel(order: ProviderOrder): SnapCall | undefined
  /** Left out: its money does not go back by its rail. */
  makeRefund?(order: ProviderOrder, payinReference: string): SnapCall
}
