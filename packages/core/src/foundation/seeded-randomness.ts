/**
 * Randomness from a seed: the same seed gives the same run. For simulations and tests, never for secrets.
 *
 * The generator is sfc32 (Chris Doty-Humphrey, PractRand; public domain): fast, with 128 bits of state, and statistically good
 * enough for any simulation.
 */
import type { Randomness } from './deps.ts'
import { uuidV7Source } from './uuid.ts'

/** @returns a source of whole numbers, uniform in [0, 2^32) */
export function sfc32(seed: number): () => number {
  let a = seed >>> 0
  let b = Math.floor(seed / 2 ** 32) >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next = (): number => {
    const result = (((a + b) >>> 0) + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + result) >>> 0
    return result
  }
  // Similar seeds give similar first numbers until the state is mixed. The author recommends 12 rounds.
  for (let round = 0; round < 12; round++) next()
  return next
}

export function seededRandomness(seed: number): Randomness {
  const random32 = sfc32(seed)
  return {
    bytes: (count) => Uint8Array.from({ length: count }, () => random32() >>> 24),
    uuidV7: uuidV7Source(random32),
    fraction: () => random32() / 2 ** 32,
  }
}
