/**
 * The interface between the gateway and whatever really moves the money. The gateway knows no rail.
 *
 * A processor accepts payments and later reports what became of them, possibly twice, late or out of order. It cannot
 * post to the ledger or change a payment: it answers and it reports.
 *
 *   serves      which payments it would accept, from memory: routing calls it for every processor of a payment's route, in order
 *   freshen     refreshes that memory, if what it serves may be used up
 *   check       before the commit, without effect at the provider. Only it can lead to a 406, or pass the payment to the next processor
 *   accept      after the commit. Idempotent by merchant, kind and ID, because it is called again after a crash. A processor that needs
 *               no network has `acceptInline`, so that acceptance and create are one commit
 *   ask         a status inquiry: what became of a payment without status updates. Repeated until the outcome is known
 *   refund      refunds a payin by its own rail, if it can, including money that came for it beside its order. It reports on a
 *               refund as on a payout
 *   cancel      the payment should not be paid any more: a courtesy for expired payins, an operator's request for payouts
 *   AcceptStatusUpdate  what it calls to report a status update
 *
 * A payment passes to the next processor of its route only while no money can have moved for it. Only `declined` says
 * so. The payment's history shows which processor accepted it.
 */
import type { Receiving } from '../catalogue/payment-method.ts'
import type { AccountView } from '../catalogue/response-fields.ts'
import type { Instant } from '../foundation/deps.ts'
import type { Fault } from '../foundation/faults.ts'
import type { MerchantCode, MerchantOrderId, PaymentKind } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import type { Actor, Claim, NewStep } from '../payment/claims.ts'
import type { Document, Payment } from '../payment/model.ts'

/** Why a customer cannot pay: the two answers that the API contract has. */
export const CUSTOMER_REFUSALS = ['CUSTOMER_VERIFICATION_INACTIVITY', 'CUSTOMER_NOT_REGISTERED'] as const
export type CustomerRefusal = (typeof CUSTOMER_REFUSALS)[number]

/** What routing knows of a payment before it has a processor. */
export interface WantedPayment {
  readonly kind: PaymentKind
  readonly merchantId: MerchantCode
  readonly method: string
  /** Undefined: any. */
  readonly operator: string | undefined
  readonly money: Money
  /** The address of a payer who creates the payin with a checkout's token: see `Payment`. */
  readonly payer?: string
}

/** Why a processor declines. If all processors decline, the merchant gets one of these reasons as a 422: see `processing/route.ts`. */
export const DECLINE_REASONS = ['METHOD', 'OPERATOR', 'AMOUNT', 'HOURS', 'LIMIT', 'UNHEALTHY'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** Not accepted, and never will be: nobody was asked for money. `detail` is for the operator and holds no personal data. */
export interface Declined {
  readonly type: 'declined'
  readonly reason: DeclineReason
  readonly detail: string
  /**
   * What is wrong with the request's data. The merchant reads these, so they name only what it can fix and nothing
   * about routing.
   */
  readonly faults?: readonly Fault[]
}

/** A decline with the processor's name, for operators. */
export interface DeclinedBy extends Declined {
  readonly processor: string
}

export type ServiceAnswer = { readonly type: 'serves' } | Declined

/** `since`: start of the present state. A processor that is not healthy is used only if no healthy one serves the payment. */
export interface Health {
  readonly healthy: boolean
  readonly since: Instant
  /** For operators: no secrets, no personal data. */
  readonly detail: string
}

export type CheckAnswer =
  | { readonly type: 'fine' }
  | { readonly type: 'customer'; readonly refusal: CustomerRefusal }
  /** Of processors for tests: a payout is answered as if the merchant had no balance. */
  | { readonly type: 'short' }
  | Declined

export interface Accepted {
  readonly type: 'accepted'
  /** Payins: where the payer's money goes, as the method's file declares it. */
  readonly receiving: Receiving
  readonly processorRef?: string
  readonly processorStatus?: string
  /** Set if the payer must pay another amount than the order's. */
  readonly moneyRequired?: Money
  /** Set if the processor's expiry differs from the method's. */
  readonly expireAt?: Instant
  readonly steps: readonly NewStep[]
  /**
   * Claims that are taken with the acceptance and held for the payment's key. If another payment holds one of them
   * already, nothing is stored, and the processor is called again with that claim in `context.taken`.
   */
  readonly claims?: readonly Claim[]
}

export type Acceptance =
  | Accepted
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'failed'; readonly failureReason: string }
  | Declined
  /** Not known yet: it will report, or is called again at its step `accept`. */
  | { readonly type: 'later'; readonly steps: readonly NewStep[] }

