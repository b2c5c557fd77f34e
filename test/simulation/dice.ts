/**
 * Random numbers for a simulation, all from the seed. Every deed and every step has a separate stream, so that adding or removing a deed
 * changes nothing elsewhere: a history can be shortened and still fail.
 */
import { assert } from '@sluice/core/foundation/result.ts'
import { sfc32 } from '@sluice/core/foundation/seeded-randomness.ts'

export interface Dice {
  /** Uniform in [0, 1). */
  fraction(): number
  /** True with this probability. */
  happens(probability: number): boolean
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  one<Thing>(things: readonly Thing[]): Thing
  /** One of them, in proportion to its weight. */
  weighted<Thing>(things: readonly (readonly [weight: number, thing: Thing])[]): Thing
}

/** Separates the uses of one seed. */
export const STREAMS = {
  writeSlots: 1,
  menu: 4,
  plan: 2,
  end: 3,
  market: 5,
  office: 6,
  endOfApprovals: 7,
  endOfSettlements: 8,
  excess: 9,
  excessPolicies: 10,
  excessDeeds: 11,
  native: 12,
  nativeDeeds: 13,
  people: 14,
  peopleCast: 15,
  peopleDeeds: 16,
  gateOfStep: (step: number) => 100_000 + step,
  receiversOfStep: (step: number) => 200_000 + step,
  fateOfStep: (step: number) => 300_000 + step,
  deed: (index: number) => 500_000 + index,
  nativeOfStep: (step: number) => 700_000 + step,
  provider: (number: number, use: 0 | 1) => 800_000 + number * 2 + use,
} as const

/** @param stream below 2^20 */
export function diceOf(seed: number, stream: number): Dice {
  const random32 = sfc32(seed * 2 ** 20 + stream)
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
