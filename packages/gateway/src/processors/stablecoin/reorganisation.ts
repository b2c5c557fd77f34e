/**
 * Reorganisations: which of the blocks we have read are still the chain's. Pure.
 *
 * A block's hash covers everything before it. So our reading and the chain agree up to the newest checkpoint whose hash
 * is unchanged. Everything above it is forgotten and read again.
 */
export interface Checkpoint {
  readonly block: number
  readonly hash: string
}

/** How many are kept of one network; a whole range of blocks may lie between two of them. */
export const MAX_CHECKPOINTS = 64

/**
 * @param checkpoints in any order
 * @param hashOf the chain's hash of that block now; undefined: it has none of that number
 * @returns the newest block on which both agree, or `floor` if there is none
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

/** The newest block with this many confirmations: the block of a transfer counts as the first. */
export const finalBlock = (head: number, confirmations: number): number => head - confirmations + 1

/** The blocks from `after` (not included) to `to` in ranges of at most `size`. */
export function* ranges(
  after: number,
  to: number,
  size: number,
): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = after + 1; from <= to; from += size) yield { from, to: Math.min(to, from + size - 1) }
}
