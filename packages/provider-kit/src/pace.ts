/**
 * Keeps to a provider's limit on calls of one kind: says how long each caller must wait, in the order in which they came.
 *
 * For one account in one process. Several processes share a provider's limit without knowing of each other, so the provider's answer to
 * too many calls must be handled as well.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'

/** At most so many calls within a time. */
export class CallPace {
  readonly #most: number
  readonly #withinMs: number
  /** When each of the last calls was or will be sent, in order. */
  #places: Instant[] = []

  constructor(most: number, withinMs: number) {
    this.#most = most
    this.#withinMs = withinMs
  }

  /** Takes a place. @returns how long to wait before the call; undefined if longer than `mostMs`, and then no place is taken */
  turn(now: Instant, mostMs: number): number | undefined {
    // No caller waits longer than that, so a later place is from before the clock was set back, and would block all calls.
    this.#places = this.#places.filter((at) => at > now - this.#withinMs && at - now <= mostMs)
    const before = this.#places.at(-this.#most)
    const at = before === undefined ? now : Math.max(now, before + this.#withinMs)
    if (at - now > mostMs) return undefined
    this.#places.push(at)
    return at - now
  }
}

/** One call after another, a fixed time apart. A caller that would wait long has a place reserved, and comes back for it. */
export class CallLine {
  readonly #apartMs: number
  /** Places that are taken or reserved, in order. */
  #places: { readonly at: Instant; readonly name: string }[] = []

  constructor(apartMs: number) {
    this.#apartMs = apartMs
  }

  /**
   * @param name of the caller: a reference
   * @param notBeforeMs the earliest time of the call, from now
   * @returns how long to wait. Up to `mostMs` the place is taken; beyond that it is reserved
   */
  turn(name: string, now: Instant, mostMs: number, notBeforeMs = 0): number {
    const kept = this.#places.find((place) => place.name === name && place.at >= now + notBeforeMs)
    const others = this.#places.filter((place) => place.at > now - this.#apartMs)
    // A caller that did not come in time loses its place.
    this.#places = kept ? others : others.filter((place) => place.name !== name || place.at <= now)
    const at = kept?.at ?? this.#firstFree(now + notBeforeMs)
    if (!kept) {
      this.#places.push({ at, name })
      this.#places.sort((one, other) => one.at - other.at)
    }
    // The caller uses its place, so its next call needs another.
    if (at - now <= mostMs)
      this.#places = this.#places.map((place) => (place.at === at ? { at, name: '' } : place))
    return at - now
  }

  #firstFree(from: Instant): Instant {
    let at = from
    for (const place of this.#places) {
      if (place.at - at >= this.#apartMs) break
      at = Math.max(at, place.at + this.#apartMs)
    }
    return at
  }
}
