/**
 * Asks a provider for something under a name of ours that it takes once.
 *
 * Promises: after a first try what is there is looked for before anything is sent, and nothing is sent while it is not known to be missing;
 * a provider that says that it exists already is asked for it.
 */
import { done } from './answers.ts'
import type { OrderAnswer, ProviderOrder } from './provider.ts'
import type { CallAnswer } from './reach.ts'
import type { RefusalReader } from './refusals.ts'

export interface MadeOnce {
  readonly refusals: RefusalReader
  /** The question for it, by our reference. */
  readonly find: () => Promise<CallAnswer>
  readonly send: () => Promise<CallAnswer>
  /** Of an answer that is a success: whether it is the very one that was asked for. */
  readonly accept: (answer: CallAnswer) => OrderAnswer | Promise<OrderAnswer>
}

export async function madeOnce(
  { isFirst }: Pick<ProviderOrder, 'isFirst'>,
  { refusals, find, send, accept }: MadeOnce,
): Promise<OrderAnswer> {
  const acceptFound = async (): Promise<OrderAnswer | 'never'> => {
    const found = await find()
    const missing = refusals.notFound(found)
    if (missing) return missing.type === 'never' ? 'never' : missing
    return accept(found)
  }
  const before = isFirst ? 'never' : await acceptFound()
  if (before !== 'never') return before
  const answer = await send()
  if (done(answer)) return accept(answer)
  const refused = refusals.refusalOf(answer)
  if (refused === 'missing') return refusals.unanswered(answer)
  if (refused !== 'exists') return refused
  const there = await acceptFound()
  return there === 'never' ? refusals.unanswered(answer) : there
}
