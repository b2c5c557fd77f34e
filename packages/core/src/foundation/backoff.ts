/**
 * How long to wait after failures: the wait doubles with each failure, up to a maximum.
 *
 * Pure: the random fraction is passed in, from `Randomness.fraction`. It shortens a wait by up to a fifth, so that callers which
 * failed together do not retry together. A single caller can leave it out. No number of failures overflows.
 */
import { assert } from './result.ts'

export interface Backoff {
  /** The wait after the first failure. */
  readonly firstMs: number
  readonly longestMs: number
}

const SPREAD = 0.2
/** 2^40 ms are 34 years: longer than any wait, and well within what a number can hold. */
const MOST_DOUBLINGS = 40

/**
 * @param failures consecutive failures, counting from 1
 * @param fraction random, in [0, 1); without it the whole wait is returned
 */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number, fraction = 1): number {
  assert(failures >= 1, 'failures count from 1')
  const wholeMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS))
  return Math.round(wholeMs * (1 - SPREAD * (1 - fraction)))
}
