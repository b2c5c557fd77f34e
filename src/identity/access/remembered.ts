/**
 * What was found out before, bounded by weight: least recently used goes first.
 *
 * Entries are not alike: a token with compiled patterns weighs a thousand times one without, and its size is the
 * merchant's to choose. So the bound is on an estimate of bytes, not on a count.
 */
interface Entry<Value> {
  readonly value: Value
  readonly weight: number
  /** By the count of uses. */
  movedAt: number
}

export class Remembered<Value> {
  readonly #maxWeight: number
  /**
   * In the order of last use, or nearly: one that was moved to the end a little while ago stays where it is, and while half of the
   * room is empty all do. Whatever is in use moves long before the other half is full.
   */
  readonly #entries = new Map<string, Entry<Value>>()
  #weight = 0
  #uses = 0

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
    this.#uses += 1
    // Moving costs more than finding, and whoever is among the newest quarter is in no danger.
    if (this.#weight > this.#maxWeight / 2 && this.#uses - entry.movedAt > this.#entries.size / 4) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      entry.movedAt = this.#uses
    }
    return entry.value
  }

  keep(key: string, value: Value, weight: number): void {
    this.forget(key)
    if (weight > this.#maxWeight) return
    this.#entries.set(key, { value, weight, movedAt: this.#uses })
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
