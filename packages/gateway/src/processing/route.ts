/**
 * Which processors a payment may go to, in order. Pure: what each one serves comes from its memory.
 *
 * A merchant's product may name them; left out, it is all of them, in the gateway's order. First come those that are
 * healthy and serve the payment, then those that serve it but are not healthy: they are tried if no other is left. Test
 * merchants go only to processors for tests, and live merchants never to those.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Declined, DeclinedBy, Processor, WantedPayment } from '@sluice/core/processor/port.ts'

export interface ProcessorRoute {
  /** The processors to call, in this order. */
  readonly candidates: readonly Processor[]
  /** Why the others do not serve it, in the order of the route. */
  readonly declined: readonly DeclinedBy[]
}

export type Processors = ReadonlyMap<string, Processor>

/** There was no processor of the right kind. */
const NOBODY: DeclinedBy = {
  type: 'declined',
  processor: 'nobody',
  reason: 'METHOD',
  detail: 'no processor is registered',
}

/** @param named by the merchant's product; undefined: all */
export function routeOf(
  processors: Processors,
  wanted: WantedPayment & { readonly isTest: boolean },
  named: readonly string[] | undefined,
  at: Instant,
): ProcessorRoute {
  const healthy: Processor[] = []
  const others: Processor[] = []
  const declined: DeclinedBy[] = missingIn(processors, named)
  for (const processor of named ? namedOf(processors, named) : processors.values()) {
    if (processor.forTests !== wanted.isTest) continue
    const answer = processor.serves(wanted, at)
    if (answer.type === 'declined') declined.push({ ...answer, processor: processor.name })
    else if (processor.health().healthy) healthy.push(processor)
    else others.push(processor)
  }
  return { candidates: others.length === 0 ? healthy : [...healthy, ...others], declined }
}

/** A processor that was deleted since the product was saved is skipped. */
const namedOf = (processors: Processors, named: readonly string[]): readonly Processor[] =>
  named.flatMap((name) => processors.get(name) ?? [])

const missingIn = (processors: Processors, named: readonly string[] | undefined): DeclinedBy[] =>
  (named ?? []).flatMap((processor) =>
    processors.has(processor)
      ? []
      : { type: 'declined', processor, reason: 'METHOD', detail: 'this processor no longer exists' },
  )

/**
 * What the merchant reads if all processors declined. Faults that the merchant can fix come first, from the first
 * processor that has any. Otherwise it is the last decline by a processor that has the method at all, because the
 * others only say that they lack it.
 */
export function decisiveDecline(declined: readonly DeclinedBy[]): DeclinedBy {
  return (
    declined.find(({ faults }) => faults !== undefined && faults.length > 0) ??
    declined.findLast(({ reason }) => reason !== 'METHOD') ??
    declined.at(-1) ??
    NOBODY
  )
}

const MAX_DETAIL = 200

/** For histories and logs: `LIMIT (it is full)`. */
export const wordsOf = ({ reason, detail }: Pick<DeclinedBy, 'reason' | 'detail'>): string =>
  `${reason} (${detail
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_DETAIL)
    .toWellFormed()})`

/** All that were tried, for an operator. */
export const reasonsOf = (declined: readonly DeclinedBy[]): string =>
  (declined.length === 0 ? [NOBODY] : declined)
    .map((each) => `${each.processor}: ${wordsOf(each)}`)
    .join('; ')

/** Treated as a decline. */
export const customerRefused = (refusal: string): Declined => ({
  type: 'declined',
  reason: 'METHOD',
  detail: `it refuses the customer: ${refusal}`,
})

/** For the history: why this one declined, and which others declined too. */
export const allWords = (declined: Declined, others: readonly DeclinedBy[]): string =>
  others.length === 0 ? wordsOf(declined) : `${wordsOf(declined)}; ${reasonsOf(others)}`
