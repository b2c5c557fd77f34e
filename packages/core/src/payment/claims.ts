/** What a change of a payment brings besides its state, and what processors hand in with their answers: who did it, claims and steps. */
import type { Instant } from '../foundation/deps.ts'

/** Who made the change, as the audit log shows it. */
export type Actor = 'merchant' | 'payer' | 'gateway' | `processor:${string}` | `operator:${string}`

/**
 * A value that only one payment may hold, taken with the change. `owner` is a merchant's code, a receiving account or a
 * payment link.
 */
export interface Claim {
  readonly owner: string
  readonly scope:
    | 'external-reference'
    | 'confirmation'
    | 'funding'
    /** The next part of a case's settlement: each part is decided once. */
    | 'case'
    /** A payin's refund of that number. Each refund is decided on the sum of all before it. */
    | 'refund'
    /** The return of that number of one movement of money that was not credited. Each is decided on the sum of all before it. */
    | 'movement'
    /** Of a receiving account: an amount that only one payin has, while it is open or in its hold period. */
    | 'money-required'
    /** Of a receiving account: an order's own amount, given to no other payin while this one is open or in its hold period. */
    | 'ordered'
    /** Of a receiving account: a group of neighbouring amounts or numbers, of which its holder gets only one. */
    | 'share'
    /** Of a receiving account: the reference or address by which its money is recognised. */
    | 'reference'
    /**
     * Of a payment link: one of the payments that it accepts, and one of those that it allows a payer to have open
     * (`payments/link-slots.ts`).
     */
    | 'payment-link'
    | 'payment-link-payer'
  readonly value: string
  /** For an external reference that a payer reported: the address it came from, as `api/payer.ts` writes it. */
  readonly source?: string
}

/**
 * `accept`     the processor is asked, perhaps again, to accept the payment
 * `expire`     `expireAt` has passed
 * `sandbox`    the sandbox's payer pays
 * `processor`  what the processor that accepted it has left to do for it
 * `inquiry`    the processor has reported nothing and gets a status inquiry
 * `silence`    the processor has reported nothing for so long that an operator must know
 * `rest`       the hold period of its unique amount is over
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

/** Work to be done later for a payment. Setting a step that exists already changes its time. */
export interface NewStep {
  readonly purpose: StepPurpose
  readonly dueAt: Instant
}
