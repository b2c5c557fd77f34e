/**
 * Reorganisations: which of the blocks we read are still the chain's. Pure.
 *
 * A block's hash stands for everything before it, so the newest checkpoint whose hash is unchanged is where our reading and the
 * chain still agree. What was seen above it is forgotten and read again.
 */
export interface Checkpoint {
  readonly block: number
  readonly hash: string
}

/** As many are kept of one network; between two of them a whole range of blocks may lie. */
export const MAX_CHECKPOINTS = 64

/**
 * @param checkpoints in any order
 * @param hashOf the chain's hash of that block now; undefined: it has none of that number
 * @returns the newest block on which both agree, or `floor` where there is none
 */
export async function commonAncestor(
  checkpoints: readonly Checkpoint[],
  floor: number,
  hashOf: (block: number) => Promise<string | undefined>,
): Promise<number> {
  for (const { block, hash } of checkpoints.toSorted((a, b) => b.block - a.block)) {
    if (block <= floor) break
    if ((await hashOf(block)) === hash) return block
  }
  return floor
}

/** The newest block that has as many confirmations: the one that holds a transfer counts as the first. */
export const finalBlock = (head: number, confirmations: number): number => head - confirmations + 1

/** The blocks from `after` (not included) to `to` in pieces of at most `size`. */
export function* ranges(
  after: number,
  to: number,
  size: number,
): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = after + 1; from <= to; from += size) yield { from, to: Math.min(to, from + size - 1) }
}
