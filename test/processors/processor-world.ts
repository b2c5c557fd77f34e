/** What a processor's own test brings for the tests of the contract that all processors keep (`contract-kit.ts`). */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Processor, WantedPayment } from '@sluice/core/processor/port.ts'
import type { TestGateway, TestMerchant } from '../harness.ts'

export interface ProcessorWorld {
  /** With the processor registered. */
  readonly gateway: TestGateway
  readonly processor: Processor
  /** Of the processor's kind, with products that it serves and nobody else. */
  readonly merchant: TestMerchant
  /** Bodies of creates that it takes on; left out: it serves none of this kind. Two in a row are two payments. */
  readonly bodies: { readonly payin?: () => object; readonly payout?: () => object }
  /** What it must decline. */
  readonly foreign: readonly Partial<WantedPayment>[]
  /**
   * The payer pays, or the money reaches the payee's account, exactly as asked; and its processor hears of it. Called again
   * for the same payment it is the same fact, told again.
   */
  settle(payment: Payment): Promise<void>
  /** The provider can not be reached any more, or again; left out: there is nobody to be reached. */
  readonly outage?: (isDown: boolean) => void | Promise<void>
  /** How long a payout may take to be sent again whose first try was lost in an outage; left out: a minute. */
  readonly sentAgainWithinMs?: number
  /** How many payments its provider was made to move money for under this payment's name. */
  readonly known?: (payment: Payment) => number | Promise<number>
  /** The node dies and another one takes over: a processor that remembers nothing; left out: the same one. */
  readonly restarted?: () => Processor | Promise<Processor>
  /** Its rail gives payins' money back; left out: it does not. */
  readonly refunds?: {
    /** The body of a payin whose money it gives back. Two in a row are two. */
    payin(): object
    /** Whom it pays out where the rail does not; left out: a bank account in the payin's currency. */
    readonly payee?: object
    /** The provider says that this try has come to nothing, for certain. */
    fails(refund: Payment): Promise<void>
  }
  close(): Promise<void>
}
