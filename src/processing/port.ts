/**
 * The port to whoever really moves the money: the gateway knows no rail.
 *
 * A processor takes payments on and tells, later and possibly twice, late or out of order, what became of them. It can
 * not post to the ledger and not change a payment: it answers, and it reports.
 *
 *   serves      what it would take, from memory: routing asks it of every processor of a payment's route, in order
 *   freshen     has that memory be fresh, where what it serves may be used up
 *   check       before the commit, without effect at the provider: the only source of a 406, or it passes to the next one
 *   accept      after the commit, idempotent by merchant, kind and ID, for it is called again after a crash. Where it needs no
 *               network it is `acceptInline`, so that acceptance and create are one commit
 *   ask         what became of a payment that nothing was heard of: asked until its fate is known
 *   refund      gives money of a payin back by its own rail, where it can, also money that came for it besides; what it says of a
 *               refund comes as of a payout
 *   cancel      it shall not be paid any more: a courtesy for payins that expired, an operator's wish for payouts
 *   AcceptStatusUpdate  what it calls when something became of a payment
 *
 * A payment passes to the next processor of its route only while no one can have moved money for it: `declined` says so, and
 * nothing else does. Which one took it is in its history.
 */
import type { Receiving } from '../catalogue/payment-method.ts'
import type { AccountView } from '../catalogue/response-fields.ts'
import type { Instant } from '../foundation/deps.ts'
import type { Fault } from '../foundation/faults.ts'
import type { MerchantCode, MerchantOrderId, PaymentKind } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import type { Actor, Claim, NewStep } from '../payments/claims.ts'
import type { Document, Payment } from '../payments/model.ts'

/** Why a customer cannot pay: the two answers that the contract knows. */
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
  /** Where a payer comes from who asks for himself, with a checkout's token: see `Payment`. */
  readonly payer?: string
}

/** Why a processor passes. Where nobody takes the payment the merchant reads one of them as a 422: see `route.ts`. */
export const DECLINE_REASONS = ['METHOD', 'OPERATOR', 'AMOUNT', 'HOURS', 'LIMIT', 'UNHEALTHY'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** Not taken on, and never will be: nobody was asked for money. `detail` is for the operator, without personal data. */
export interface Declined {
  readonly type: 'declined'
  readonly reason: DeclineReason
  readonly detail: string
  /** What is wrong with the request's own data: told to the merchant, who can mend it, so without a word of how we route. */
  readonly faults?: readonly Fault[]
}

/** With the name of who declined: for operators. */
export interface DeclinedBy extends Declined {
  readonly processor: string
}

export type ServiceAnswer = { readonly type: 'serves' } | Declined

/** `since`: of the present state. A processor that is not healthy is passed over while another one serves. */
export interface Health {
  readonly healthy: boolean
  readonly since: Instant
  /** What an operator reads: no secret, no personal data. */
  readonly detail: string
}

export type CheckAnswer =
  | { readonly type: 'fine' }
  | { readonly type: 'customer'; readonly refusal: CustomerRefusal }
  /** Of processors for tests: a payout is answered as if nothing were on the merchant's balance. */
  | { readonly type: 'short' }
  | Declined

export interface Accepted {
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
  /**
   * Uniquenesses that are taken with the acceptance, held for the payment's key. Where somebody else holds one already,
   * nothing was stored and the processor is asked again, with that claim among `context.taken`.
   */
  readonly claims?: readonly Claim[]
}

export type Acceptance =
  | Accepted
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'failed'; readonly failureReason: string }
  | Declined
  /** Not known yet: it will report, or be asked again at its step `accept`. */
  | { readonly type: 'later'; readonly steps: readonly NewStep[] }

/** The answer to `ask`. What is known comes as a report. `unknown`: the provider has never heard of the payment. */
export type InquiryAnswer = 'reported' | 'open' | 'unknown'

/** `too-late`: the money may have moved. `later`: the answer comes as a report. */
export type CancelAnswer = 'cancelled' | 'too-late' | 'later'

/** What a processor says became of a payment. `statusUpdateId` names the fact: the same fact twice counts once. */
export interface StatusUpdate {
  readonly processor: string
  readonly statusUpdateId: string
  /** Further names of the same money: told under any of them it counts once. */
  readonly alsoNamed?: readonly string[]
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly at: Instant
  /**
   * Of refunds: which of its ways is meant (`attemptOf`). Left out, a processor that has had the refund once means that one; of one that
   * has it again nobody knows, and nothing is settled by it.
   */
  readonly attempt?: number
  /** The processor's own word for the state that the news leads to. */
  readonly processorStatus?: string
  readonly statusChange: /** Money has arrived for a payin. */
    | {
        readonly type: 'paid'
        readonly received: Money
        readonly customerAccount?: AccountView
        /** When it came at the earliest, where it is told later than that. */
        readonly cameAt?: Instant
      }
    /** A payout has reached its account. */
    | { readonly type: 'delivered' }
    | { readonly type: 'refused'; readonly reason: string }
    /** `noMoneyLeft`: of a refund it is certain, for ever. Then it goes another way, where there is one. */
    | { readonly type: 'failed'; readonly failureReason: string; readonly noMoneyLeft?: true }
    /** A payout's money came back after it had been delivered. */
    | { readonly type: 'returned'; readonly received: Money }
    /** A payin's time is over at the processor. */
    | { readonly type: 'expired' }
  /** What the processor knows of this money, for the case that it may become: no personal data. */
  readonly about?: Document
  /** Whom the history names, where it is not the processor: an operator who acts in the sandbox. */
  readonly actor?: Actor
}

