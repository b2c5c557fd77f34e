/**
 * The port to whoever really moves the money: the gateway knows no rail.
 *
 * A processor takes payments on and tells, later and possibly twice, late or out of order, what became of them. It can
 * not post to the ledger and not change a payment: it answers, and it reports.
 *
 * Taking a payment on has two calls. `check` comes before the commit and has no effect at the provider; it is the only
 * source of a 406. Then the payment is committed, and `accept` is called: idempotent by merchant, kind and ID, for it is
 * called again after a crash. A processor whose acceptance needs no network offers `acceptAtOnce` too: a pure function, so
 * that acceptance and create are one commit.
 */
import type { Receiving } from '../catalogue/method.ts'
import type { AccountView } from '../catalogue/responses.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKind } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import type { Actor, NewStep } from '../payments/change.ts'
import type { Payment } from '../payments/model.ts'

/** Why a customer cannot pay: the two answers that the contract knows. */
export const CUSTOMER_REFUSALS = ['CUSTOMER_VERIFICATION_INACTIVITY', 'CUSTOMER_NOT_REGISTERED'] as const
export type CustomerRefusal = (typeof CUSTOMER_REFUSALS)[number]

export type CheckAnswer =
  | { readonly type: 'fine' }
  | { readonly type: 'customer'; readonly refusal: CustomerRefusal }

export type Acceptance =
  | {
      readonly type: 'accepted'
      /** Payins: where the payer's money goes, as the method's file declares it. */
      readonly receiving: Receiving
      readonly processorRef?: string
      readonly processorStatus?: string
      /** Where the payer must pay another amount than the order's. */
      readonly moneyRequired?: Money
      /** Where the processor gives it less time than the method does. */
      readonly expireAt?: Instant
      readonly steps: readonly NewStep[]
    }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'failed'; readonly failureReason: string }
  /** Not known yet: it will report, or be asked again at `askAgainAt`. */
  | { readonly type: 'later'; readonly steps: readonly NewStep[] }

/** What a processor says became of a payment. `reportId` names the fact: the same fact twice counts once. */
export interface Report {
  readonly processor: string
  readonly reportId: string
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly at: Instant
  /** The processor's own word for the state that the news leads to. */
  readonly processorStatus?: string
  readonly news: /** Money has arrived for a payin. */
    | { readonly type: 'paid'; readonly received: Money; readonly customerAccount?: AccountView }
    /** A payout has reached its account. */
    | { readonly type: 'delivered' }
    | { readonly type: 'refused'; readonly reason: string }
    | { readonly type: 'failed'; readonly failureReason: string }
    /** A payout's money came back after it had been delivered. */
    | { readonly type: 'returned'; readonly received: Money }
    /** A payin's time is over at the processor. */
    | { readonly type: 'expired' }
  /** Whom the history names, where it is not the processor: an operator who acts in the sandbox. */
  readonly actor?: Actor
}

/**
 * What became of the report. `kept`: there is no such payment yet; it is applied after its create. `not-now`: the payin lacks
 * its external reference; nothing was kept, and the processor tells again once it is set.
 */
export type ReportAnswer = 'applied' | 'repeated' | 'suspended' | 'kept' | 'not-now' | 'not-allowed'

export type TakeReport = (report: Report) => Promise<ReportAnswer>

export interface Processor {
  readonly name: string
  /** Serves test merchants and nobody else; others never serve test merchants. */
  readonly forTests: boolean
  check(payment: Payment): Promise<CheckAnswer> | CheckAnswer
  /** Pure; undefined where this payment's acceptance must come after the commit. */
  acceptAtOnce?(payment: Payment, context: AcceptContext): Acceptance | undefined
  accept(payment: Payment, context: AcceptContext): Promise<Acceptance>
  /** The payer's external reference was set or corrected: steps to take now. Pure. */
  referenceSet?(payment: Payment, at: Instant): readonly NewStep[]
  /** A step of this processor is due. */
  step?(payment: Payment): Promise<void>
}

/** What acceptance may need to know besides the payment. */
export interface AcceptContext {
  /** The method's made-up receiving details: for processors for tests. */
  readonly sandboxReceiving: () => Receiving
}
