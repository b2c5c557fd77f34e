/**
 * How long to pause between two status inquiries that notifications about a payment lead to. The first pause is one second, or as long as
 * the provider's limit requires; each further one is twice as long, up to a minute. After a quiet time of the same length it starts
 * again.
 *
 * A person who knows the notification URL and a payment's reference (it is in the QR code, or in a notification once signed for them)
 * could notify without end. Each inquiry counts against the provider's limit, and too many would block the whole account. Honest
 * providers notify a few times per payment.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'

const FIRST_MS = 1_000
/** Anyone who knows another's payment can delay its status by this at most. */
const LONGEST_MS = 60_000
/** Per account. The oldest are dropped first; so many cover the inquiries of some minutes. */
const MOST_KNOWN = 10_000

interface Rest {
  readonly until: Instant
  readonly pauseMsAfter: number
}

export class Pauses {
  readonly #firstMs: number
  /** In the order of their inquiries. */
  readonly #known = new Map<string, Rest>()

  constructor(firstMs = FIRST_MS) {
    this.#firstMs = firstMs
  }

  /** @returns until when it pauses, if it does */
  untilOf(reference: string, now: Instant): Instant | undefined {
    const rest = this.#known.get(reference)
    return rest && rest.until > now ? rest.until : undefined
  }

  /** An inquiry is sent now. */
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
