/**
 * Claimed callbacks that wait for a place at their receiver: in the order of their claims, few and not for long.
 * Without this, a burst for one host would return to the table and be claimed over and over. Knows nothing of sending.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'

export const MAX_WAITING = 400
/** The most that one claim fetches. */
export const CLAIM_AT_ONCE = 50
const MAX_WAITING_OF_MERCHANT = 64
/** With more than this left here, a whole claim of one merchant's callbacks would exceed its share. */
const LOW = MAX_WAITING_OF_MERCHANT - CLAIM_AT_ONCE
const WAIT_AT_MOST_MS = 2_000

interface Waiting<Callback> {
  readonly callback: Callback
  readonly since: Instant
}

export class WaitingCallbacks<Callback extends { readonly merchantId: string }> {
  #waiting: readonly Waiting<Callback>[] = []

  get size(): number {
    return this.#waiting.length
  }

  get isFull(): boolean {
    return this.#waiting.length >= MAX_WAITING
  }

  add(callbacks: readonly Callback[], since: Instant): void {
    this.#waiting = [...this.#waiting, ...callbacks.map((callback) => ({ callback, since }))]
  }

  /** Offers each to `begin`, oldest first, and removes those that it accepts. */
  offer(begin: (callback: Callback) => boolean): void {
    this.#takeOut(({ callback }) => begin(callback))
  }

  /** Removes those that have waited too long. */
  overdue(now: Instant): readonly Callback[] {
    return this.#takeOut(({ since }) => since <= now - WAIT_AT_MOST_MS)
  }

  /** Removes what a merchant has here beyond its share. */
  surplus(): readonly Callback[] {
    const counts = new Map<string, number>()
    return this.#takeOut(({ callback: { merchantId } }) => {
      const count = (counts.get(merchantId) ?? 0) + 1
      counts.set(merchantId, count)
      return count > MAX_WAITING_OF_MERCHANT
    })
  }

  takeAll(): readonly Callback[] {
    return this.#takeOut(() => true)
  }

  /** Merchants that have enough here, so that claiming more for them is pointless. */
  full(): readonly string[] {
    return [...this.#counts()].filter(([, count]) => count > LOW).map(([merchantId]) => merchantId)
  }

  /** Whether one of these has so few left here that more should be fetched. */
  isLow(merchants: readonly string[]): boolean {
    if (merchants.length === 0) return false
    const counts = this.#counts()
    return merchants.some((merchantId) => (counts.get(merchantId) ?? 0) <= LOW)
  }

  #counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { callback } of this.#waiting)
      counts.set(callback.merchantId, (counts.get(callback.merchantId) ?? 0) + 1)
    return counts
  }

  #takeOut(isOut: (waiting: Waiting<Callback>) => boolean): readonly Callback[] {
    const out: Callback[] = []
    this.#waiting = this.#waiting.filter((waiting) => {
      const leaves = isOut(waiting)
      if (leaves) out.push(waiting.callback)
      return !leaves
    })
    return out
  }
}
