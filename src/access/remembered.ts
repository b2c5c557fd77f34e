/**
 * What was found out before, bounded by weight: least recently used goes first.
 *
 * Entries are not alike: a token with compiled patterns weighs a thousand times one without, and its size is the
 * merchant's to choose. So the bound is on an estimate of bytes, not on a count.
 */
interface Entry<Value> {
  readonly value: Value
  readonly weight: number
}

export class Remembered<Value> {
  readonly #maxWeight: number
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry<Value>>()
  #weight = 0

  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Finding is using. */
  find(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  keep(key: string, value: Value, weight: number): void {
    this.forget(key)
    if (weight > this.#maxWeight) return
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const idlest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return
      this.forget(idlest)
    }
  }

  forget(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }
}
