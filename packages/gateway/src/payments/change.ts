/**
 * What can be handed to the journal: one complete change of state.
 *
 * A change names what it is about and holds everything that goes with it, so that all of it is committed together or
 * none of it. A create brings the new payment. A move brings a pure function that gets the locked payment and decides.
 * A funding moves a merchant's money without a payment.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  ChangeId,
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import type { Minor, Money } from '@sluice/core/foundation/money.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { Actor, Claim, NewStep, StepPurpose } from '@sluice/core/payment/claims.ts'
import type { Erased } from '@sluice/core/payment/erased.ts'
import type { Document, Payment, PaymentState, PaymentTerms } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { Posting } from '../ledger/accounts.ts'

/** Money or a fact that no rule settles. */
export interface NewCase {
  readonly key: string
  readonly reason: CaseReason
  /** What this change posts to `suspense`; below zero if money is missing. Undefined if no money has moved. */
  readonly money: Money | undefined
  /** The processor whose clearing account the money came in on. Left out: the payment's processor. */
  readonly processor?: string
  /** The payment it is about, if that is not the payment of the change. */
  readonly paymentKey?: PaymentKey
  readonly detail: Document
}

export const CASE_ACTIONS = ['assign', 'return', 'write-off', 'credit', 'close'] as const
export type CaseAction = (typeof CASE_ACTIONS)[number]

/** What an operator has decided about a case, or about a part of its money. */
export interface CaseDecision {
  readonly merchantId: MerchantCode
  readonly caseKey: string
  /** Counts from 1 without gaps. The change holds the claim of this number. */
  readonly part: number
  readonly action: CaseAction
  readonly money: Money | undefined
  readonly detail: Document
  readonly operator: string
  /** Nothing of its money is left. */
  readonly closes: boolean
}

/**
 * Lines in the books of another merchant, or in no merchant's, in the same commit. They touch the gateway's accounts only,
 * so nothing is locked.
 */
export interface Counterpart {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly reason: string
  readonly postings: readonly Posting[]
}

export type PaymentPatch = Partial<Omit<PaymentState, 'status' | 'seq' | 'announced'>>

/** How a refund goes on: by which method, to whom. The terms of all other payments are fixed when they are created. */
export type TermsChange = Pick<PaymentTerms, 'method' | 'operator' | 'request'>

export interface Plan {
  /** The statuses it goes through, in order. If there are none, only an entry in its history is written. */
  readonly moves: readonly Status[]
  /** The reason for the history: a code or a short phrase, never personal data. */
  readonly reason: string | undefined
  readonly patch: PaymentPatch
  /** Of refunds only. */
  readonly terms?: TermsChange
  /** What is left of a closed payment when its personal data is erased. */
  readonly erases?: Erased
  readonly postings: readonly Posting[]
  /** Whether the merchant gets a callback. */
  readonly announce: boolean
  readonly steps: readonly NewStep[]
  /** Waiting work that this change makes pointless. */
  readonly clearSteps: readonly StepPurpose[]
  readonly cases: readonly NewCase[]
  readonly releases: readonly Claim[]
}

export type Decision<Refusal extends string = string> =
  | { readonly plan: Plan }
  | { readonly refusal: Refusal }

export interface Creation {
  readonly type: 'create'
  /** `announced: 1`: its merchant, who did not request it, gets a callback in this commit. */
  readonly payment: Payment
  readonly reason: string | undefined
  readonly postings: readonly Posting[]
  readonly steps: readonly NewStep[]
}

export interface Movement {
  readonly type: 'move'
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  /** Pure; may run more than once. */
  readonly decide: (payment: Payment) => Decision
  /**
   * Whatever it decides, it posts nothing. Its merchant's balances are not locked for it, so it holds up no change that
   * moves them.
   */
  readonly postsNothing?: boolean
}

export interface Funding {
  readonly type: 'fund'
  readonly key: PaymentKey
  readonly reason: string
  readonly postings: readonly Posting[]
  readonly cases: readonly NewCase[]
}

export interface Change {
  readonly changeId: ChangeId
  readonly merchantId: MerchantCode
  readonly at: Instant
  readonly actor: Actor
  readonly claims: readonly Claim[]
  /** The key that the claims are held for: of the payment, or of the funding. */
  readonly claimKey: PaymentKey | undefined
  readonly subject: Creation | Movement | Funding
  /** Of a move: a payment that is created in the same commit. It takes nothing of the merchant's available balance. */
  readonly brings?: Creation
  readonly settles?: CaseDecision
  readonly elsewhere?: Counterpart
  /**
   * Of a change that creates a refund or sends it on: the payin whose money is refunded. It is locked, and while its
   * money is in doubt the change is refused (`payins-in-doubt.ts`).
   */
  readonly makesRefund?: Pick<Payment, 'merchantId' | 'id' | 'key'>
  /** Rows of other modules in the same commit: a line of the audit log, the approval that a payment waits for. */
  readonly alongside?: readonly SqlCall[]
}

export type CommitResult =
  /** Committed. `payment` is its new state; undefined for a funding. */
  | { readonly type: 'done'; readonly payment: Payment | undefined }
  /** The ID was accepted before. */
  | {
      readonly type: 'duplicate'
      readonly existing: { readonly key: PaymentKey; readonly requestHash: string }
    }
  /** `decide` refused; nothing was stored. */
  | { readonly type: 'refused'; readonly refusal: string }
  /** There is no such payment. */
  | { readonly type: 'absent' }
  /** An account of the merchant would have become negative by this much; nothing was stored. */
  | { readonly type: 'short'; readonly missingMinor: Minor }
  /** Another payment holds one of the claims; nothing was stored. */
  | {
      readonly type: 'claimed'
      readonly claim: Claim
      readonly holder: { readonly merchantId: MerchantCode; readonly key: PaymentKey }
    }
  /** Too much is waiting; nothing was stored. */
  | { readonly type: 'shed' }
  /** The database cannot be reached; nothing was stored. */
  | { readonly type: 'unavailable' }
  /** The connection was lost after sending, for longer than we wait. Whether it was committed is not known yet. */
  | { readonly type: 'unknown' }

/** The outcomes in which the journal could not say yes or no. */
export type UndecidedResult = Extract<CommitResult, { type: 'shed' | 'unavailable' | 'unknown' }>

/** Nothing was decided. Background work tries again; a caller of the API gets an error. */
export class Undecided extends Error {
  override readonly name = 'Undecided'
  readonly outcome: UndecidedResult
  /** @param what the change, for the log */
  constructor(what: string, outcome: UndecidedResult) {
    super(`${what} was not committed: ${outcome.type}`)
    this.outcome = outcome
  }
}

export const NO_PLAN: Plan = {
  moves: [],
  reason: undefined,
  patch: {},
  postings: [],
  announce: false,
  steps: [],
  clearSteps: [],
  cases: [],
  releases: [],
}
