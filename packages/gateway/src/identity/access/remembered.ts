/**
 * A cache bounded by the weight of its entries; the least recently used are dropped first.
 *
 * A token with compiled patterns weighs a thousand times as much as one without, and the merchant chooses its size. So the limit
 * is an estimate of bytes, not a number of entries.
 */
interface Entry<Value> {
  readonly value: Value
  readonly weight: number
  /** Counted in uses. */
  movedAt: number
}

export class Remembered<Value> {
  readonly #maxWeight: number
  /**
   * Roughly in order of last use: an entry that was moved to the end recently stays where it is, and nothing is moved while half
   * of the capacity is free. An entry in use is moved long before the other half is full.
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

  /** Finding an entry counts as using it. */
  find(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#uses += 1
    // Moving costs more than finding, and the newest quarter is in no danger of being dropped.
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
