/** The name that somebody probably meant. */

/** How alike two names must be, from 0 to 1. */
const LEAST_LIKENESS = 0.5

const pairsOf = (name: string): ReadonlySet<string> =>
  new Set([...name.slice(1)].map((next, index) => `${name[index]}${next}`))

/** Dice's coefficient of their pairs of neighbouring characters. Case, `_` and `-` do not count. */
function likeness(one: string, other: string): number {
  const [first, second] = [one, other].map((name) => pairsOf(name.toUpperCase().replaceAll(/[-_ ]/g, '')))
  if (!first?.size || !second?.size) return 0
  const inBoth = [...first].filter((pair) => second.has(pair)).length
  return (2 * inBoth) / (first.size + second.size)
}

/** @returns undefined if no candidate is similar enough */
export function mostSimilar(name: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, score: likeness(name, candidate) }))
    .sort((one, other) => other.score - one.score)
  return best !== undefined && best.score >= LEAST_LIKENESS ? best.candidate : undefined
}

/** To be put into an error message: `: did you mean PROMPTPAY?`, or nothing. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const meant = mostSimilar(name, candidates)
  return meant === undefined ? '' : `: did you mean ${meant}?`
}
