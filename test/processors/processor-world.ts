/** What a processor's test provides for the tests of the contract of all processors (`contract-kit.ts`). */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Processor, WantedPayment } from '@sluice/core/processor/port.ts'
import type { TestGateway, TestMerchant } from '../harness.ts'

export interface ProcessorWorld {
  /** With the processor registered. */
  readonly gateway: TestGateway
  readonly processor: Processor
  /** Of the processor's kind, with products that only it serves. */
  readonly merchant: TestMerchant
  /** Bodies of creates that it accepts; left out: it serves none of this kind. Two calls give two payments. */
  readonly bodies: { readonly payin?: () => object; readonly payout?: () => object }
  /** Payments that it must decline. */
  readonly foreign: readonly Partial<WantedPayment>[]
  /**
   * The payer pays, or the money reaches the payee's account, with the exact amount, and the processor is notified. A second call for the
   * same payment reports the same event again.
   */
  settle(payment: Payment): Promise<void>
  /** Makes the provider unreachable or reachable again; left out: there is no provider. */
  readonly outage?: (isDown: boolean) => void | Promise<void>
  /** How long it may take to send a payout again whose first attempt was lost in an outage; left out: a minute. */
  readonly sentAgainWithinMs?: number
  /** How often its provider was made to move money for this payment. */
  readonly known?: (payment: Payment) => number | Promise<number>
  /** Another node with no memory takes over after a crash; left out: the same processor goes on. */
  readonly restarted?: () => Processor | Promise<Processor>
  /** Left out: its rail cannot refund payins. */
  readonly refunds?: {
    /** The body of a payin that can be refunded. Two calls give two payins. */
    payin(): object
    /** The payee of a refund that its rail does not return; left out: a bank account in the payin's currency. */
    readonly payee?: object
    /** The provider reports that this attempt has failed for certain. */
    fails(refund: Payment): Promise<void>
  }
  close(): Promise<void>
}
