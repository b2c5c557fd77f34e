/**
 * Which processors a payment may go to, in order. Pure: what each one says of itself comes from its memory.
 *
 * A merchant's product may name them; left out, all that there are, in the gateway's order. Those that are healthy and serve
 * the payment come first, then those that serve it and are not healthy: where nobody else is left, it is tried with them.
 * Test merchants go to processors for tests and to nobody else, and live ones never to those.
 */
import type { Instant } from '../foundation/deps.ts'
import type { Declined, Processor, Wanted } from './port.ts'

export interface Route {
  /** Whom to ask, in this order. */
  readonly candidates: readonly Processor[]
  /** Why the others do not serve it, in the order in which they would have been asked. */
  readonly declined: readonly Declined[]
}

export type Processors = ReadonlyMap<string, Processor>

/** Nobody of the right kind was there to be asked. */
const NOBODY: Declined = { type: 'declined', reason: 'METHOD', detail: 'no processor is registered' }

/** @param named by the merchant's product; undefined: all */
export function routeOf(
  processors: Processors,
  wanted: Wanted & { readonly isTest: boolean },
  named: readonly string[] | undefined,
  at: Instant,
): Route {
  const healthy: Processor[] = []
  const others: Processor[] = []
  const declined: Declined[] = []
  for (const processor of named ? namedOf(processors, named) : processors.values()) {
    if (processor.forTests !== wanted.isTest) continue
    const answer = processor.serves(wanted, at)
    if (answer.type === 'declined') declined.push(answer)
    else if (processor.health().healthy) healthy.push(processor)
    else others.push(processor)
  }
  return { candidates: others.length === 0 ? healthy : [...healthy, ...others], declined }
}

/** One that was taken away since the product was written is passed over. */
const namedOf = (processors: Processors, named: readonly string[]): readonly Processor[] =>
  named.flatMap((name) => processors.get(name) ?? [])

/**
 * What the merchant reads where nobody took the payment: the last word of those who have the method at all, for the others
 * only say that it is not theirs.
 */
export function lastWord(declined: readonly Declined[]): Declined {
  return declined.findLast(({ reason }) => reason !== 'METHOD') ?? declined.at(-1) ?? NOBODY
}