/**
 * What became of the report: `meaning.ts` has the whole table. `suspended`: money that changes no status, an operator has a case.
 * `contradicts`: it denies what made the payment a SUCCESS, or what kind of payment it is; an operator has a case, and nothing changed. `kept`: there is no such
 * payment yet; it is applied after its create. `not-now`: the payin lacks its external reference; nothing was stored, and the
 * processor tells again once it is set. `not-allowed`: it changes nothing, and nobody need look.
 */
export type StatusUpdateAnswer =
  | 'applied'
  /** Nothing of it was credited: it goes back to its sender, by the policy of the payin's product. */
  | 'sent-back'
  | 'repeated'
  | 'suspended'
  | 'contradicts'
  | 'kept'
  | 'not-now'
  | 'not-allowed'

export type AcceptStatusUpdate = (statusUpdate: StatusUpdate) => Promise<StatusUpdateAnswer>

/**
 * Giving money of a payin back by its own rail. The refund names what goes back, which may be a part; who gets it the rail knows.
 * What it takes on it reports on as of a payout: `delivered`, `failed`.
 */
export interface NativeRefunds {
  /**
   * It gives back just that one of a payin's payments which the refund names (`RefundTerms.excess`), and never more than that one brought.
   * A processor that does not is never asked for what came late, beyond the order or once more: it would give back what was credited.
   */
  readonly byMovement?: boolean
  /** From memory, without waiting: whether it would give this much of this payin back. */
  serves(payin: Payment, money: Money, at: Instant): ServiceAnswer
  /** Before the commit, without effect at the provider. Left out: there is nothing to check. */
  check?(refund: Payment, payin: Payment): Promise<CheckAnswer> | CheckAnswer
  /** As `acceptInline` of payments. */
  acceptInline?(refund: Payment, payin: Payment): Acceptance | undefined
  /** After the commit, idempotent by merchant, kind and ID. */
  accept(refund: Payment, payin: Payment): Promise<Acceptance>
}

export interface Processor {
  /** `own-account`, `stablecoin`, `http-<name>`; those for tests are `sandbox` or begin with `test-`. */
  readonly name: string
  /** Serves test merchants and nobody else; others never serve test merchants. */
  readonly forTests: boolean
  /** From memory, without waiting: methods, currencies, operators, limits, opening hours. */
  serves(wanted: WantedPayment, at: Instant): ServiceAnswer
  /** Reads what `serves` is to know of what may be used up, if that is old: before a list of options is made. */
  freshen?(wanted: Omit<WantedPayment, 'method' | 'operator'>, at: Instant): Promise<void>
  /** From memory, without waiting. */
  health(): Health
  /** Of a provider's: how often this node has met statuses and codes that its specification does not have. */
  readonly unlistedStatusCodes?: number
  check(payment: Payment): Promise<CheckAnswer> | CheckAnswer
  /**
   * Without network and without effect; it may read the database. Undefined where this payment's acceptance must come after
   * the commit.
   */
  acceptInline?(
    payment: Payment,
    context: AcceptContext,
  ): Acceptance | undefined | Promise<Acceptance | undefined>
  accept(payment: Payment, context: AcceptContext): Promise<Acceptance>
  /** What it said at once came to nothing: nothing was stored of the payment, or not with these claims. */
  dropped?(payment: Payment): void
  /**
   * It keeps the ways apart by which a refund is tried with it, and its reports say which is meant. A processor that does not is tried
   * with a refund once: later news of a way that came to nothing could be taken for news of the next.
   */
  readonly reportsAttempts?: boolean
  /** Left out: its rail gives nothing back, or it does not. */
  readonly refund?: NativeRefunds
  /** Asked while nothing is heard of a payment. A processor that always knows by itself has none. */
  ask?(payment: Payment): Promise<InquiryAnswer>
  cancel?(payment: Payment): Promise<CancelAnswer>
  /** The payer's external reference was set or corrected: steps to take now. Pure. */
  referenceSet?(payment: Payment, at: Instant): readonly NewStep[]
  /** A step `processor` of its own is due. @returns when to be called again, where something is left to do */
  step?(payment: Payment): Promise<Instant | undefined>
  /** How long a payment may stay without news after its acceptance before an operator gets a case; left out: a day. */
  silenceMs?(payment: Payment): number
  /** Work of its own beside payments (watching a chain, reading files): with the role `worker`, on every node. */
  start?(): void
  stop?(): Promise<void>
}

/** What acceptance may need to know besides the payment. */
export interface AcceptContext {
  /** Ours, shown to the payer, unique: 14 characters of `A-Z 0-9`. */
  readonly reference: string
  readonly merchantName: string
  /** Claims of earlier acceptances of this payment that somebody else holds. */
  readonly taken: readonly Claim[]
  /** The method's made-up receiving details: for processors for tests. */
  readonly sandboxReceiving: () => Receiving
}
