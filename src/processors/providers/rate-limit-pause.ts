/**
 * How long payments rest between two questions that notifications lead to: the second may come after a second, or as long as the provider
 * asks for, and each further one after twice as long as the one before, a minute at most. One that was left alone for that long begins anew.
 *
 * Whoever knows the address of notifications and a payment of their own (its reference stands in its QR code, or was signed for them once)
 * can tell of it without end. Each would be a call that the provider counts: it would shut the account out, and everybody's payments with it.
 * Honest providers tell of a payment a few times in its life.
 */
import type { Instant } from '../../foundation/deps.ts'

const FIRST_MS = 1_000
/** Who knows another's payment as well holds up the news of it for so long, and no longer. */
const LONGEST_MS = 60_000
/** Of one account. The oldest are forgotten first: that many were really asked about in a few minutes. */
const MOST_KNOWN = 10_000

interface Rest {
  readonly until: Instant
  readonly pauseMsAfter: number
}

export class Pauses {
  readonly #firstMs: number
  /** In the order in which they were asked about. */
  readonly #known = new Map<string, Rest>()

  constructor(firstMs = FIRST_MS) {
    this.#firstMs = firstMs
  }

  /** @returns until when it rests, where it does */
  untilOf(reference: string, now: Instant): Instant | undefined {
    const rest = this.#known.get(reference)
    return rest && rest.until > now ? rest.until : undefined
  }

  /** It is asked about now. */
  requested(reference: string, now: Instant): void {
    const before = this.#known.get(reference)
    const isSoon = before !== undefined && now < before.until + before.pauseMsAfter
    const pauseMsAfter = isSoon ? Math.min(LONGEST_MS, before.pauseMsAfter * 2) : this.#firstMs
    this.#known.delete(reference)
    this.#known.set(reference, { until: now + pauseMsAfter, pauseMsAfter })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break
      this.#known.delete(oldest)
    }
  }
}
