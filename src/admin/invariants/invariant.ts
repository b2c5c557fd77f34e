/** What an invariant is. `invariants.ts` says what they are for, and checks them. */
export interface Invariant {
  readonly name: string
  /** What holds, in words. */
  readonly meaning: string
  /** SQL that selects one text `violation` for each thing that must not be. */
  readonly violations: string
}
