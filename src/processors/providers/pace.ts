/**
 * How many calls of one kind a provider takes in a while: each caller is told how long to wait, in the order in which they came.
 *
 * Of one account in one process: several share a provider's limit without knowing of each other, so what a provider answers to too many
 * calls must be read all the same.
 */
import type { Instant } from '../../foundation/deps.ts'

/** So many within so long. */
export class CallPace {
  readonly #most: number
  readonly #withinMs: number
  /** When each of the last calls was or will be sent, in order. */
  #places: Instant[] = []

  constructor(most: number, withinMs: number) {
    this.#most = most
    this.#withinMs = withinMs
  }

  /** @returns how long to wait before the call, whose place is taken now; undefined, and none is, where that is longer than `mostMs` */
  turn(now: Instant, mostMs: number): number | undefined {
    // Nobody was told to wait longer than that: a place beyond it is of before the clock was set back, and would keep all from calling.
    this.#places = this.#places.filter((at) => at > now - this.#withinMs && at - now <= mostMs)
    const before = this.#places.at(-this.#most)
    const at = before === undefined ? now : Math.max(now, before + this.#withinMs)
    if (at - now > mostMs) return undefined
    this.#places.push(at)
    return at - now
  }
}

/** One after the other, so long apart. Whoever would wait long has a place kept, and is told when to come back. */
export class CallLine {
  readonly #apartMs: number
  /** Taken places and those that are kept, in order. */
  #places: { readonly at: Instant; readonly name: string }[] = []

  constructor(apartMs: number) {
    this.#apartMs = apartMs
  }

  /**
   * @param name of who calls: a reference
   * @param notBeforeMs when it may be called at the soonest, from now
   * @returns how long to wait; where that is no longer than `mostMs` it is called then, and otherwise its place is kept
   */
  turn(name: string, now: Instant, mostMs: number, notBeforeMs = 0): number {
    const kept = this.#places.find((place) => place.name === name && place.at >= now + notBeforeMs)
    const others = this.#places.filter((place) => place.at > now - this.#apartMs)
    // Who did not come in time has lost its place.
    this.#places = kept ? others : others.filter((place) => place.name !== name || place.at <= now)
    const at = kept?.at ?? this.#firstFree(now + notBeforeMs)
    if (!kept) {
      this.#places.push({ at, name })
      this.#places.sort((one, other) => one.at - other.at)
    }
    // Whoever calls has taken the place: asked again, it needs another.
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
