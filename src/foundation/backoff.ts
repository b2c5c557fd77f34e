/**
 * How long to wait after failures: twice as long after each, up to a longest wait.
 *
 * Pure: chance is handed in, from `Randomness.fraction`. It shortens a wait by up to a fifth, so that what failed together does not
 * come back together, and is left out where a single caller waits. A wait grows with every failure until it is the longest, is never
 * longer than that, and no number of failures overflows it.
 */
import { assert } from './result.ts'

export interface Backoff {
  /** After the first failure. */
  readonly firstMs: number
  readonly longestMs: number
}

const SPREAD = 0.2
/** 2^40 ms are 34 years: longer than anybody waits, and far from what a number can no longer hold. */
const MOST_DOUBLINGS = 40

/**
 * @param failures in a row, counting from 1
 * @param fraction chance, in [0, 1); left out: the whole wait
 */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number, fraction = 1): number {
  assert(failures >= 1, 'failures count from 1')
  const wholeMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS))
  return Math.round(wholeMs * (1 - SPREAD * (1 - fraction)))
}
