/**
 * Chooses the time range of an indexer's look, so that one look can take all of it. A look finds the first payments of
 * each merchant and merges them; over months it would read many times what it takes, and after many creates it would
 * fall behind further and further. Pure.
 */
export interface Looked {
  /** The range that was read: as long as planned, unless it ended at the present. */
  readonly rangeMs: number
  /** There was more in it than was taken. */
  readonly isFull: boolean
  readonly tookMs: number
}

export const FIRST_RANGE_MS = 10_000
const SHORTEST_MS = 10
/** Covers 1970 until today in one look. */
const LONGEST_MS = 2 ** 42
const GROWTH = 4
/** A slower look has read more than it found. */
const SLOW_MS = 40

/** @param meantMs the planned maximum. @returns the maximum for the next look */
export function nextRangeMs(meantMs: number, { rangeMs, isFull, tookMs }: Looked): number {
  if (isFull || tookMs > SLOW_MS) return Math.max(SHORTEST_MS, Math.floor(rangeMs / 2))
  const wasShort = rangeMs < meantMs
  return wasShort ? meantMs : Math.min(LONGEST_MS, meantMs * GROWTH)
}
