/**
 * Which processors a payment may go to, in order. Pure: what each one says of itself comes from its memory.
 *
 * A merchant's product may name them; left out, all that there are, in the gateway's order. Those that are healthy and serve
 * the payment come first, then those that serve it and are not healthy: where nobody else is left, it is tried with them.
 * Test merchants go to processors for tests and to nobody else, and live ones never to those.
 */
import type { Instant } from '../foundation/deps.ts'
import type { Declined, DeclinedBy, Processor, WantedPayment } from './port.ts'

export interface ProcessorRoute {
  /** Whom to ask, in this order. */
  readonly candidates: readonly Processor[]
  /** Why the others do not serve it, in the order in which they would have been asked. */
  readonly declined: readonly DeclinedBy[]
}

export type Processors = ReadonlyMap<string, Processor>

/** Nobody of the right kind was there to be asked. */
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

/** One that was taken away since the product was written is passed over. */
const namedOf = (processors: Processors, named: readonly string[]): readonly Processor[] =>
  named.flatMap((name) => processors.get(name) ?? [])

const missingIn = (processors: Processors, named: readonly string[] | undefined): DeclinedBy[] =>
  (named ?? []).flatMap((processor) =>
    processors.has(processor)
      ? []
      : { type: 'declined', processor, reason: 'METHOD', detail: 'there is no such processor any more' },
  )

/**
 * What the merchant reads where nobody took the payment. What it can mend comes first, as the first processor of its route
 * sees it; otherwise the last word of those who have the method at all, for the others only say that it is not theirs.
 */
export function lastWord(declined: readonly DeclinedBy[]): DeclinedBy {
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

/** All that were asked, for an operator. */
export const reasonsOf = (declined: readonly DeclinedBy[]): string =>
  (declined.length === 0 ? [NOBODY] : declined)
    .map((each) => `${each.processor}: ${wordsOf(each)}`)
    .join('; ')

/** As if it had declined. */
export const customerRefused = (refusal: string): Declined => ({
  type: 'declined',
  reason: 'METHOD',
  detail: `it refuses the customer: ${refusal}`,
})

/** For the history: why this one declined, and who else was asked in vain. */
export const allWords = (declined: Declined, others: readonly DeclinedBy[]): string =>
  others.length === 0 ? wordsOf(declined) : `${wordsOf(declined)}; ${reasonsOf(others)}`
