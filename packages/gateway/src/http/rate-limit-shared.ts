/**
 * Rate limits over several nodes.
 *
 * With a store that all nodes share, a limit is exact whichever node a request reaches. Without one, each node allows its share:
 * the limit divided by the number of live nodes, at least 1. The share also applies while the store is unavailable: losing it
 * must neither stop the gateway nor lift the limits. The loss and the recovery are each logged once.
 */
import type { Clock, Log } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { RateDecision, RateLimiter, SlidingWindow } from './rate-limit.ts'

/** A window that all nodes share. `take` rejects soon if the store is unavailable. */
export interface SharedWindow {
  take(key: string, limitPerSecond: number): Promise<RateDecision>
  close(): Promise<void>
}

/** A limiter that answers synchronously. */
export interface LocalLimiter extends RateLimiter {
  take(key: string, limitPerSecond: number): RateDecision
  look(key: string, limitPerSecond: number): RateDecision
}

/** This node's share of every limit. The policy reported to callers is still the whole limit. */
export class NodeShare implements LocalLimiter {
  readonly #window: SlidingWindow
  readonly #liveNodes: () => number

  constructor(window: SlidingWindow, liveNodes: () => number) {
    this.#window = window
    this.#liveNodes = liveNodes
  }

  take(key: string, limitPerSecond: number): RateDecision {
    const decision = this.#window.take(key, this.#share(limitPerSecond))
    return decision.limit === limitPerSecond ? decision : { ...decision, limit: limitPerSecond }
  }

  look(key: string, limitPerSecond: number): RateDecision {
    return { ...this.#window.look(key, this.#share(limitPerSecond)), limit: limitPerSecond }
  }

  #share(limitPerSecond: number): number {
    return Math.max(1, Math.floor(limitPerSecond / this.#liveNodes()))
  }
}

/** How long a failed store is not used, so that requests do not wait for it again and again. */
const LEAVE_ALONE_MS = 1_000

export interface SharedLimiterOptions {
  readonly shared: SharedWindow
  readonly share: LocalLimiter
  readonly clock: Clock
  readonly log: Log
}

/** The shared window, or the node's share while it is unavailable. */
export class SharedLimiter implements RateLimiter {
  readonly #options: SharedLimiterOptions
  #lost = false
  #leaveAloneUntil = Number.NEGATIVE_INFINITY

  constructor(options: SharedLimiterOptions) {
    this.#options = options
  }

  async take(key: string, limitPerSecond: number): Promise<RateDecision> {
    const { shared, share, clock } = this.#options
    if (clock.now() < this.#leaveAloneUntil) return share.take(key, limitPerSecond)
    try {
      const decision = await shared.take(key, limitPerSecond)
      this.#isBack()
      return decision
    } catch (error) {
      this.#isLost(error)
      return share.take(key, limitPerSecond)
    }
  }

  #isLost(error: unknown): void {
    const { clock, log } = this.#options
    this.#leaveAloneUntil = clock.now() + LEAVE_ALONE_MS
    if (this.#lost) return
    this.#lost = true
    const reason = errorText(error)
    log.warn({ reason }, 'the shared rate limits cannot be reached; each node gives its share of a limit')
  }

  #isBack(): void {
    if (!this.#lost) return
    this.#lost = false
    this.#options.log.warn({}, 'the shared rate limits are reached again')
  }
}
