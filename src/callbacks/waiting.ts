/**
 * Callbacks that were claimed and wait for a place at their receiver: in the order of their claims, few and not for long.
 * Without it a burst for one host would be put back into the table and claimed again and again. Knows nothing of sending.
 */
import type { Instant } from '../foundation/deps.ts'

export const MAX_WAITING = 200
const MAX_WAITING_OF_MERCHANT = 16
const WAIT_AT_MOST_MS = 2_000

interface Waiting<Callback> {
  readonly callback: Callback
  readonly since: Instant
}

export class WaitingCallbacks<Callback extends { readonly merchantId: string }> {
  #waiting: readonly Waiting<Callback>[] = []

  get isFull(): boolean {
    return this.#waiting.length >= MAX_WAITING
  }

  add(callbacks: readonly Callback[], since: Instant): void {
    this.#waiting = [...this.#waiting, ...callbacks.map((callback) => ({ callback, since }))]
  }

  /** Offers each to `begin`, oldest first; those it takes are gone from here. */
  offer(begin: (callback: Callback) => boolean): void {
    this.#takeOut(({ callback }) => begin(callback))
  }

  /** Takes out those that have waited too long. */
  overdue(now: Instant): readonly Callback[] {
    return this.#takeOut(({ since }) => since <= now - WAIT_AT_MOST_MS)
  }

  /** Takes out what a merchant has here beyond its share. */
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

  merchants(): readonly string[] {
    return [...new Set(this.#waiting.map(({ callback }) => callback.merchantId))]
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