/** The answer to `ask`. An outcome comes as a status update. `unknown`: the provider does not know the payment. */
export type InquiryAnswer = 'reported' | 'open' | 'unknown'

/** `too-late`: the money may have moved. `later`: the answer comes as a status update. */
export type CancelAnswer = 'cancelled' | 'too-late' | 'later'

/**
 * What a processor reports about a payment. `statusUpdateId` names the fact: the same fact counts once, however often
 * it is reported.
 */
export interface StatusUpdate {
  readonly processor: string
  readonly statusUpdateId: string
  /** Further names of the same money. Reported under any of them it counts once. */
  readonly alsoNamed?: readonly string[]
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly at: Instant
  /**
   * Of refunds: which attempt is meant (`attemptOf`). If left out, a processor that has had the refund once means that
   * attempt. If it has had the refund more than once the attempt is unknown, and the update settles nothing.
   */
  readonly attempt?: number
  /** The processor's status code behind this update. */
  readonly processorStatus?: string
  readonly statusChange: /** Money has arrived for a payin. */
    | {
        readonly type: 'paid'
        readonly received: Money
        readonly customerAccount?: AccountView
        /** The earliest time at which the money came, if it is reported later than that. */
        readonly cameAt?: Instant
      }
    /** A payout has reached its account. */
    | { readonly type: 'delivered' }
    | { readonly type: 'refused'; readonly reason: string }
    /**
     * `noMoneyLeft`: certain, for a refund, that no money has left and none ever will. The refund then goes on by
     * another route, if there is one.
     */
    | { readonly type: 'failed'; readonly failureReason: string; readonly noMoneyLeft?: true }
    /** A payout's money came back after delivery. */
    | { readonly type: 'returned'; readonly received: Money }
    /** The payin's time is over at the processor. */
    | { readonly type: 'expired' }
  /** What the processor knows of this money, in case it becomes a case: no personal data. */
  readonly about?: Document
  /** The actor for the history, if it is not the processor: an operator who acts in the sandbox. */
  readonly actor?: Actor
}

/**
 * What became of the status update; `processing/meaning.ts` has the whole table.
 *
 * - `suspended`: money that changes no status; an operator has a case.
 * - `contradicts`: it denies what made the payment a SUCCESS, or does not fit the kind of payment; an operator has a
 *   case, and nothing changed.
 * - `kept`: there is no such payment yet; it is applied after the create.
 * - `not-now`: the payin lacks its external reference; nothing was stored, and the processor reports it again once the
 *   reference is set.
 * - `not-allowed`: it changes nothing, and nobody need look.
 */
export type StatusUpdateAnswer =
  | 'applied'
  /** Nothing of it was credited: the product's policy returns it to its sender. */
  | 'sent-back'
  | 'repeated'
  | 'suspended'
  | 'contradicts'
  | 'kept'
  | 'not-now'
  | 'not-allowed'

export type AcceptStatusUpdate = (statusUpdate: StatusUpdate) => Promise<StatusUpdateAnswer>

/**
 * Refunds of a payin by its own rail. The refund names what goes back, which may be a part; the rail knows who gets it.
 * The processor reports on a refund that it accepted as on a payout: `delivered`, `failed`.
 */
