/**
 * How often the page requests the payment's state: every second at first, then ever more slowly, so that a payer who pays right away sees
 * it immediately and one who takes a day costs little. Far below the limit of ten a second even with several tabs open.
 */
import type { Status } from './payin.ts'

export interface Watched {
  readonly status: Status
  /** Since the payer last did something here, or came back to the page. */
  readonly quietMs: number
  readonly isHidden: boolean
  /** Failed requests in a row. */
  readonly failures: number
}

const SECOND = 1_000
const HIDDEN_MS = 20 * SECOND

/** @returns milliseconds until the next request; undefined: no more are needed */
export function pauseMs({ status, quietMs, isHidden, failures }: Watched): number | undefined {
  if (status === 'SUCCESS' || status === 'REFUSED' || status === 'FAILED') return undefined
  const usual = usualMs(status, quietMs)
  const slowed = Math.min(30 * SECOND, usual * 2 ** Math.min(failures, 5))
  return isHidden ? Math.max(HIDDEN_MS, slowed) : slowed
}

function usualMs(status: Status, quietMs: number): number {
  // Late money is rare, and no payer waits for it here.
  if (status === 'EXPIRED') return quietMs < 60 * SECOND ? 3 * SECOND : 30 * SECOND
  if (quietMs < 30 * SECOND) return SECOND
  if (quietMs < 3 * 60 * SECOND) return 2 * SECOND
  return quietMs < 15 * 60 * SECOND ? 5 * SECOND : 15 * SECOND
}
