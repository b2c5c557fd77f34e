/**
 * How long a stretch of time is followed in one look: about as long as one look can take in. What is found is the first so many of each
 * merchant, merged: over months at once a look would read many times what it takes, and after a rush of creates fall behind further and further.
 * Pure.
 */

export interface Looked {
  /** What was looked over: as long as was meant, unless it ended now. */
  readonly rangeMs: number
  /** There was more in it than was taken. */
  readonly isFull: boolean
  readonly tookMs: number
}

export const FIRST_RANGE_MS = 10_000
const SHORTEST_MS = 10
/** From 1970 to today in one look. */
const LONGEST_MS = 2 ** 42
const GROWTH = 4
/** A look that takes longer has read more than it found. */
const SLOW_MS = 40

/** @param meantMs how long it was to be at most. @returns how long the next one is to be */
export function nextRangeMs(meantMs: number, { rangeMs, isFull, tookMs }: Looked): number {
  if (isFull || tookMs > SLOW_MS) return Math.max(SHORTEST_MS, Math.floor(rangeMs / 2))
  const wasShort = rangeMs < meantMs
  return wasShort ? meantMs : Math.min(LONGEST_MS, meantMs * GROWTH)
}
