/**
 * A commit for which PostgreSQL does not wait for the disk, of a statement that is a transaction by itself. Only for what may be gone after
 * the database's machine has died, within a second of it: what is written anew from what is still there, and what nobody counts on.
 * Money, and what anybody was told is so, is forced to the disk, always.
 *
 * What is lost is an end of all that was committed, never a middle: nothing that came later is there without it, and what was forced
 * after it has taken it along. So a place that is kept in the same statement as what was done up to there stays true.
 *
 * Each commit that is forced makes those beside it wait, and work that goes on beside requests makes many small ones.
 */

/** A condition that always holds, for the statement's `where`. */
export const UNFORCED = `(select set_config('synchronous_commit', 'off', true)) = 'off'`
