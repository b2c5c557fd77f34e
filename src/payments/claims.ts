/** What a change of a payment brings besides its state, and what processors hand in with their answers: who did it, claims and steps. */
import type { Instant } from '../foundation/deps.ts'

/** Who did it, as the audit shows it. */
export type Actor = 'merchant' | 'payer' | 'gateway' | `processor:${string}` | `operator:${string}`

/** A uniqueness to be taken with the change. `owner` is a merchant's code, a receiving account or a payment link. */
export interface Claim {
  readonly owner: string
  readonly scope:
    | 'external-reference'
    | 'confirmation'
    | 'funding'
    /** The next part of a case's settlement: each is decided once. */
    | 'case'
    /** A payin's refund of that number: each is decided on the sum of all before it. */
    | 'refund'
    /** A return of that number of one movement of money that was not credited: each is decided on the sum of all before it. */
    | 'movement'
    /** Of a receiving account: an amount that only one open or resting payin has. */
    | 'money-required'
    /** Of a receiving account: an order's own amount, which nobody is given while it is open or rests. */
    | 'ordered'
    /** Of a receiving account: one of some neighbouring amounts or numbers, of which its holder has no second. */
    | 'share'
    /** Of a receiving account: the reference or address by which its money is recognised. */
    | 'reference'
    /** Of a payment link: one of the payments that it takes, and one of those that it leaves open for a payer (`link-slots.ts`). */
    | 'payment-link'
    | 'payment-link-payer'
  readonly value: string
  /** Of an external reference that a payer told: the address it came from, as `api/payer.ts` writes it. */
  readonly source?: string
}

/**
 * `accept`     the processor is asked (again) to take the payment on
 * `expire`     `expireAt` has passed
 * `sandbox`    the sandbox's payer pays
 * `processor`  what the processor that took it on has left to do for it
 * `ask`        nothing was heard of it: the processor is asked
 * `silence`    nothing was heard of it for so long that an operator must know
 * `rest`       its unique amount has rested long enough, and is free again
 */
export type StepPurpose = 'accept' | 'expire' | 'sandbox' | 'processor' | 'inquiry' | 'silence' | 'rest'
/** Every step that ends with the payment. `rest` outlives it. */
export const ALL_STEPS: readonly StepPurpose[] = [
  'accept',
  'expire',
  'sandbox',
  'processor',
  'inquiry',
  'silence',
]

/** Work to be done later for a payment; setting one that is there moves its time. */
export interface NewStep {
  readonly purpose: StepPurpose
  readonly dueAt: Instant
}
