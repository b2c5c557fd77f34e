/**
 * When a callback is tried again, and when retries end.
 *
 * A receiver that was down for a minute gets its callback within seconds of coming back, and one that was down for
 * three days still gets it. After that a person decides. The pauses vary by a fifth either way, so that what failed
 * together is not retried together. Pure: time and randomness are parameters.
 */
import type { Instant, OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import { httpDate } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The pauses after the first, second, … failed attempt. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
export const MAX_ATTEMPTS = WAITS_MS.length + 1
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS
const SPREAD = 0.2

export interface Attempt {
  /** The number of this attempt, from 1. A newer change of the payment starts again at 1. */
  attempt: number
  /** When it ended. */
  atMs: Instant
  answer: OutgoingAnswer
  /** Random, in [0, 1). */
  fraction: number
}

export type NextAttempt =
  | { kind: 'DELIVERED' }
  | { kind: 'RETRY'; atMs: Instant }
  /** 410: the receiver wants no more callbacks of this payment. */
  | { kind: 'GONE' }
  /** All attempts are used up; it can be sent again by hand. */
  | { kind: 'ABANDONED' }

export function nextAttempt({ attempt, atMs, answer, fraction }: Attempt): NextAttempt {
  assert(Number.isInteger(attempt) && attempt >= 1, 'attempts count from 1')
  if (answer.ok && answer.status >= 200 && answer.status <= 299) return { kind: 'DELIVERED' }
  if (answer.ok && answer.status === 410) return { kind: 'GONE' }
  const waitMs = WAITS_MS[attempt - 1]
  if (waitMs === undefined) return { kind: 'ABANDONED' }
  const spreadMs = Math.round(waitMs * (1 - SPREAD + 2 * SPREAD * fraction))
  const requestedMs = answer.ok ? retryAfterMs(answer.headers['retry-after'], atMs) : 0
  // The later of both: with a receiver that always asks for one second, all attempts would be used up within ten.
  return { kind: 'RETRY', atMs: atMs + Math.max(spreadMs, requestedMs) }
}

/**
 * RFC 9110, section 10.2.3: whole seconds or an HTTP date.
 *
 * @returns ms from `atMs`, at most 24 h; 0 for none, a past date, or anything else
 */
export function retryAfterMs(header: string | undefined, atMs: Instant): number {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,15}$/.test(text) ? Number(text) * SECOND_MS : (httpDate(text) ?? atMs) - atMs
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
