/**
 * The merchants that changed when there were too many changes to list, in the space of one notice.
 *
 * Each merchant is one bit of many, by a hash of its code. Adding one costs nothing, and another node can check whether one of
 * its listeners may be affected. Two merchants may share a bit; then one of them refreshes for nothing. No merchant is missed.
 */
const BYTES = 4_096
const BITS = BYTES * 8

export class LiveRest {
  readonly #bits: Uint8Array

  constructor(bits: Uint8Array = new Uint8Array(BYTES)) {
    this.#bits = bits
  }

  /** Parses what `text` wrote; undefined for anything else. */
  static of(text: unknown): LiveRest | undefined {
    if (typeof text !== 'string') return undefined
    const bits = Buffer.from(text, 'base64')
    return bits.length === BYTES ? new LiveRest(bits) : undefined
  }

  add(merchantCode = ''): void {
    const bit = bitOf(merchantCode)
    this.#bits[bit >> 3] = (this.#bits[bit >> 3] ?? 0) | (1 << (bit & 7))
  }

  /** @param codes undefined: all merchants */
  mayHold(codes: readonly string[] | undefined): boolean {
    return (
      codes?.some((code) => {
        const bit = bitOf(code)
        return ((this.#bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
      }) ?? true
    )
  }

  /** 5,464 characters, which fit into one notice. */
  text(): string {
    return Buffer.from(this.#bits).toString('base64')
  }
}

/** FNV-1a, folded. */
function bitOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return ((hash >>> 16) ^ hash) & (BITS - 1)
}
