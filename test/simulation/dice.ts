/** Chance for a simulation: all of it from the seed, each use its own stream, so that one more throw here moves nothing there. */

import { assert } from '../../src/foundation/result.ts'
import { sfc32 } from '../../src/foundation/seeded-randomness.ts'

export interface Dice {
  /** Uniform in [0, 1). */
  fraction(): number
  /** True with this probability. */
  happens(probability: number): boolean
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  one<Thing>(things: readonly Thing[]): Thing
  /** One of them, the heavier the likelier. */
  weighted<Thing>(things: readonly (readonly [weight: number, thing: Thing])[]): Thing
}

/** @param stream tells the uses of one seed apart */
export function diceOf(seed: number, stream: number): Dice {
  const random32 = sfc32(seed * 2 ** 8 + stream)
  const fraction = () => random32() / 2 ** 32
  const between = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1))
  const weighted = <Thing>(things: readonly (readonly [number, Thing])[]): Thing => {
    let left = fraction() * things.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, thing] of things) {
      left -= weight
      if (left < 0) return thing
    }
    const last = things.at(-1)
    assert(last, 'there is something to choose from')
    return last[1]
  }
  return {
    fraction,
    happens: (probability) => fraction() < probability,
    between,
    one: (things) => weighted(things.map((thing) => [1, thing] as const)),
    weighted,
  }
}
