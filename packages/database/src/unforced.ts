/**
 * A commit for which PostgreSQL does not wait for the disk, for a single-statement transaction. Only for data that may be lost if
 * the database's machine fails within a second: data that can be written again from what remains, and that nobody relies on.
 * Money, and anything that was reported to someone, is always forced to disk.
 *
 * Only the most recent commits can be lost, never one in the middle: a later commit does not survive without the earlier ones,
 * and a forced commit also saves those before it. So a position stored in the same statement as the work up to it stays correct.
 *
 * Each forced commit delays others, and background work makes many small commits.
 */

/** A condition that is always true, for the statement's `where`. */
export const UNFORCED = `(select set_config('synchronous_commit', 'off', true)) = 'off'`
