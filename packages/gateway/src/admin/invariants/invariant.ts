/** What an invariant is. `invariants.ts` explains and checks them. */
export interface Invariant {
  readonly name: string
  /** The statement that holds, in words. */
  readonly meaning: string
  /** SQL that selects one text `violation` for each broken row. */
  readonly violations: string
}