export interface NativeRefunds {
  /**
   * It can refund one particular payment of a payin, the one that the refund names (`RefundTerms.excess`), and never
   * more than that payment brought. Other processors never get refunds of money that came late, beyond the order or
   * twice: they would refund what was credited.
   */
  readonly byMovement?: boolean
  /** From memory, without waiting: whether it would refund this much of this payin. */
  serves(payin: Payment, money: Money, at: Instant): ServiceAnswer
  /** Before the commit, without effect at the provider. Left out: there is nothing to check. */
  check?(refund: Payment, payin: Payment): Promise<CheckAnswer> | CheckAnswer
  /** As `acceptInline` of payments. */
  acceptInline?(refund: Payment, payin: Payment): Acceptance | undefined
  /** After the commit. Idempotent by merchant, kind and ID. */
  accept(refund: Payment, payin: Payment): Promise<Acceptance>
}

export interface Processor {
  /** `own-account`, `stablecoin`, `http-<name>`. Names of processors for tests are `sandbox` or begin with `test-`. */
  readonly name: string
  /** Serves test merchants only. All others never serve test merchants. */
  readonly forTests: boolean
  /** From memory, without waiting: methods, currencies, operators, limits, opening hours. */
  serves(wanted: WantedPayment, at: Instant): ServiceAnswer
  /** Refreshes what `serves` must know of things that may be used up, if that is old. Called before a list of options is made. */
  freshen?(wanted: Omit<WantedPayment, 'method' | 'operator'>, at: Instant): Promise<void>
  /** From memory, without waiting. */
  health(): Health
  /** Of providers: how often this node has received statuses and codes that the provider's specification does not list. */
  readonly unlistedStatusCodes?: number
  check(payment: Payment): Promise<CheckAnswer> | CheckAnswer
  /**
   * Without network and without effect, but it may read the database. Undefined if this payment can be accepted only
   * after the commit.
   */
  acceptInline?(
    payment: Payment,
    context: AcceptContext,
  ): Acceptance | undefined | Promise<Acceptance | undefined>
  accept(payment: Payment, context: AcceptContext): Promise<Acceptance>
  /** What `acceptInline` offered was not used: nothing was stored of the payment, or not with these claims. */
  dropped?(payment: Payment): void
  /**
   * It keeps the attempts of a refund apart, and its status updates say which is meant. A processor that does not gets
   * a refund only once, because a late update on a failed attempt could be taken for one on the next.
   */
  readonly reportsAttempts?: boolean
  /** Left out: it makes no refunds by its rail. */
  readonly refund?: NativeRefunds
  /** A status inquiry, for a payment without status updates. A processor that always knows by itself has none. */
  ask?(payment: Payment): Promise<InquiryAnswer>
  cancel?(payment: Payment): Promise<CancelAnswer>
  /** The payer's external reference was set or corrected: returns the steps to take now. Pure. */
  referenceSet?(payment: Payment, at: Instant): readonly NewStep[]
  /** A step `processor` is due. @returns when to call again, if something is left to do */
  step?(payment: Payment): Promise<Instant | undefined>
  /** How long a payment may stay without a status update after its acceptance before an operator gets a case. Left out: a day. */
  silenceMs?(payment: Payment): number
  /** Work beside payments (watching a chain, reading files). Runs on every node with the role `worker`. */
  start?(): void
  stop?(): Promise<void>
}

/** What an acceptance may need to know besides the payment. */
export interface AcceptContext {
  /** The gateway's own reference, shown to the payer, unique: 14 characters of `A-Z 0-9`. */
  readonly reference: string
  readonly merchantName: string
  /** Claims from earlier acceptances of this payment that another payment holds. */
  readonly taken: readonly Claim[]
  /** Receiving details made up by the method, for processors for tests. */
  readonly sandboxReceiving: () => Receiving
}
